import { forecastSource } from '@desk/platform/forecasts/finish'
import { fitAccount } from '@desk/platform/forecasts/fit-account'
import { likenessOf } from '@desk/platform/forecasts/source-past'
import { whatIf } from '@desk/platform/forecasts/what-if'
import { quantile } from '../measure.ts'
import { asOpen, pastUntil, simulateAccount, ZONE, type SimulatedSource } from './simulated-account.ts'

/**
 * An account with so many live and as many finished sources: how long all forecasts of an hour, and a what-if about a price,
 * take on one core.
 */
export function measureForecasts(liveSources: number) {
  const sources = simulateAccount(99, 2 * liveSources)
  const nowMs = Math.max(...sources.map(({ fullAtMs }) => fullAtMs))
  const half = (source: SimulatedSource) => source.firstHourMs + (source.fullAtMs - source.firstHourMs) / 2
  const finished = sources
    .slice(0, liveSources)
    .map(source => ({ ...source, endedAtMs: source.fullAtMs, isFull: true }))
  const open = sources.slice(liveSources).map(source => asOpen(pastUntil(source, half(source))))
  const startMs = performance.now()
  const fit = fitAccount({ zone: ZONE, finished, open }, null, nowMs)
  const fittedMs = performance.now() - startMs
  for (const source of open) forecastSource(fit, source)
  const allMs = performance.now() - startMs
  const steps = open.map(({ sourceId, supplierId, country }) => ({
    sourceId,
    likeness: likenessOf({ supplierId, country }),
    fromCents: 200,
    toCents: 260,
    completesBefore: 60,
    exposureHoursBefore: 80,
    completesAfter: 70,
    exposureHoursAfter: 80,
  }))
  const whatIfMs = open.map(source => {
    const askedMs = performance.now()
    whatIf(fit, source, { sellCents: 500, supplyCents: 200 }, { supplyCents: 260 }, steps)
    return performance.now() - askedMs
  })
  return { fittedMs, allMs, whatIfP95Ms: quantile(whatIfMs, 0.95) }
}
