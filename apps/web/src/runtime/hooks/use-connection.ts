import { useSyncExternalStore } from 'react'
import { desk } from '../desk.ts'

/** Since when the server does not answer, ms since 1970; null while it does. */
export const useAwaySinceMs = (): number | null =>
  useSyncExternalStore(desk.connection.subscribe, desk.connection.awaySinceMs)
