import type { DueStep } from './hourly-completes.store.ts'

/**
 * The completes due within each bucket, evenly from one forecast to the next. Null where no forecasts cover the whole bucket: the
 * present one, one before the first forecast, or one in a pause.
 * @param steps the oldest first; those of sources that were asked at other moments may overlap
 * @param borders one more than there are buckets
 */
export function dueByBucket(steps: readonly DueStep[], borders: readonly Date[]): readonly (number | null)[] {
  return borders.slice(0, -1).map((border, bucket) => {
    const untilMs = borders[bucket + 1]?.getTime() ?? 0
    let coveredMs = border.getTime()
    let due = 0
    for (const step of steps) {
      const [start, end] = [Math.max(step.fromMs, border.getTime()), Math.min(step.untilMs, untilMs)]
      if (start >= end) continue
      due += (step.due * (end - start)) / (step.untilMs - step.fromMs)
      if (start <= coveredMs) coveredMs = Math.max(coveredMs, end)
    }
    return coveredMs === untilMs ? Math.round(due * 10) / 10 : null
  })
}
