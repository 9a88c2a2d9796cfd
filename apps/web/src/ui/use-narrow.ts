import { useSyncExternalStore } from 'react'

/** Below it lists are cards, and tools are lines that scroll (day.md §5). */
const NARROW = '(width < 640px)'

const watch = (listener: () => void): (() => void) => {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a telephone's. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => matchMedia(NARROW).matches)
