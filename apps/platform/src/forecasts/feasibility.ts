import { HOUR_MS } from '#ledger/facts/pacing'
import type { AccountOutlook, FinishedPace } from './account-outlooks.ts'
import { forecastSource, type SourceForecast } from './finish.ts'
import { LIKE_MIN } from './like-sources.ts'
import { likenessOf, type OpenSource } from './source-past.ts'
import { priceEffect, type Basis } from './what-if.ts'

/** A source that does not exist yet. */
export interface Planned {
  readonly country: string
  readonly loiMinutes: number
  readonly irPercent: number
  readonly targetCompletes: number
  readonly outOfFieldAtMs: number | null
  readonly supplierId: number | null
  /** Null: not asked. */
  readonly supplyCents: number | null
}

/** From inclusive, to exclusive; of the last band inclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

const IR_EDGES = [0, 10, 20, 30, 50, 70, 100]
const LOI_EDGES = [1, 6, 11, 16, 21, 31, 120]

function bandOf(edges: readonly number[], value: number): Range {
  const at = edges.findLastIndex((edge, index) => index < edges.length - 1 && value >= edge)
  return { from: edges[at] ?? 0, to: edges[at + 1] ?? Infinity }
}

export const irBandOf = (percent: number): Range => bandOf(IR_EDGES, percent)
export const loiBandOf = (minutes: number): Range => bandOf(LOI_EDGES, minutes)

export interface FeasibleFinish {
  readonly planned: OpenSource
  readonly forecast: SourceForecast
  readonly likeCount: number
  readonly likeOf: 'supplier' | 'any_supplier'
  readonly irBand: Range
  readonly loiBand: Range
  /** Null: no price was asked. */
  readonly price: Basis | null
}

/**
 * The finish of a planned source by finished ones of the same country, IR band, LOI band and supplier; with fewer than 3 of that
 * supplier, of any. Each pace counts as at the planned price, by the price elasticity of the account, where both are known.
 */
export function feasibility({ fit, paces, steps }: AccountOutlook, asked: Planned): FeasibleFinish {
  const [irBand, loiBand] = [irBandOf(asked.irPercent), loiBandOf(asked.loiMinutes)]
  const like = paces.filter(
    ({ country, statedIrPercent, statedLoiMinutes }) =>
      country === asked.country &&
      irBandOf(statedIrPercent).from === irBand.from &&
      loiBandOf(statedLoiMinutes).from === loiBand.from,
  )
  const ofSupplier = asked.supplierId === null ? [] : like.filter(({ supplierId }) => supplierId === asked.supplierId)
  const likeOf = ofSupplier.length >= LIKE_MIN ? 'supplier' : 'any_supplier'
  const chosen = likeOf === 'supplier' ? ofSupplier : like
  const firstHourMs = Math.floor(fit.nowMs / HOUR_MS) * HOUR_MS
  const planned: OpenSource = {
    sourceId: 0,
    supplierId: asked.supplierId,
    country: asked.country,
    targetCompletes: asked.targetCompletes,
    outOfFieldAtMs: asked.outOfFieldAtMs,
    firstHourMs,
    entrantsByHour: [],
    completesByHour: [],
    liveIntervals: [],
    pacing: 1,
    statedLoiMinutes: asked.loiMinutes,
    medianLoiMinutes: null,
    inflightAgesMinutes: [],
    allocationLeftCompletes: null,
    openQuotaShare: 1,
  }
  const effect = asked.supplyCents === null ? null : priceEffect(steps, planned)
  const power = effect?.basis.isEnough === true ? effect.elasticity.power : 0
  const logs = chosen.map(pace => pace.logPace + power * logRatio(asked.supplyCents, pace))
  return {
    planned,
    forecast: forecastSource({ ...fit, likePaces: new Map([[likenessOf(planned), logs]]) }, planned),
    likeCount: chosen.length,
    likeOf,
    irBand,
    loiBand,
    price: effect?.basis ?? null,
  }
}

function logRatio(plannedCents: number | null, { supplyCents }: FinishedPace): number {
  return plannedCents === null || supplyCents === null || !(supplyCents > 0) ? 0 : Math.log(plannedCents / supplyCents)
}
