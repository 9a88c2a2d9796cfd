import { Schema } from 'effect'
import { AskedInstant, Id, IsoInstant } from '../ids/ids.ts'
import { HelpedRow } from './act-effect.ts'
import { Forecast } from './forecast.ts'

/** So many earlier forecasts are given, evenly over the time. */
export const EARLIER_MAX = 60
/** The finishes that a record is of: the latest. */
export const RECORD_FINISHES = 40

/** How the latest finishes of the account compare with their forecasts. */
export const ForecastRecord = Schema.Struct({
  finishes: Schema.Int,
  /** Finishes within the 80 % band. */
  within: Schema.Int,
})
export type ForecastRecord = typeof ForecastRecord.Type

/** The same of the forecasts at one progress, of finishes that were left alone. */
export const RecordAtProgress = Schema.Struct({
  /** Of the target, 0 to 1. */
  progress: Schema.Number,
  finishes: Schema.Int,
  within: Schema.Int,
  /** Mean loss of the three quantiles of those that were full; null without any. */
  pinball_hours: Schema.NullOr(Schema.Number),
  median_width_hours: Schema.NullOr(Schema.Number),
})
export type RecordAtProgress = typeof RecordAtProgress.Type

/** The moment by which a manager promised the client a full target. */
export const ForecastPromise = Schema.Struct({
  full_by: IsoInstant,
  made_at: IsoInstant,
  made_by: Schema.NullOr(Schema.String),
})
export type ForecastPromise = typeof ForecastPromise.Type

/** The band of an earlier forecast, with the completes of its moment. */
export const EarlierForecast = Schema.Struct({
  asked_at: IsoInstant,
  completes: Schema.Int,
  p10_at: Schema.NullOr(IsoInstant),
  p50_at: Schema.NullOr(IsoInstant),
  p90_at: Schema.NullOr(IsoInstant),
})
export type EarlierForecast = typeof EarlierForecast.Type

/** The forecast of a source, survey or project, with the record of those before it (forecast.md §2). */
export const ForecastPage = Schema.Struct({
  id: Id,
  name: Schema.String,
  completes: Schema.Int,
  target: Schema.Int,
  /** When its field ends; null: it has no date. */
  ends_at: Schema.NullOr(IsoInstant),
  /** Null: it is not live, it is full, or too little is known. */
  forecast: Schema.NullOr(Forecast),
  /** The earlier ones of this object, oldest first. */
  earlier: Schema.Array(EarlierForecast),
  /** Null: it goes on, or had no forecast. */
  finish: Schema.NullOr(Schema.Struct({ at: IsoInstant, is_full: Schema.Boolean })),
  /** Of the account's finishes of this scope, without a change of price, target, status or out of field after the forecast. */
  left_alone: ForecastRecord,
  changed: ForecastRecord,
  by_progress: Schema.Array(RecordAtProgress),
  promise: Schema.NullOr(ForecastPromise),
  /** The account's promises that are over. */
  promises: Schema.Struct({ over: Schema.Int, met: Schema.Int }),
  /** The account's acts on sources, the newest months first; not those on the supply side for the external view. */
  what_helped: Schema.Array(HelpedRow),
})
export type ForecastPage = typeof ForecastPage.Type

/** A promise to the client; null takes the present one back. */
export const PromisedFullBy = Schema.Struct({ full_by: Schema.NullOr(AskedInstant) })
export type PromisedFullBy = typeof PromisedFullBy.Type
