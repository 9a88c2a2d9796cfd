import type { AccountFit } from './fit-account.ts'
import { outlookOf, paceFactorOf, type CompletesBand, type Outlook } from './finish.ts'
import { sumOf, type OpenSource } from './source-past.ts'
import { quantileAt } from './survival.ts'
import { HORIZON_HOURS } from './course.ts'
import { HOUR_MS } from '#ledger/facts/pacing'

/** Draws of a survey or project; more move its quantiles by less than an hour in fifty. */
const DRAWS = 199
/** A survey's finish is found to a quarter of an hour of 26 weeks. */
const BISECTIONS = 14

export interface JointPast {
  /** Of the survey or project. */
  readonly targetCompletes: number
  /** Completes of sources that are over, which the target counts as well. */
  readonly completesElsewhere: number
  readonly outOfFieldAtMs: number | null
  readonly sources: readonly OpenSource[]
}

export type JointForecast =
  | { readonly kind: 'full'; readonly completes: number }
  | { readonly kind: 'none'; readonly completes: number }
  | {
      readonly kind: 'band'
      readonly completes: number
      /** Null: not within 26 weeks. */
      readonly p10AtMs: number | null
      readonly p50AtMs: number | null
      readonly p90AtMs: number | null
      readonly fullByOutOfField: number | null
      readonly byOutOfField: CompletesBand | null
      /** Sources that can be forecast, of all: the others count with the completes that they have. */
      readonly forecastSources: number
      readonly allSources: number
    }

/**
 * Forecasts a survey or a project over the sum of its sources: each draw takes one residual of each source from its own
 * distribution (Efron & Tibshirani, An Introduction to the Bootstrap, 1993), and is full when the sum of the courses is. The draws of
 * a source are its quantiles in a shuffled order, the same on every run (Latin hypercube: McKay et al., Technometrics 21, 1979).
 */
export function forecastJointly(
  fit: AccountFit,
  { targetCompletes, completesElsewhere, outOfFieldAtMs, sources }: JointPast,
): JointForecast {
  const completes = completesElsewhere + sources.reduce((sum, source) => sum + sumOf(source.completesByHour), 0)
  if (completes >= targetCompletes) return { kind: 'full', completes }
  const outlooks = sources.map(source => outlookOf(fit, source))
  const known = outlooks.filter(outlook => outlook !== null)
  if (known.length === 0) return { kind: 'none', completes }
  const fixed = completes - known.reduce((sum, outlook) => sum + outlook.completes, 0)
  const factors = known.map((outlook, at) => drawnFactors(outlook, at))
  const completesBy = (draw: number, atMs: number): number =>
    known.reduce((sum, { course }, at) => sum + course.completesBy(factors[at]?.[draw] ?? 1, atMs), fixed)
  const draws = Array.from({ length: DRAWS }, (_, draw) => draw)
  const finishes = draws
    .map(draw => fullAtMs(atMs => completesBy(draw, atMs), targetCompletes, fit.nowMs))
    .toSorted((a, b) => a - b)
  const sums =
    outOfFieldAtMs === null ? null : draws.map(draw => completesBy(draw, outOfFieldAtMs)).toSorted((a, b) => a - b)
  const finish = (share: number): number | null => {
    const atMs = finishes[Math.round(share * (DRAWS + 1)) - 1] ?? Infinity
    return atMs === Infinity ? null : atMs
  }
  const sum = (share: number): number => Math.min(targetCompletes, sums?.[Math.round(share * (DRAWS + 1)) - 1] ?? 0)
  return {
    kind: 'band',
    completes,
    p10AtMs: finish(0.1),
    p50AtMs: finish(0.5),
    p90AtMs: finish(0.9),
    fullByOutOfField: outOfFieldAtMs === null ? null : finishes.filter(atMs => atMs <= outOfFieldAtMs).length / DRAWS,
    byOutOfField: sums === null ? null : { p10Completes: sum(0.1), p50Completes: sum(0.5), p90Completes: sum(0.9) },
    forecastSources: known.length,
    allSources: sources.length,
  }
}

/** Pace factors of a source, one for each draw. */
function drawnFactors({ distribution, scale }: Outlook, sourceAt: number): readonly number[] {
  const factors = Array.from({ length: DRAWS }, (_, draw) =>
    paceFactorOf(quantileAt(distribution, (draw + 0.5) / DRAWS), scale),
  )
  // a seeded shuffle (Fisher & Yates) with a linear congruence (Numerical Recipes, 2007, section 7.1)
  let state = 1 + sourceAt
  for (let at = DRAWS - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (at + 1))
    const [one = 1, two = 1] = [factors[at], factors[other]]
    factors[at] = two
    factors[other] = one
  }
  return factors
}

/** When a sum of courses reaches the target, by bisection; Infinity: not within 26 weeks. */
function fullAtMs(completesBy: (atMs: number) => number, targetCompletes: number, nowMs: number): number {
  let [low, high] = [nowMs, nowMs + HORIZON_HOURS * HOUR_MS]
  const isFull = (atMs: number): boolean => completesBy(atMs) >= targetCompletes - 1e-6
  if (!isFull(high)) return Infinity
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2
    if (isFull(middle)) high = middle
    else low = middle
  }
  return high
}
