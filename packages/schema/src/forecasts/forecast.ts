import { Schema } from 'effect'
import { IsoInstant } from '../ids/ids.ts'

/** The finished sources that gave a forecast its band: those of the account, of the installation, simulated ones that ship with the desk, or those of the same supplier and country. */
export const ForecastPool = Schema.Literals(['account', 'installation', 'prior', 'like'])
export type ForecastPool = typeof ForecastPool.Type

/** The finish that was expected of an object at one moment (forecast.md §1). */
export const Forecast = Schema.Struct({
  asked_at: IsoInstant,
  /** Its target is full by then in 10, 50 and 90 of 100 cases; null: later than the horizon. */
  p10_at: Schema.NullOr(IsoInstant),
  p50_at: Schema.NullOr(IsoInstant),
  p90_at: Schema.NullOr(IsoInstant),
  /** The chance of a full target by out of field, 0 to 1; null: it has no such date. */
  p_full: Schema.NullOr(Schema.Number),
  /** The completes that were expected by that moment, by the profile of its hours. */
  expected_now: Schema.NullOr(Schema.Int),
  /** The completes that are expected by out of field. */
  expected_at_end: Schema.NullOr(Schema.Int),
  pool: ForecastPool,
  /** The finished sources behind the band. */
  like_count: Schema.Int,
})
export type Forecast = typeof Forecast.Type

const NONE = '-'
const secondsOf = (instant: string | null): number | string => (instant === null ? NONE : Date.parse(instant) / 1000)
const orNone = (value: number | null): number | string => value ?? NONE

/**
 * Writes a forecast as one short text, so that a live row compares and pushes it as one cell.
 * @example '1764316800 1764400000 1764410000 - 612 40 96 account 32'
 */
export const forecastText = (forecast: Forecast): string =>
  [
    secondsOf(forecast.asked_at),
    secondsOf(forecast.p10_at),
    secondsOf(forecast.p50_at),
    secondsOf(forecast.p90_at),
    forecast.p_full === null ? NONE : Math.round(forecast.p_full * 1000),
    orNone(forecast.expected_now),
    orNone(forecast.expected_at_end),
    forecast.pool,
    forecast.like_count,
  ].join(' ')

const isPool = Schema.is(ForecastPool)

/** Reads the text of `forecastText`; null: there is no forecast. */
export function forecastOf(text: string | null): Forecast | null {
  if (text === null) return null
  const [asked = '', p10, p50, p90, full, now, end, pool, likes] = text.split(' ')
  const number = (part: string | undefined) => (part === undefined || part === NONE ? null : Number(part))
  const instant = (part: string | undefined) => {
    const seconds = number(part)
    return seconds === null ? null : new Date(seconds * 1000).toISOString()
  }
  const perMille = number(full)
  return {
    asked_at: new Date(Number(asked) * 1000).toISOString(),
    p10_at: instant(p10),
    p50_at: instant(p50),
    p90_at: instant(p90),
    p_full: perMille === null ? null : perMille / 1000,
    expected_now: number(now),
    expected_at_end: number(end),
    pool: isPool(pool) ? pool : 'prior',
    like_count: number(likes) ?? 0,
  }
}
