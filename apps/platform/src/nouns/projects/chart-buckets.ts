import { TZDate } from '@date-fns/tz'
import { DAILY_WINDOW_DAYS, HOURLY_WINDOW_HOURS, type ChartGrain } from '@desk/schema/figures/completes-chart'
import { addDays, startOfDay } from 'date-fns'

const HOUR_MS = 3_600_000

/**
 * The borders of a completes chart's buckets (§2.45), one more than there are buckets: the past 24 hours as UTC hours,
 * or 14 days of the zone, of 23, 24 or 25 hours. `end` lies in the last bucket. Completes are stored by UTC hour: if a
 * zone's midnight is within one, the day begins with its first whole hour (docs/decisions/0005).
 * @param zone the IANA name of the zone
 */
export function bucketBorders(grain: ChartGrain, end: Date, zone: string): readonly Date[] {
  const last = Math.floor(end.getTime() / HOUR_MS) * HOUR_MS
  if (grain === 'hour') {
    return Array.from(
      { length: HOURLY_WINDOW_HOURS + 1 },
      (_, at) => new Date(last + (at + 1 - HOURLY_WINDOW_HOURS) * HOUR_MS),
    )
  }
  const today = new TZDate(last, zone)
  return Array.from(
    { length: DAILY_WINDOW_DAYS + 1 },
    (_, at) =>
      new Date(Math.ceil(startOfDay(addDays(today, at + 1 - DAILY_WINDOW_DAYS)).getTime() / HOUR_MS) * HOUR_MS),
  )
}
