import type { AccountFit } from './fit-account.ts'
import { forecastSource, type CompletesBand, type SourceForecast } from './finish.ts'
import { sumOf, type OpenSource } from './source-past.ts'

/** The stated share of a quota counts as much as this many completes of its source. */
const STATED_COMPLETES = 10

export interface QuotaPast {
  readonly targetCompletes: number
  readonly completes: number
  /** The share of the source's completes that its plan gives the quota, from 0 to 1; null: no plan says it. */
  readonly statedShare: number | null
}

/**
 * Forecasts a quota as a source whose pace is its share of the source's: the share so far, shrunk to the stated one (a beta prior of
 * 10 completes: Gelman et al., Bayesian Data Analysis, 2013, section 2.4). The band is that of the source.
 */
export function forecastQuota(fit: AccountFit, source: OpenSource, quota: QuotaPast): SourceForecast {
  const all = sumOf(source.completesByHour)
  const { completes, targetCompletes, statedShare } = quota
  if (completes >= targetCompletes) return { kind: 'full', completes }
  const prior = statedShare === null ? 0 : STATED_COMPLETES
  const share = all + prior === 0 ? 0 : (completes + prior * (statedShare ?? 0)) / (all + prior)
  if (share === 0) return { kind: 'none', completes, likeSources: 0 }
  // the source in the quota's measure: so many completes of any kind until the quota has its own
  const forecast = forecastSource(fit, {
    ...source,
    targetCompletes: all + Math.ceil((targetCompletes - completes) / share),
  })
  if (forecast.kind !== 'band') return { ...forecast, completes }
  const { byOutOfField, expectedByNowCompletes, inflight } = forecast
  const own = (sourceCompletes: number): number =>
    Math.min(targetCompletes, completes + share * (sourceCompletes - all))
  const part = (inFlight: CompletesBand): CompletesBand => ({
    p10Completes: Math.floor(share * inFlight.p10Completes),
    p50Completes: Math.round(share * inFlight.p50Completes),
    p90Completes: Math.ceil(share * inFlight.p90Completes),
  })
  return {
    ...forecast,
    completes,
    byOutOfField: byOutOfField && {
      p10Completes: own(byOutOfField.p10Completes),
      p50Completes: own(byOutOfField.p50Completes),
      p90Completes: own(byOutOfField.p90Completes),
    },
    expectedByNowCompletes: expectedByNowCompletes === null ? null : Math.max(0, own(expectedByNowCompletes)),
    inflight: { ...part(inflight), meanCompletes: share * inflight.meanCompletes },
  }
}
