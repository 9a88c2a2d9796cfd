import type { QueryClient } from '@tanstack/react-query'

/** The longest wait for the first reads. */
export const MOST_WAIT_MS = 2_000
/** The time to paint the answers. */
export const PAINT_MS = 100

/**
 * Resolves when the reads of the first screen are answered and painted, so that what it does not need (the push connection's
 * code, the journal's) does not load beside what it does. The shell around it reads before the screen's own code is here: those
 * reads are no beginning.
 * @param after calls `act` once, so many ms later
 */
export function firstReads(queryClient: QueryClient, after: (delayMs: number, act: () => void) => void): Promise<void> {
  return new Promise(resolve => {
    const isReading = () => queryClient.isFetching() > 0
    const screenReads = () => queryClient.isFetching({ predicate: ({ meta }) => meta?.['isOfShell'] !== true }) > 0
    let hasBegun = screenReads()
    let isPainting = false
    const done = () => {
      unsubscribe()
      resolve()
    }
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      hasBegun ||= screenReads()
      if (!hasBegun || isReading() || isPainting) return
      isPainting = true
      after(PAINT_MS, () => {
        isPainting = false
        if (!isReading()) done()
      })
    })
    after(MOST_WAIT_MS, done)
  })
}
