import { Schema } from 'effect'
import { AskedInstant, Id, IsoInstant } from '../ids/ids.ts'

/** The subject of a completes chart (§2.45); SOURCES gives one series for each source of a survey. */
export const ChartMode = Schema.Literals(['PROJECT', 'SURVEY', 'SOURCES'])
export type ChartMode = typeof ChartMode.Type
export const ChartGrain = Schema.Literals(['hour', 'day'])
export type ChartGrain = typeof ChartGrain.Type

/** Past 24 hours, or 13 days shown of a 14-day window (§2.45). */
export const HOURLY_WINDOW_HOURS = 24
export const DAILY_WINDOW_DAYS = 14
export const DAILY_DAYS_SHOWN = 13

/** The body of api:P10: `id` is a project for PROJECT, a survey for SURVEY and SOURCES; `zone_code` decides where a day begins. */
export const HourlyCompletesRequest = Schema.Struct({
  mode: ChartMode,
  id: Id,
  grain: ChartGrain,
  zone_code: Schema.optionalKey(Schema.Int),
  end: Schema.optionalKey(AskedInstant),
  /** The completes that counted at a moment that is over (forecast.md §7); left out: those that count now. */
  as_of: Schema.optionalKey(AskedInstant),
})
export type HourlyCompletesRequest = typeof HourlyCompletesRequest.Type

/** One bucket (§3.24). Start_Time is the bucket's start in UTC; empty buckets are served too. */
export const HourlyCompletesRow = Schema.Struct({
  Start_Time: IsoInstant,
  Completes_Count_Live: Schema.Int,
  Completes_Count_Test: Schema.Int,
  stmid: Schema.optionalKey(Id),
  /**
   * Of a project or survey: the completes that its sources were due in the bucket to be full just at out-of-field, by the sealed
   * forecasts (forecast.md §2). Absent where these do not cover the whole bucket.
   */
  Completes_Count_Expected: Schema.optionalKey(Schema.Finite),
})
export type HourlyCompletesRow = typeof HourlyCompletesRow.Type
