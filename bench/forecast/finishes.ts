import { forecastSource } from '@desk/platform/forecasts/finish'
import { fitAccount } from '@desk/platform/forecasts/fit-account'
import { bucketOf, CHECKPOINTS } from '@desk/platform/forecasts/residuals'
import { asOpen, HOUR_MS, knownAt, pastUntil, ZONE, type SimulatedSource } from './simulated-account.ts'
import { lowerQuantile, quantileAt, stepDistribution, upperQuantile } from '@desk/platform/forecasts/survival'

/** Hours that remain, at 10, 50 and 90 %. */
export type HoursBand = readonly [number, number, number]

/** One forecast of the rolling origin, with its truth and its peers. */
export interface ScoredFinish {
  readonly bucket: number
  readonly isChanged: boolean
  readonly pool: string
  readonly actualHours: number
  readonly ours: HoursBand
  readonly constantRate: HoursBand
  /** Null as long as it has no 20 finished sources. */
  readonly conformalConstant: HoursBand | null
  readonly fullChance: number | null
  readonly isFullInTime: boolean
}

const HORIZON_CAP_HOURS = 26 * 168

/** Asks each source at 10, 25, 50 and 75 % of its target, with all that the ledger could say then. */
export function scoreFinishes(sources: readonly SimulatedSource[]): readonly ScoredFinish[] {
  const scored: ScoredFinish[] = []
  for (const source of sources)
    for (const checkpoint of CHECKPOINTS) {
      const nowMs = momentOf(source, checkpoint)
      const closesAtMs = source.outOfFieldAtMs ?? Infinity
      if (nowMs === null || nowMs >= Math.min(source.fullAtMs, closesAtMs)) continue
      const known = knownAt(sources, nowMs)
      const fit = fitAccount({ zone: ZONE, ...known }, null, nowMs)
      const past = asOpen(pastUntil(source, nowMs))
      const forecast = forecastSource(fit, past)
      if (forecast.kind !== 'band') continue
      const hoursTo = (atMs: number | null): number => (atMs === null ? HORIZON_CAP_HOURS : (atMs - nowMs) / HOUR_MS)
      const bucket = bucketOf(forecast.completes, source.targetCompletes)
      const elapsedHours = (nowMs - source.firstHourMs) / HOUR_MS
      const remaining = source.targetCompletes - forecast.completes
      scored.push({
        bucket,
        isChanged: isChangedBetween(source, nowMs, source.fullAtMs),
        pool: forecast.pool,
        actualHours: (source.fullAtMs - nowMs) / HOUR_MS,
        ours: [hoursTo(forecast.p10AtMs), hoursTo(forecast.p50AtMs), hoursTo(forecast.p90AtMs)],
        constantRate: poissonBand(remaining, forecast.completes / elapsedHours),
        conformalConstant: conformalBand(known.finished, checkpoint, remaining / (forecast.completes / elapsedHours)),
        fullChance: forecast.fullByOutOfField,
        isFullInTime: source.fullAtMs <= closesAtMs,
      })
    }
  return scored
}

/** Whether its price was stepped or it was paused. */
export function isChangedBetween({ prices, liveIntervals }: SimulatedSource, fromMs: number, untilMs: number): boolean {
  const changesMs = [...prices.slice(1), ...liveIntervals.slice(1)].map(change => change.fromMs)
  return changesMs.some(atMs => atMs > fromMs && atMs < untilMs)
}

/** The start of the first hour in which a source has so much of its target. */
export function momentOf(
  {
    completesByHour,
    targetCompletes,
    firstHourMs,
  }: SimulatedSource | { completesByHour: readonly number[]; targetCompletes: number; firstHourMs: number },
  checkpoint: number,
): number | null {
  let completes = 0
  for (const [hour, count] of completesByHour.entries()) {
    completes += count
    if (completes >= Math.max(3, checkpoint * targetCompletes)) return firstHourMs + (hour + 1) * HOUR_MS
  }
  return null
}

/** The time that so many events of a Poisson process take: a gamma variable, by Wilson & Hilferty (PNAS 17, 1931). */
function poissonBand(events: number, perHour: number): HoursBand {
  const at = (z: number): number => (events / perHour) * (1 - 1 / (9 * events) + z / (3 * Math.sqrt(events))) ** 3
  return [at(-1.2816), at(0), at(1.2816)]
}

/** Split-conformal residuals of the constant rate, by the clock. */
function conformalBand(
  finished: ReturnType<typeof knownAt>['finished'],
  checkpoint: number,
  pointHours: number,
): HoursBand | null {
  const logs = finished.flatMap(source => {
    const askedAtMs = momentOf(source, checkpoint)
    if (!source.isFull || askedAtMs === null || askedAtMs >= source.endedAtMs) return []
    const hours = (askedAtMs - source.firstHourMs) / HOUR_MS
    const completes = source.completesByHour.slice(0, hours).reduce((sum, count) => sum + count, 0)
    const point = ((source.targetCompletes - completes) * hours) / completes
    return point > 0 ? [{ value: Math.log((source.endedAtMs - askedAtMs) / HOUR_MS / point), isCensored: false }] : []
  })
  if (logs.length < 20) return null
  const distribution = stepDistribution(logs)
  return [
    pointHours * Math.exp(lowerQuantile(distribution, 0.1)),
    pointHours * Math.exp(quantileAt(distribution, 0.5)),
    pointHours * Math.exp(upperQuantile(distribution, 0.9)),
  ]
}

/** Mean pinball loss of a band's three quantiles, in hours (Koenker & Bassett, Econometrica 46, 1978). */
export function pinballHours(band: HoursBand, actualHours: number): number {
  const shares = [0.1, 0.5, 0.9]
  return (
    band.reduce((sum, hours, at) => {
      const share = shares[at] ?? 0.5
      return sum + (actualHours >= hours ? share * (actualHours - hours) : (1 - share) * (hours - actualHours))
    }, 0) / 3
  )
}

export const isWithin = ([low, , high]: HoursBand, hours: number): boolean => low <= hours && hours <= high
