import type { Forecast, ForecastPool } from '@desk/schema/forecasts/forecast'
import { countText } from '#ui/format/figures.ts'
import { momentText } from '#ui/format/moments.ts'
import { dateTimeText, hourText, weekdayText } from '#ui/format/times.ts'

const WEEK_MS = 7 * 24 * 3_600_000

/** A moment to come, as briefly as it is clear: 'today 17:40', 'Thu 4 Dec'; with its year when it is far away. @param at ISO 8601 */
export function comingText(at: string, zone: string, nowMs: number): string {
  const ms = Date.parse(at)
  if (weekdayText(ms, zone) === weekdayText(nowMs, zone) && ms - nowMs < WEEK_MS) return `today ${hourText(ms, zone)}`
  return ms - nowMs < 26 * WEEK_MS ? weekdayText(ms, zone) : dateTimeText(ms, zone)
}

/** Beyond 26 weeks no date is given (forecast.md §1). */
export const TOO_FAR = 'in more than 26 weeks'

const POOL_WORDS: Readonly<Record<ForecastPool, (count: number) => string>> = {
  account: count => `From the last ${countText(count)} finished sources of your account`,
  installation: count => `From ${countText(count)} finished sources of all accounts: your account has fewer than 20`,
  prior: () => 'From simulated sources: fewer than 20 have finished',
  like: count => `From ${countText(count)} finished sources of the same supplier and country`,
}

/** The finished sources behind a forecast. */
export const poolText = ({ pool, like_count }: Pick<Forecast, 'pool' | 'like_count'>): string =>
  POOL_WORDS[pool](like_count)

export const chanceText = (share: number): string =>
  share < 0.01 ? 'below 1 %' : share > 0.99 ? 'above 99 %' : `${Math.round(share * 100)} %`

/** A forecast in lines: its band, its chance, and the finished sources behind it. */
export function forecastLines(forecast: Forecast, zone: string): readonly string[] {
  const { p10_at, p50_at, p90_at, p_full, expected_at_end } = forecast
  const moment = (at: string | null) => (at === null ? TOO_FAR : momentText(at, zone))
  return [
    `Probably full: ${moment(p50_at)}`,
    `80 % band: ${moment(p10_at)} to ${moment(p90_at)}`,
    ...(p_full === null ? [] : [`Full by out of field: ${chanceText(p_full)}`]),
    ...(expected_at_end === null ? [] : [`Expected by out of field: ${countText(expected_at_end)} completes`]),
    poolText(forecast),
  ]
}
