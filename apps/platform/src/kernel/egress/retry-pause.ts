const MOST_DOUBLINGS = 16

export interface RetryPauses {
  readonly firstMs: number
  readonly longestMs: number
}

/**
 * Gives the pause after a failed attempt: twice as long each time, up to the longest, give or take a tenth so that receivers of one server
 * spread.
 * @param failures attempts that failed before this one
 */
export function retryPauseMs(
  { firstMs, longestMs }: RetryPauses,
  failures: number,
  random: () => number = Math.random,
): number {
  const pause = Math.min(firstMs * 2 ** Math.min(failures, MOST_DOUBLINGS), longestMs)
  return Math.round(pause * (0.9 + 0.2 * random()))
}
