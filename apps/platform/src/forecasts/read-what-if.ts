import type {
  Feasibility,
  FeasibilityQuery,
  LikeSources,
  Outcome,
  WhatIf,
  WhatIfQuery,
} from '@desk/schema/forecasts/what-if'
import { centsOf } from '@desk/schema/accounts/currency'
import type { Tx } from '#kernel/db/tx'
import type { AccountOutlook } from './account-outlooks.ts'
import { feasibility } from './feasibility.ts'
import type { SourceForecast } from './finish.ts'
import { LIKE_MIN } from './like-sources.ts'
import { readPlacedSource, type PlacedSource } from './pasts.store.ts'
import { readTerms, type SourceTerms } from './prices.store.ts'
import { bucketOf } from './residuals.ts'
import { sumOf, type OpenSource } from './source-past.ts'
import { whatIf, type Answer, type Basis, type Changes } from './what-if.ts'

/** Whether a viewer sees supply prices, and sell prices. */
export interface SeenMoney {
  readonly supply: boolean
  readonly sell: boolean
}

/** A source that is asked about, with its prices. */
export interface AskedSource {
  readonly source: PlacedSource
  readonly terms: SourceTerms
}

/** Reads a source for its what-ifs; undefined: the account has no such source. @param price another own price that is asked about */
export async function readAsked(
  tx: Tx,
  accountId: number,
  sourceId: number,
  nowMs: number,
  price?: number,
): Promise<AskedSource | undefined> {
  const source = await readPlacedSource(tx, accountId, sourceId, nowMs)
  const terms = source && (await readTerms(tx, accountId, sourceId, centsOf(price)))
  return terms && { source, terms }
}

/** The finish of a source as it is, and with changed inputs. */
export function whatIfOf(
  { fit, steps }: AccountOutlook,
  { source, terms }: AskedSource,
  asked: WhatIfQuery,
  seen: SeenMoney,
): WhatIf {
  const now = whatIf(fit, source, terms, {}, steps)
  const changed = whatIf(fit, source, terms, changesOf(asked, terms), steps)
  const band = [changed, now].flatMap(({ forecast }) => (forecast.kind === 'band' ? [forecast] : []))[0]
  const pool = fit.pools[bucketOf(sumOf(source.completesByHour), source.targetCompletes)]
  const middles = changed.price?.between?.map(forecast => (forecast.kind === 'band' ? instant(forecast.p50AtMs) : null))
  return {
    completes: sumOf(source.completesByHour),
    is_paused: band?.isPaused ?? false,
    now: outcomeOf(now, seen),
    changed: outcomeOf(changed, seen),
    pool: band?.pool ?? pool?.name ?? 'prior',
    like_count: band?.poolSources ?? pool?.count ?? 0,
    price:
      changed.price === null
        ? null
        : { ...likeOf(changed.price), from_at: middles?.[1] ?? null, to_at: middles?.[0] ?? null },
    supplier: changed.supplier && likeOf(changed.supplier),
  }
}

/** The finish of a planned source. */
export function feasibilityOf(outlook: AccountOutlook, asked: FeasibilityQuery, seen: SeenMoney): Feasibility {
  const supplyCents = seen.supply ? centsOf(asked.price) : null
  const found = feasibility(outlook, {
    country: String(asked.country_id),
    loiMinutes: asked.loi,
    irPercent: asked.ir,
    targetCompletes: asked.target,
    outOfFieldAtMs: asked.ends_at === undefined ? null : Date.parse(asked.ends_at),
    supplierId: seen.supply ? (asked.supplier ?? null) : null,
    supplyCents,
  })
  const sellCents = centsOf(asked.sell_price)
  const times = (cents: number | null) => (cents === null ? null : asked.target * cents)
  return {
    outcome: outcomeOf(
      {
        source: found.planned,
        forecast: found.likeCount < LIKE_MIN ? { kind: 'cannot tell' } : found.forecast,
        costToFinishCents: times(supplyCents),
        marginToFinishCents: times(sellCents === null || supplyCents === null ? null : sellCents - supplyCents),
      },
      seen,
    ),
    like_count: found.likeCount,
    like_of: found.likeOf,
    ir_band: found.irBand,
    loi_band: found.loiBand,
    price: found.price && likeOf(found.price),
  }
}

function changesOf({ target, ends_at, price, pacing, supplier }: WhatIfQuery, terms: SourceTerms): Changes {
  const ownEndMs = ends_at === undefined || ends_at === 'none' ? Infinity : Date.parse(ends_at)
  const endMs = Math.min(ownEndMs, terms.aboveEndsAtMs ?? Infinity)
  return {
    targetCompletes: target,
    outOfFieldAtMs: ends_at === undefined ? undefined : endMs === Infinity ? null : endMs,
    pacing,
    supplyCents: price === undefined ? undefined : terms.repricedCents,
    // one that the source has already adds nothing
    addedSupplierId: supplier === undefined || terms.supplierIds.includes(supplier) ? undefined : supplier,
  }
}

const STATES = { band: 'forecast', full: 'full', none: 'too_few', 'cannot tell': 'cannot_tell' } as const

function outcomeOf(
  {
    source,
    forecast,
    costToFinishCents,
    marginToFinishCents,
  }: Pick<Answer, 'forecast' | 'costToFinishCents' | 'marginToFinishCents'> & { readonly source: OpenSource },
  seen: SeenMoney,
): Outcome {
  const band: Extract<SourceForecast, { kind: 'band' }> | null = forecast.kind === 'band' ? forecast : null
  const atEnd = band?.byOutOfField ?? null
  return {
    state: STATES[forecast.kind],
    target: source.targetCompletes,
    ends_at: instant(source.outOfFieldAtMs),
    p10_at: instant(band?.p10AtMs ?? null),
    p50_at: instant(band?.p50AtMs ?? null),
    p90_at: instant(band?.p90AtMs ?? null),
    p_full: band?.fullByOutOfField ?? null,
    completes_at_end:
      atEnd === null
        ? null
        : {
            p10: Math.floor(atEnd.p10Completes),
            p50: Math.floor(atEnd.p50Completes),
            p90: Math.floor(atEnd.p90Completes),
          },
    ...(seen.supply ? { cost_to_finish: inUnits(costToFinishCents) } : {}),
    ...(seen.supply && seen.sell ? { margin_to_finish: inUnits(marginToFinishCents) } : {}),
  }
}

const likeOf = ({ likeSources, of, isEnough }: Basis): LikeSources => ({ count: likeSources, of, is_enough: isEnough })
const inUnits = (cents: number | null): number | null => (cents === null ? null : cents / 100)

/** Whole minutes: a forecast is no more exact. */
function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(Math.round(ms / MINUTE_MS) * MINUTE_MS).toISOString()
}
const MINUTE_MS = 60_000
