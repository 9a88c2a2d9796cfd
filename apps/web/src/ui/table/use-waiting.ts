import { useSyncExternalStore } from 'react'
import type { RowStore } from './row-store.ts'

/** Whether a table's updates are held back, and how many rows wait: for the FreezeButton. */
export function useWaiting<Row extends object>(store: RowStore<Row>): { isFrozen: boolean; waitingCount: number } {
  const isFrozen = useSyncExternalStore(store.subscribeWaiting, store.isFrozen)
  const waitingCount = useSyncExternalStore(store.subscribeWaiting, store.waitingCount)
  return { isFrozen, waitingCount }
}
