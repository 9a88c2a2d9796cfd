import { useSyncExternalStore } from 'react'

const media = () => window.matchMedia('print')

const subscribe = (listener: () => void) => {
  const list = media()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the page is being printed: a long table is drawn whole then. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => media().matches)
