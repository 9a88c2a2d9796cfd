import { forecastSource } from '@desk/platform/forecasts/finish'
import { fitAccount } from '@desk/platform/forecasts/fit-account'
import { asOpen, pastUntil, simulateAccount, ZONE, type SimulatedSource } from './simulated-account.ts'

/** An account with so many live and as many finished sources: how long all forecasts of an hour take on one core. */
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
  return { fit, open, finished, fittedMs, allMs: performance.now() - startMs }
}
