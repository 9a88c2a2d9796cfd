import type { Scorecard } from '@desk/schema/defender/scorecard'
import { NO_FIGURE } from '#ui/format/figures.ts'

const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)}\u00a0%`

/** A share with its interval: '75 % (30 – 95 %)'. */
export function estimateText(estimate: Scorecard['precision']): string {
  if (estimate === null) return NO_FIGURE
  const { share, low, high } = estimate
  return `${percent(share)} (${percent(low).replace('\u00a0%', '')}–${percent(high)})`
}

/** The bounds of a recall: 'between 25 % and 80 %'. */
export function recallText(recall: Scorecard['recall']): string {
  if (recall === null) return NO_FIGURE
  const { low, high } = recall
  return low === high ? percent(low) : `${percent(low).replace('\u00a0%', '')}–${percent(high)}`
}

/** How many times as often: '1.9 ×'. */
export const liftText = (lift: number | null): string => (lift === null ? NO_FIGURE : `${lift.toFixed(1)}\u00a0×`)
