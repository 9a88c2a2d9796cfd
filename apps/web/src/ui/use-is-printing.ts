import { useSyncExternalStore } from 'react'

const media = () => window.matchMedia('print')

const subscribe = (listener: () => void) => {
  const list = media()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the page is being printed: what is cut for the screen is drawn whole. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => media().matches)
