import { HOUR_MS } from '#ledger/facts/pacing'
import { pastExposure, profileOf, type Profiles } from './exposure.ts'
import type { HourCalendar } from './hours-of-week.ts'
import { PRIOR_RESIDUALS } from './prior-residuals.ts'
import type { FinishedSource } from './source-past.ts'
import { quantileAt, stepDistribution, type Observed, type StepDistribution } from './survival.ts'

/** The progress at which finished sources are asked afterwards how far off a forecast would have been. */
export const CHECKPOINTS = [0.1, 0.25, 0.5, 0.75] as const
/** Fewer sources in a bucket give no band of their own; so many of the wider pool are added to it. */
const POOL_MIN = 20
const HIGHEST_SHARE = 0.9
/** With fewer completes there is no pace to speak of. */
export const COMPLETES_MIN = 3
/** The variance of a log residual that neither completes nor time take away, and that of a day: shocks and outages (bench/forecast, its seeds for tuning). */
const MODEL_VARIANCE = 0.06
const PAST_DAY_VARIANCE = 0.035
const COMING_DAY_VARIANCE = 0.08
const DAY_HOURS = 24
const HOURS_MIN = 6

/** By how much a finished source took longer than its point forecast at a checkpoint, as a log ratio of exposures ÷ its scale. */
export interface Residual extends Observed {
  /** Which checkpoint, from 0. */
  readonly bucket: number
}

/** The finished sources behind a band: the account's own, or the wider pool. */
export type PoolName = 'account' | 'installation' | 'prior'

export interface ResidualPool {
  readonly name: PoolName
  /** Finished sources in it, of this bucket. */
  readonly count: number
  /** Of these the account's own. */
  readonly accountCount: number
  readonly distribution: StepDistribution
}

/** The counts of a point forecast: its pace is completes ÷ exposure so far. */
export interface PointForecast {
  readonly completes: number
  readonly exposureHours: number
  readonly remainingCompletes: number
}

/** The exposure that remains at the pace so far. */
export function pointHours({ completes, exposureHours, remainingCompletes }: PointForecast): number {
  return (remainingCompletes * exposureHours) / completes
}

/**
 * The expected size of a residual: the spread of a ratio of two Poisson counts, of the days that these counts are of, and of the
 * pace itself. Dividing by it makes residuals of small and large, short and long sources comparable (locally weighted
 * split-conformal bands: Lei et al., J. Am. Stat. Assoc. 113, 2018, section 5.2).
 */
export function residualScale(point: PointForecast): number {
  return Math.sqrt(
    1 / Math.max(1, point.completes) +
      1 / Math.max(1, point.remainingCompletes) +
      MODEL_VARIANCE +
      (PAST_DAY_VARIANCE * DAY_HOURS) / Math.max(HOURS_MIN, point.exposureHours) +
      (COMING_DAY_VARIANCE * DAY_HOURS) / Math.max(HOURS_MIN, pointHours(point)),
  )
}

/** The bucket of a progress: that of the nearest checkpoint. */
export function bucketOf(completes: number, targetCompletes: number): number {
  const progress = completes / targetCompletes
  const nearest = CHECKPOINTS.map(checkpoint => Math.abs(checkpoint - progress))
  return nearest.indexOf(Math.min(...nearest))
}

/**
 * Residuals of a finished source: at each checkpoint the point forecast is made from its past alone and compared with its end.
 * A source that was closed before it was full is censored: it would have taken longer.
 */
export function residualsOf(source: FinishedSource, profiles: Profiles, calendar: HourCalendar): readonly Residual[] {
  const { completesByHour, targetCompletes, firstHourMs, endedAtMs, isFull } = source
  const residuals: Residual[] = []
  let [completes, hour] = [0, 0]
  for (const [bucket, checkpoint] of CHECKPOINTS.entries()) {
    const wanted = Math.max(COMPLETES_MIN, checkpoint * targetCompletes)
    while (completes < wanted && hour < completesByHour.length) completes += completesByHour[hour++] ?? 0
    const askedAtMs = Math.min(firstHourMs + hour * HOUR_MS, endedAtMs)
    if (completes < wanted || completes >= targetCompletes || askedAtMs >= endedAtMs) continue
    const profile = profileOf(source, profiles, calendar, askedAtMs)
    const exposure = pastExposure(source, profile, calendar, endedAtMs)
    const actualHours = (exposure.at(-1) ?? 0) - (exposure[hour] ?? 0)
    const point = { completes, exposureHours: exposure[hour] ?? 0, remainingCompletes: targetCompletes - completes }
    if (point.exposureHours <= 0 || actualHours <= 0) continue
    residuals.push({
      bucket,
      value: Math.log(actualHours / pointHours(point)) / residualScale(point),
      isCensored: !isFull,
    })
  }
  return residuals
}

/**
 * The pool of each bucket: the account's own finished sources if there are 20, else the installation's, else the shipped prior. Each
 * pool also has 20 quantiles of the wider one, so that the first own sources move the band little by little (a prior of 20
 * observations: Gelman et al., Bayesian Data Analysis, 2013, section 2.4).
 */
export function residualPools(
  account: readonly Residual[],
  installation: readonly Residual[],
): readonly ResidualPool[] {
  return CHECKPOINTS.map((_, bucket) => {
    const ofBucket = (residuals: readonly Residual[]) => residuals.filter(residual => residual.bucket === bucket)
    const [own, all] = [ofBucket(account), ofBucket(installation)]
    const [ownFull, allFull] = [fullOnes(own), fullOnes(all)]
    const prior = (PRIOR_RESIDUALS[bucket] ?? []).map(value => ({ value, isCensored: false }))
    const ofPrior = stepDistribution(prior)
    const ofAll = stepDistribution([...all, ...thinned(ofPrior)])
    const isAllWide = allFull >= POOL_MIN && knowsItsBand(ofAll)
    const ofAccount = stepDistribution([...own, ...thinned(isAllWide ? ofAll : ofPrior)])
    const accountCount = ownFull
    if (ownFull >= POOL_MIN && knowsItsBand(ofAccount))
      return { name: 'account', count: ownFull, accountCount, distribution: ofAccount }
    if (isAllWide) return { name: 'installation', count: allFull, accountCount, distribution: ofAll }
    return { name: 'prior', count: prior.length, accountCount, distribution: ofPrior }
  })
}

/** Where too many were closed early, the late end of the band is not known. */
const knowsItsBand = ({ shares }: StepDistribution): boolean => (shares.at(-1) ?? 0) >= HIGHEST_SHARE

const fullOnes = (residuals: readonly Residual[]): number => residuals.filter(({ isCensored }) => !isCensored).length

/** A distribution as 20 values with equal shares. */
function thinned(distribution: StepDistribution): readonly Observed[] {
  const greatest = distribution.values.at(-1) ?? 0
  return Array.from({ length: POOL_MIN }, (_, at) => {
    const value = quantileAt(distribution, (at + 0.5) / POOL_MIN)
    return Number.isFinite(value) ? { value, isCensored: false } : { value: greatest, isCensored: true }
  })
}
