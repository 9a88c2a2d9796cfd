import type { QueryClient } from '@tanstack/react-query'

/** What can wait for the first reads waits for them no longer than this. */
export const MOST_WAIT_MS = 2_000
/** Time for what was read to be painted. */
export const PAINT_MS = 100

/**
 * Resolves when the reads of the first screen are answered and painted, so that what it does not need (the push connection's
 * code, the journal's) does not load beside what it does.
 * @param after calls `act` once, so many ms later
 */
export function firstReads(queryClient: QueryClient, after: (delayMs: number, act: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    let hasBegun = queryClient.isFetching() > 0
    const done = () => {
      unsubscribe()
      resolve()
    }
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) {
        hasBegun = true
        return
      }
      if (!hasBegun) return
      unsubscribe()
      after(PAINT_MS, done)
    })
    after(MOST_WAIT_MS, done)
  })
}
