import { HOUR_MS } from '#ledger/facts/pacing'
import { pastExposure, profileOf, type Profiles } from './exposure.ts'
import type { HourCalendar } from './hours-of-week.ts'
import { PRIOR_RESIDUALS } from './prior-residuals.ts'
import type { FinishedSource } from './source-past.ts'
import { stepDistribution, type Observed, type StepDistribution } from './survival.ts'

/** The progress at which finished sources are asked afterwards how far off a forecast would have been. */
export const CHECKPOINTS = [0.1, 0.25, 0.5, 0.75] as const
/** Fewer sources in a bucket give no band of their own. */
const POOL_MIN = 20
/** With fewer completes there is no pace to speak of. */
export const COMPLETES_MIN = 3
/** The part of a pace's variance that no number of completes takes away: days, outages, exhaustion. */
const MODEL_VARIANCE = 0.1

/** By how much a finished source took longer than its point forecast at a checkpoint, as a log ratio of exposures ÷ its scale. */
export interface Residual extends Observed {
  /** Which checkpoint, from 0. */
  readonly bucket: number
}

/** Whose finished sources a band comes from. */
export type PoolName = 'account' | 'installation' | 'prior'

export interface ResidualPool {
  readonly name: PoolName
  /** Finished sources in it, of this bucket. */
  readonly count: number
  /** Of these the account's own. */
  readonly accountCount: number
  readonly distribution: StepDistribution
}

/**
 * The expected size of a residual: the spread of a ratio of two Poisson counts, and of the pace itself. Dividing by it makes
 * residuals of small and large sources comparable (locally weighted split-conformal bands: Lei et al., J. Am. Stat. Assoc. 113,
 * 2018, section 5.2).
 */
export function residualScale(completes: number, remainingCompletes: number): number {
  return Math.sqrt(1 / Math.max(1, completes) + 1 / Math.max(1, remainingCompletes) + MODEL_VARIANCE)
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
    const soFar = exposure[hour] ?? 0
    const actual = (exposure.at(-1) ?? 0) - soFar
    const remaining = targetCompletes - completes
    const point = (remaining * soFar) / completes
    if (!(point > 0) || !(actual > 0)) continue
    residuals.push({
      bucket,
      value: Math.log(actual / point) / residualScale(completes, remaining),
      isCensored: !isFull,
    })
  }
  return residuals
}

/** The pool of each bucket: the account's own finished sources if there are 20, else the installation's, else the shipped prior. */
export function residualPools(
  account: readonly Residual[],
  installation: readonly Residual[],
): readonly ResidualPool[] {
  return CHECKPOINTS.map((_, bucket) => {
    const own = account.filter(residual => residual.bucket === bucket)
    const pools = [
      ['account', own],
      ['installation', installation.filter(residual => residual.bucket === bucket)],
    ] as const
    const ownDistribution = stepDistribution(own)
    for (const [name, residuals] of pools) {
      const distribution = name === 'account' ? ownDistribution : stepDistribution(residuals)
      if (distribution.count >= POOL_MIN)
        return { name, count: distribution.count, accountCount: ownDistribution.count, distribution }
    }
    const prior = stepDistribution((PRIOR_RESIDUALS[bucket] ?? []).map(value => ({ value, isCensored: false })))
    return { name: 'prior', count: prior.count, accountCount: ownDistribution.count, distribution: prior }
  })
}
