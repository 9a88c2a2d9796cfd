import { useSyncExternalStore } from 'react'
import { useDesk } from './use-desk.ts'

/** Since when the server does not answer, ms since 1970; null while it does. */
export const useAwaySinceMs = (): number | null => {
  const desk = useDesk()
  return useSyncExternalStore(desk.connection.subscribe, desk.connection.awaySinceMs)
}
