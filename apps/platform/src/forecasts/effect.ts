import { HOUR_MS } from '#ledger/facts/pacing'
import type { Profile } from './exposure.ts'
import { placeOf, type HourCalendar } from './hours-of-week.ts'

/** A forecast as it was sealed. */
export interface SealedPace {
  readonly askedAtMs: number
  readonly completes: number
  readonly targetCompletes: number
  readonly p50AtMs: number
}

/** Completes of a source over a time: those that its sealed forecast says, and those that came. */
export interface Came {
  readonly expected: number
  readonly actual: number
  /** When the forecast was sealed: few say little about its pace. */
  readonly completesBefore: number
}

/** The completes that came by an act, of 10, 50 and 90 of 100 cases. */
export interface Effect {
  readonly completes: number
  readonly lowCompletes: number
  readonly highCompletes: number
  /** Like sources that were live in the same time. */
  readonly likeSources: number
}

/** An effect is of so much time after the act, and of no less than the second. */
export const EFFECT_HOURS = 24
export const EFFECT_HOURS_MIN = 6
/** With fewer expected completes any count may be chance. */
export const EXPECTED_MIN = 5
/** Only the first half of the way to the finish counts: near its end a source can have no more completes than its target. */
const WAY_SHARE = 0.5

/** Log variances, by the tuning seeds of the bench: between sources, and of times that like sources share. */
const OWN_VARIANCE = 0.09
const SHARED_VARIANCE = 0.03
/** Quantiles of the standardised log ratio of acts that change nothing: outages make the lower side long. */
const PLACEBO_QUANTILES = { low: -1.9, middle: -0.06, high: 1.28 } as const

/**
 * The completes that a sealed forecast says for a time: the rest of its target, by exposure on the way to its middle finish.
 * @returns null when the time is not on the first half of that way
 */
export function expectedCompletes(
  sealed: SealedPace,
  profile: Profile,
  calendar: HourCalendar,
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): number | null {
  const { askedAtMs, p50AtMs } = sealed
  if (untilMs > middleOf(sealed)) return null
  const whole = exposure(profile, calendar, askedAtMs, p50AtMs)
  if (whole <= 0) return null
  return ((sealed.targetCompletes - sealed.completes) * exposure(profile, calendar, fromMs, untilMs)) / whole
}

/** The end of the first half of the way to the finish. */
export const middleOf = ({ askedAtMs, p50AtMs }: SealedPace): number => askedAtMs + WAY_SHARE * (p50AtMs - askedAtMs)

/** Mean hours of a time, each weighted by its hour of the week. */
function exposure(profile: Profile, calendar: HourCalendar, fromMs: number, untilMs: number): number {
  let sum = 0
  for (let at = fromMs; at < untilMs;) {
    const next = Math.min(untilMs, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS)
    sum += ((next - at) / HOUR_MS) * (profile[calendar.hoursOfWeek[placeOf(calendar, at)] ?? 0] ?? 1)
    at = next
  }
  return sum
}

/**
 * The completes that came by an act: those of its source, less those that its forecast and the change of like sources in the same time
 * say. Like sources share a log ratio of actual to expected, by the best linear unbiased predictor of a random effect (Robinson,
 * Statistical Science 6, 1991). The interval is that of acts which change nothing (placebos in time: Abadie, Diamond & Hainmueller,
 * J. Am. Stat. Assoc. 105, 2010), standardised by what counts, sources and shared times differ by.
 * @returns null with fewer than 5 expected completes
 */
export function effectOf(own: Came, like: readonly Came[]): Effect | null {
  const standard = standardOf(own, like)
  if (standard === null) return null
  const { mean, deviation } = standard
  const without = (quantile: number): number => own.expected * Math.exp(mean + quantile * deviation)
  return {
    completes: own.actual - without(PLACEBO_QUANTILES.middle),
    lowCompletes: own.actual - without(PLACEBO_QUANTILES.high),
    highCompletes: own.actual - without(PLACEBO_QUANTILES.low),
    likeSources: standard.likeSources,
  }
}

/** The log ratio that a source without an act would have, by its like sources: its mean, and how far it may be off. */
export function standardOf(
  own: Came,
  like: readonly Came[],
): { readonly mean: number; readonly deviation: number; readonly likeSources: number } | null {
  if (own.expected < EXPECTED_MIN) return null
  const counted = like.filter(({ expected }) => expected >= EXPECTED_MIN)
  let [weights, weighted] = [0, 0]
  for (const one of counted) {
    const weight = 1 / varianceOf(one)
    weights += weight
    weighted += weight * logRatio(one)
  }
  const share = SHARED_VARIANCE / (1 + SHARED_VARIANCE * weights)
  return { mean: share * weighted, deviation: Math.sqrt(share + varianceOf(own)), likeSources: counted.length }
}

/** The log of completes that came ÷ expected; a half more of both, so that none is a number. */
export const logRatio = ({ actual, expected }: Came): number => Math.log((actual + 0.5) / (expected + 0.5))

const varianceOf = ({ expected, completesBefore }: Came): number =>
  OWN_VARIANCE + 1 / expected + 1 / Math.max(1, completesBefore)
