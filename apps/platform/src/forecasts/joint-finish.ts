import { HOUR_MS } from '#ledger/facts/pacing'
import { HORIZON_HOURS } from './course.ts'
import type { AccountFit } from './fit-account.ts'
import { outlookOf, paceFactorOf, type CompletesBand, type Outlook } from './finish.ts'
import { sumOf, type OpenSource } from './source-past.ts'
import { quantileAt } from './survival.ts'

/** Draws of a survey or project; more move its quantiles by less than an hour in fifty. */
const DRAWS = 199
/** A survey's finish is found to a quarter of an hour of 26 weeks. */
const BISECTIONS = 14
/** Levels of a source's residuals, and moments, at which its course is worked out; draws and moments between are in proportion. */
const LEVELS = 9
const MOMENTS = 60
/** The first moment is an hour from now; each next one is so much later. */
const STEP = HORIZON_HOURS ** (1 / (MOMENTS - 1))

/** The completes of a source by moment, for each level of its residuals, as its surveys and projects add them up. */
export interface JointSource {
  readonly completes: number
  /** Null: it cannot be forecast, and counts with the completes that it has. */
  readonly byLevel: readonly Float64Array[] | null
}

export interface JointPast {
  /** Of the survey or project. */
  readonly targetCompletes: number
  /** Completes of sources that are over, which the target counts as well. */
  readonly completesElsewhere: number
  readonly outOfFieldAtMs: number | null
  readonly sources: readonly JointSource[]
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

/** Works out a source's courses once, for its survey and its project: a paced course is walked hour by hour. */
export function jointSource(fit: AccountFit, source: OpenSource): JointSource {
  const outlook = outlookOf(fit, source)
  return { completes: sumOf(source.completesByHour), byLevel: outlook && coursesOf(outlook, fit.nowMs) }
}

function coursesOf({ course, distribution, scale }: Outlook, nowMs: number): readonly Float64Array[] {
  const moments = Array.from({ length: MOMENTS + 1 }, (_, moment) => momentMs(nowMs, moment))
  return Array.from({ length: LEVELS }, (_, level) =>
    course.completesByEach(paceFactorOf(quantileAt(distribution, (level + 0.5) / LEVELS), scale), moments),
  )
}

const momentMs = (nowMs: number, moment: number): number =>
  moment === 0 ? nowMs : nowMs + STEP ** (moment - 1) * HOUR_MS

/** The place of a time among the moments, with the part of the way to the next. */
function placeOf(hours: number): number {
  if (hours <= 1) return Math.max(0, hours)
  return Math.min(MOMENTS, 1 + Math.log(hours) / Math.log(STEP))
}

/**
 * Forecasts a survey or a project over the sum of its sources: each draw takes one residual of each source from its own
 * distribution (Efron & Tibshirani, An Introduction to the Bootstrap, 1993), and is full when the sum of the courses is. The draws of
 * a source are its quantiles in a shuffled order, the same on every run (Latin hypercube: McKay et al., Technometrics 21, 1979).
 */
export function forecastJointly(
  nowMs: number,
  { targetCompletes, completesElsewhere, outOfFieldAtMs, sources }: JointPast,
): JointForecast {
  const completes = completesElsewhere + sources.reduce((sum, source) => sum + source.completes, 0)
  if (completes >= targetCompletes) return { kind: 'full', completes }
  const known = sources.flatMap(({ completes: own, byLevel }) => (byLevel === null ? [] : [{ own, byLevel }]))
  if (known.length === 0) return { kind: 'none', completes }
  const fixed = completes - known.reduce((sum, { own }) => sum + own, 0)
  const sums = Array.from({ length: DRAWS }, () => new Float64Array(MOMENTS + 1).fill(fixed))
  for (const [at, { byLevel }] of known.entries()) addDraws(sums, byLevel, at)
  const finishes = sums.map(courses => fullAtMs(courses, targetCompletes, nowMs)).toSorted((a, b) => a - b)
  const atEnd =
    outOfFieldAtMs === null
      ? null
      : sums.map(courses => between(courses, placeOf((outOfFieldAtMs - nowMs) / HOUR_MS))).toSorted((a, b) => a - b)
  const finish = (share: number): number | null => {
    const atMs = finishes[Math.round(share * (DRAWS + 1)) - 1] ?? Infinity
    return atMs === Infinity ? null : atMs
  }
  const sum = (share: number): number => Math.min(targetCompletes, atEnd?.[Math.round(share * (DRAWS + 1)) - 1] ?? 0)
  return {
    kind: 'band',
    completes,
    p10AtMs: finish(0.1),
    p50AtMs: finish(0.5),
    p90AtMs: finish(0.9),
    fullByOutOfField: outOfFieldAtMs === null ? null : finishes.filter(atMs => atMs <= outOfFieldAtMs).length / DRAWS,
    byOutOfField: atEnd === null ? null : { p10Completes: sum(0.1), p50Completes: sum(0.5), p90Completes: sum(0.9) },
    forecastSources: known.length,
    allSources: sources.length,
  }
}

/** Adds one course of a source to each draw. */
function addDraws(sums: readonly Float64Array[], byLevel: readonly Float64Array[], sourceAt: number): void {
  const shares = shuffledShares(sourceAt)
  for (const [draw, courses] of sums.entries()) {
    const place = Math.min(LEVELS - 1, Math.max(0, (shares[draw] ?? 0.5) * LEVELS - 0.5))
    const [low, high] = [byLevel[Math.floor(place)], byLevel[Math.ceil(place)]]
    if (low === undefined || high === undefined) continue
    const part = place - Math.floor(place)
    for (let moment = 0; moment <= MOMENTS; moment++) {
      const from = low[moment] ?? 0
      courses[moment] = (courses[moment] ?? 0) + from + part * ((high[moment] ?? 0) - from)
    }
  }
}

/** The shares of a source's residuals, one for each draw. */
function shuffledShares(sourceAt: number): readonly number[] {
  const shares = Array.from({ length: DRAWS }, (_, draw) => (draw + 0.5) / DRAWS)
  // a seeded shuffle (Fisher & Yates) with a linear congruence (Numerical Recipes, 2007, section 7.1)
  let state = 1 + sourceAt
  for (let at = DRAWS - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (at + 1))
    const [one = 1, two = 1] = [shares[at], shares[other]]
    shares[at] = two
    shares[other] = one
  }
  return shares
}

function between(courses: Float64Array, place: number): number {
  const from = courses[Math.floor(place)] ?? 0
  return from + (place - Math.floor(place)) * ((courses[Math.ceil(place)] ?? from) - from)
}

/** When a sum of courses reaches the target, by bisection; Infinity: not within 26 weeks. */
function fullAtMs(courses: Float64Array, targetCompletes: number, nowMs: number): number {
  const isFull = (hours: number): boolean => between(courses, placeOf(hours)) >= targetCompletes - 1e-6
  let [low, high] = [0, HORIZON_HOURS]
  if (!isFull(high)) return Infinity
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2
    if (isFull(middle)) high = middle
    else low = middle
  }
  return nowMs + high * HOUR_MS
}
