/** The most that a length counts as, 115 days: a median of longer ones has no place in its column. */
const MOST_SECONDS = 9_999_999

/** How long something took, in whole seconds; never negative, whatever the clocks said. */
export function secondsBetween(fromMs: number, toMs: number): number {
  return Math.min(MOST_SECONDS, Math.max(0, Math.round((toMs - fromMs) / 1000)))
}
