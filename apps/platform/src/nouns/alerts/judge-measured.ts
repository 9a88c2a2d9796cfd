import type { AlertFacts } from '@desk/schema/alerts/alert'
import { ALERT_MINIMUMS, type ThresholdKind } from '@desk/schema/alerts/alert-kinds'
import { forecastOf } from '@desk/schema/forecasts/forecast'
import { HOUR_MS } from '#ledger/facts/pacing'

/** The measures of a live source. */
export interface Measured {
  readonly target: number
  readonly outOfFieldAtMs: number | null
  readonly liveSinceMs: number | null
  readonly entrants: number
  /** Completes, OQs and terms. */
  readonly tried: number
  readonly completes: number
  /** Completes of the last 24 hours, or of the time since it is live. */
  readonly dayCompletes: number
  /** The counts of 24 hours ago, or a little earlier; null: it was not live then. */
  readonly sample: { readonly entrants: number; readonly tried: number; readonly completes: number } | null
  /** Returns of the last hour with a wrong hash, as far as they can come from the survey, and completes of about that time. */
  readonly badHashes: number
  readonly recentCompletes: number
  /** The text of its latest forecast (`forecastText`). */
  readonly forecast: string | null
}

/** The kinds that are measured of a source. */
export type MeasuredKind = Exclude<ThresholdKind, 'closing_window'>

/** Facts: raise it; `clear`: the episode has ended; `between`: neither, so that a figure at the threshold does not flutter. */
export type Verdict = AlertFacts | 'clear' | 'between'

const DAY_HOURS = 24
/** An episode ends at half of the threshold. */
const CLEAR_AT = 0.5
const round = (percent: number): number => Math.round(percent * 10) / 10

/** The verdict of each measured kind. */
export const JUDGES: Readonly<Record<MeasuredKind, (source: Measured, percent: number, nowMs: number) => Verdict>> = {
  will_not_be_full({ target, completes, forecast }, percent) {
    const { p_full, expected_at_end } = forecastOf(forecast) ?? {}
    if (completes >= target) return 'clear'
    if (p_full == null || expected_at_end == null) return 'between'
    if (target - expected_at_end < ALERT_MINIMUMS.short) return 'clear'
    const facts = { target, completes, forecast: expected_at_end, percent: round(p_full * 100) }
    return verdictOn((1 - p_full) * 100, percent, facts)
  },
  behind_pace({ target, outOfFieldAtMs, liveSinceMs, completes, dayCompletes, forecast: stored }, percent, nowMs) {
    // its forecast says more
    if (forecastOf(stored)?.p_full != null) return 'clear'
    if (target < ALERT_MINIMUMS.target || completes >= target || outOfFieldAtMs === null || outOfFieldAtMs <= nowMs)
      return 'clear'
    const hours = liveSinceMs === null ? 0 : Math.min(DAY_HOURS, (nowMs - liveSinceMs) / HOUR_MS)
    if (hours < ALERT_MINIMUMS.liveHours) return 'between'
    const forecast = Math.floor(completes + (dayCompletes / hours) * ((outOfFieldAtMs - nowMs) / HOUR_MS) + 1e-6)
    const missing = 100 - (forecast * 100) / target
    return verdictOn(missing, percent, { target, completes, forecast })
  },
  ir_fell: ({ tried, completes, sample }, percent) =>
    fell({ of: tried, completes }, sample && { ...sample, of: sample.tried }, percent),
  conversion_fell: ({ entrants, completes, sample }, percent) =>
    fell({ of: entrants, completes }, sample && { ...sample, of: sample.entrants }, percent),
  hash_errors({ badHashes, recentCompletes }, percent) {
    if (badHashes < ALERT_MINIMUMS.hashErrors) return 'clear'
    const share = (badHashes * 100) / (badHashes + recentCompletes)
    return verdictOn(share, percent, { errors: badHashes, percent: round(share) })
  },
}

function verdictOn(value: number, percent: number, facts: AlertFacts): Verdict {
  if (value >= percent) return facts
  return value <= percent * CLEAR_AT ? 'clear' : 'between'
}

interface Share {
  readonly of: number
  readonly completes: number
}

/** Compares the share of completes since the sample with that before it. */
function fell(now: Share, sample: Share | null, percent: number): Verdict {
  const recent = sample === null ? 0 : now.of - sample.of
  if (sample === null || recent < ALERT_MINIMUMS.respondents || sample.of < ALERT_MINIMUMS.respondents) return 'between'
  const before = (sample.completes * 100) / sample.of
  if (before === 0) return 'clear'
  const after = ((now.completes - sample.completes) * 100) / recent
  return verdictOn(100 - (after * 100) / before, percent, { percent: round(after), before_percent: round(before) })
}
