import {
  EFFECT_HOURS,
  EFFECT_HOURS_MIN,
  effectOf,
  expectedCompletes,
  logRatio,
  middleOf,
  standardOf,
  type Came,
} from '@desk/platform/forecasts/effect'
import { forecastSource } from '@desk/platform/forecasts/finish'
import { fitAccount } from '@desk/platform/forecasts/fit-account'
import { likenessOf, sumOf } from '@desk/platform/forecasts/source-past'
import { Chance } from './chance.ts'
import { isChangedBetween } from './finishes.ts'
import { asOpen, HOUR_MS, knownAt, pastUntil, ZONE, type SimulatedSource } from './simulated-account.ts'

const PLACEBOS_A_SOURCE = 3

export interface Placebo {
  readonly isZeroWithin: boolean
  readonly isAbove: boolean
  readonly likeSources: number
  /** The standardised log ratio: its quantiles on the tuning seeds are those of the formula. */
  readonly standardised: number
  /** Of the expected completes. */
  readonly widthShare: number
}

/** Acts that change nothing, at random moments of each source's field. */
export function scorePlacebos(seed: number, sources: readonly SimulatedSource[]): readonly Placebo[] {
  const chance = new Chance(90_000 + seed)
  const scored: Placebo[] = []
  for (const source of sources)
    for (let at = 0; at < PLACEBOS_A_SOURCE; at++) {
      const closesAtMs = Math.min(source.fullAtMs, source.outOfFieldAtMs ?? Infinity)
      const hours = Math.floor(chance.uniform(0.05, 0.95) * ((closesAtMs - source.firstHourMs) / HOUR_MS))
      const placebo = placeboAt(sources, source, source.firstHourMs + hours * HOUR_MS)
      if (placebo !== null) scored.push(placebo)
    }
  return scored
}

function placeboAt(sources: readonly SimulatedSource[], source: SimulatedSource, nowMs: number): Placebo | null {
  const fit = fitAccount({ zone: ZONE, ...knownAt(sources, nowMs) }, null, nowMs)
  const profile = fit.profiles.byLikeness.get(likenessOf(source)) ?? fit.profiles.account
  let untilMs = nowMs + EFFECT_HOURS * HOUR_MS
  const cameOf = (other: SimulatedSource): Came | null => {
    if (other.firstHourMs >= nowMs || Math.min(other.fullAtMs, other.outOfFieldAtMs ?? Infinity) <= untilMs) return null
    if (isChangedBetween(other, nowMs - 1, untilMs) || !isLive(other, nowMs)) return null
    const past = asOpen(pastUntil(other, nowMs))
    const forecast = forecastSource(fit, past)
    if (forecast.kind !== 'band' || forecast.p50AtMs === null) return null
    const sealed = {
      askedAtMs: nowMs,
      completes: forecast.completes,
      targetCompletes: other.targetCompletes,
      p50AtMs: forecast.p50AtMs,
    }
    if (other === source) untilMs = Math.min(untilMs, Math.floor(middleOf(sealed) / HOUR_MS) * HOUR_MS)
    if (untilMs - nowMs < EFFECT_HOURS_MIN * HOUR_MS) return null
    const expected = expectedCompletes(sealed, profile, fit.calendar, [nowMs, untilMs])
    if (expected === null) return null
    const [from, until] = [nowMs, untilMs].map(ms => (ms - other.firstHourMs) / HOUR_MS)
    return { expected, actual: sumOf(other.completesByHour.slice(from, until)), completesBefore: forecast.completes }
  }
  const own = cameOf(source)
  if (own === null) return null
  const like = sources
    .filter(other => other !== source && likenessOf(other) === likenessOf(source))
    .flatMap(other => cameOf(other) ?? [])
  const effect = effectOf(own, like)
  const standard = standardOf(own, like)
  if (effect === null || standard === null) return null
  return {
    isZeroWithin: effect.lowCompletes <= 0 && effect.highCompletes >= 0,
    isAbove: effect.lowCompletes > 0,
    likeSources: effect.likeSources,
    standardised: (logRatio(own) - standard.mean) / standard.deviation,
    widthShare: (effect.highCompletes - effect.lowCompletes) / own.expected,
  }
}

const isLive = ({ liveIntervals }: SimulatedSource, atMs: number): boolean =>
  liveIntervals.some(({ fromMs, untilMs }) => fromMs <= atMs && (untilMs === null || atMs < untilMs))
