import { courseOf, type Course } from './course.ts'
import { isLiveAt, pastExposure, profileOf } from './exposure.ts'
import type { AccountFit } from './fit-account.ts'
import { inflightForecast, type InflightForecast } from './in-flight.ts'
import { likePace } from './like-sources.ts'
import { bucketOf, COMPLETES_MIN, residualScale, type PoolName } from './residuals.ts'
import { likenessOf, sumOf, type OpenSource } from './source-past.ts'
import { lowerQuantile, quantileAt, shareBelow, upperQuantile, type StepDistribution } from './survival.ts'

/** Changes when a forecast of the same past may differ from one before. */
export const MODEL_VERSION = 1

/** Quantiles of a count of completes: 90 % of cases have at least `p10Completes`. */
export interface CompletesBand {
  readonly p10Completes: number
  readonly p50Completes: number
  readonly p90Completes: number
}

export interface FinishBand {
  readonly kind: 'band'
  readonly modelVersion: number
  readonly completes: number
  /** One in ten finishes is earlier, half are earlier, nine in ten are earlier; null: not within 26 weeks, or not with its allocation. */
  readonly p10AtMs: number | null
  readonly p50AtMs: number | null
  readonly p90AtMs: number | null
  /** The chance of being full by out-of-field, from 0 to 1; null: it has no such date. */
  readonly fullByOutOfField: number | null
  readonly byOutOfField: CompletesBand | null
  /** The completes of now on the course that is full just at out-of-field. */
  readonly expectedByNowCompletes: number | null
  readonly inflight: Omit<InflightForecast, 'atLeast'>
  /** Paused: the forecast is that of a source which goes live now. */
  readonly isPaused: boolean
  /** The finished sources behind the band. A source with too few completes of its own borrows those of like sources. */
  readonly pool: PoolName | 'like'
  /** Finished sources in that pool, and those among them that are the account's own. */
  readonly poolSources: number
  readonly accountSources: number
}

export type SourceForecast =
  | { readonly kind: 'full'; readonly completes: number }
  /** "No forecast yet: 2 completes". */
  | { readonly kind: 'none'; readonly completes: number; readonly likeSources: number }
  | FinishBand

/** A source's way from now on, as its forecast, its survey's and its what-ifs need it. */
export interface Outlook {
  readonly completes: number
  readonly targetCompletes: number
  readonly exposureHours: number
  readonly completesPerExposureHour: number
  readonly course: Course
  /** Log of the actual remaining exposure ÷ the expected, divided by `scale`. */
  readonly distribution: StepDistribution
  readonly scale: number
  readonly inflight: InflightForecast
  readonly pool: FinishBand['pool']
  readonly poolSources: number
  readonly accountSources: number
}

/** The pace factor of a residual: a source that takes longer is slower. */
export const paceFactorOf = (residual: number, scale: number): number => Math.exp(-residual * scale)

/**
 * Looks ahead from a source's past: its pace is completes ÷ exposure so far, its spread that of finished
 * sources at the same progress.
 * @param paceFactor by how much it is quicker from now on, as by another price
 * @returns null with fewer than 3 completes and fewer than 3 like sources, or with no exposure
 */
export function outlookOf(fit: AccountFit, source: OpenSource, paceFactor = 1): Outlook | null {
  const { nowMs, calendar, profiles, pools } = fit
  const completes = sumOf(source.completesByHour)
  const profile = profileOf(source, profiles, calendar, nowMs)
  const exposureHours = pastExposure(source, profile, calendar, nowMs).at(-1) ?? 0
  const entrants = sumOf(source.entrantsByHour)
  const inflight = inflightForecast(
    source.inflightAgesMinutes,
    source.medianLoiMinutes ?? source.statedLoiMinutes,
    entrants > 0 ? Math.min(1, (completes + 0.5) / (entrants + 1)) : 0,
  )
  const expected = Math.min(source.targetCompletes, completes + inflight.meanCompletes)
  const spread = spreadOf()
  if (spread === null) return null
  const completesPerExposureHour = paceFactor * spread.completesPerExposureHour
  const course = courseOf({ source, profile, calendar, nowMs, completes: expected, completesPerExposureHour })
  const { targetCompletes } = source
  return { ...spread, completesPerExposureHour, completes, targetCompletes, exposureHours, course, inflight }

  function spreadOf(): Omit<Outlook, 'completes' | 'targetCompletes' | 'exposureHours' | 'course' | 'inflight'> | null {
    if (completes >= COMPLETES_MIN && exposureHours > 0) {
      const pool = pools[bucketOf(completes, source.targetCompletes)]
      if (pool === undefined) return null
      return {
        completesPerExposureHour: completes / exposureHours,
        distribution: pool.distribution,
        scale: residualScale({ completes, exposureHours, remainingCompletes: source.targetCompletes - expected }),
        pool: pool.name,
        poolSources: pool.count,
        accountSources: pool.accountCount,
      }
    }
    const like = likePace(fit.likePaces, source, completes, exposureHours)
    if (like === null) return null
    const { count } = like.distribution
    return { ...like, scale: 1, pool: 'like', poolSources: count, accountSources: count }
  }
}

/**
 * Forecasts the finish of a source: a split-conformal band (Lei et al., J. Am. Stat. Assoc. 113, 2018) around the pace by
 * exposure, and the chance of being full by out-of-field from the same residuals.
 * @param paceFactor by how much it is quicker from now on, as by another price
 */
export function forecastSource(fit: AccountFit, source: OpenSource, paceFactor = 1): SourceForecast {
  const completes = sumOf(source.completesByHour)
  if (completes >= source.targetCompletes) return { kind: 'full', completes }
  const outlook = outlookOf(fit, source, paceFactor)
  if (outlook === null)
    return { kind: 'none', completes, likeSources: fit.likePaces.get(likenessOf(source))?.length ?? 0 }
  const { course, distribution, scale, inflight, pool, poolSources, accountSources } = outlook
  const { atLeast, ...inflightBand } = inflight
  const { outOfFieldAtMs } = source
  const paceFactors = [
    lowerQuantile(distribution, 0.1),
    quantileAt(distribution, 0.5),
    upperQuantile(distribution, 0.9),
  ].map(residual => paceFactorOf(residual, scale))
  // a pacing cap is rounded, so that a quicker course may be behind for an hour
  const finishes = paceFactors
    .map(course.fullAtMs)
    .toSorted((one, other) => (one ?? Number.MAX_VALUE) - (other ?? Number.MAX_VALUE))
  return {
    kind: 'band',
    modelVersion: MODEL_VERSION,
    completes,
    p10AtMs: finishes[0] ?? null,
    p50AtMs: finishes[1] ?? null,
    p90AtMs: finishes[2] ?? null,
    fullByOutOfField: outOfFieldAtMs === null ? null : fullBy(outlook, outOfFieldAtMs, fit.nowMs, atLeast),
    byOutOfField: outOfFieldAtMs === null ? null : completesBandOf(paceFactors, course, outOfFieldAtMs),
    expectedByNowCompletes: outOfFieldAtMs === null ? null : expectedByNow(outlook, outOfFieldAtMs),
    inflight: inflightBand,
    isPaused: !isLiveAt(source.liveIntervals, fit.nowMs),
    pool,
    poolSources,
    accountSources,
  }
}

function completesBandOf(paceFactors: readonly number[], course: Course, atMs: number): CompletesBand {
  const [p10Completes = 0, p50Completes = 0, p90Completes = 0] = paceFactors
    .map(paceFactor => course.completesBy(paceFactor, atMs))
    .toSorted((one, other) => one - other)
  return { p10Completes, p50Completes, p90Completes }
}

/** The chance of being full by a moment: by respondents in progress alone, or by the pace that it takes. */
export function fullBy(
  { course, distribution, scale, completes, targetCompletes }: Outlook,
  atMs: number,
  nowMs: number,
  atLeast: Float64Array,
): number {
  if (atMs <= nowMs) return 0
  const inflightAlone = atLeast[targetCompletes - completes] ?? 0
  const factor = course.leastFactor(atMs)
  const byPace = factor === Infinity ? 0 : factor === 0 ? 1 : shareBelow(distribution, -Math.log(factor) / scale)
  return inflightAlone + (1 - inflightAlone) * byPace
}

function expectedByNow(
  { course, completes, targetCompletes, exposureHours, completesPerExposureHour }: Outlook,
  outOfFieldAtMs: number,
): number {
  const least = course.leastFactor(outOfFieldAtMs)
  if (least === 0) return completes
  const needed = (targetCompletes - completes) / (completesPerExposureHour * least)
  return least === Infinity ? targetCompletes : (targetCompletes * exposureHours) / (exposureHours + needed)
}
