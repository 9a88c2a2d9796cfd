import { studentQuantile } from './distributions.ts'
import { pastExposure, profileOf, type Profiles } from './exposure.ts'
import type { HourCalendar } from './hours-of-week.ts'
import { COMPLETES_MIN } from './residuals.ts'
import { likenessOf, sumOf, type FinishedSource, type SourcePast } from './source-past.ts'
import type { StepDistribution } from './survival.ts'

/** Fewer like sources give no pace: "cannot tell: 2 like sources". */
export const LIKE_MIN = 3
const STEPS = 39

/** The log pace of each finished source that has one, in completes for each hour of exposure, by its id. */
export type LogPaces = ReadonlyMap<number, number>

export function logPacesOf(finished: readonly FinishedSource[], profiles: Profiles, calendar: HourCalendar): LogPaces {
  const paces = new Map<number, number>()
  for (const source of finished) {
    const completes = sumOf(source.completesByHour)
    const profile = profileOf(source, profiles, calendar, source.endedAtMs)
    const exposure = pastExposure(source, profile, calendar, source.endedAtMs).at(-1) ?? 0
    if (completes >= COMPLETES_MIN && exposure > 0) paces.set(source.sourceId, Math.log(completes / exposure))
  }
  return paces
}

/** Log paces of finished sources by supplier and country. */
export type LikePaces = ReadonlyMap<string, readonly number[]>

export function likePaces(finished: readonly FinishedSource[], logPaces: LogPaces): LikePaces {
  const paces = new Map<string, number[]>()
  for (const source of finished) {
    const pace = logPaces.get(source.sourceId)
    if (pace === undefined) continue
    const key = likenessOf(source)
    paces.set(key, [...(paces.get(key) ?? []), pace])
  }
  return paces
}

/** The pace to expect of one more like source, with its distribution in the form of residuals. */
export interface LikePace {
  readonly completesPerExposureHour: number
  readonly distribution: StepDistribution
}

/**
 * The pace of a source by its like sources, and by its own completes as far as there are some: a gamma prior of the like
 * sources' mean and spread (Gelman et al., Bayesian Data Analysis, 2013, section 2.6). Its distribution is the prediction
 * interval of one more value of a normal sample (Hahn & Meeker, Statistical Intervals, 1991), narrowed by its own completes.
 * @returns null with fewer than 3 like sources
 */
export function likePace(
  paces: LikePaces,
  source: Pick<SourcePast, 'supplierId' | 'country'>,
  completes: number,
  exposureHours: number,
): LikePace | null {
  const logs = paces.get(likenessOf(source)) ?? []
  if (logs.length < LIKE_MIN) return null
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1)
  const spread = Math.sqrt(Math.max(variance, LOG_VARIANCE_MIN) * (1 + 1 / logs.length))
  const priorCompletes = 1 / spread ** 2
  const own = Math.sqrt(priorCompletes / (priorCompletes + completes))
  const shares = Array.from({ length: STEPS }, (_, at) => (at + 1) / (STEPS + 1))
  return {
    completesPerExposureHour: (completes + priorCompletes) / (exposureHours + priorCompletes / Math.exp(mean)),
    distribution: {
      values: shares.map(share => studentQuantile(share, logs.length - 1) * spread * own),
      shares,
      count: logs.length,
    },
  }
}

/** Three sources that happen to be alike prove no certainty. */
const LOG_VARIANCE_MIN = 0.02
