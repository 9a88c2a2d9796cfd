import type {
  Feasibility,
  FeasibilityQuery,
  HelpfulActs,
  LikeSources,
  Outcome,
  WhatIf,
  WhatIfQuery,
} from '@desk/schema/forecasts/what-if'
import { centsOf } from '@desk/schema/accounts/currency'
import type { Tx } from '#kernel/db/tx'
import type { AccountOutlook } from './account-outlooks.ts'
import { feasibility } from './feasibility.ts'
import type { FoundAct } from './helpful-acts.ts'
import type { AskedSurvey } from './groups.store.ts'
import { forecastJointly, jointSource, type JointForecast } from './joint-finish.ts'
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
export function whatIfOf({ fit, steps }: AccountOutlook, of: AskedSource, asked: WhatIfQuery, seen: SeenMoney): WhatIf {
  const { source, terms } = of
  const now = whatIf(fit, source, terms, {}, steps)
  const changed = whatIf(fit, source, terms, changesOf(asked, of), steps)
  const band = [changed, now].flatMap(({ forecast }) => (forecast.kind === 'band' ? [forecast] : []))[0]
  const pool = fit.pools[bucketOf(sumOf(source.completesByHour), source.targetCompletes)]
  const middles = changed.price?.between?.map(forecast => (forecast.kind === 'band' ? instant(forecast.p50AtMs) : null))
  return {
    completes: sumOf(source.completesByHour),
    is_paused: band?.isPaused ?? false,
    now: { ...outcomeOf(now.source, now.forecast), ...moneyOf(now, seen) },
    changed: { ...outcomeOf(changed.source, changed.forecast), ...moneyOf(changed, seen) },
    pool: band?.pool ?? pool?.name ?? 'prior',
    like_count: band?.poolSources ?? pool?.count ?? 0,
    price:
      changed.price === null
        ? null
        : { ...likeOf(changed.price), from_at: middles?.[1] ?? null, to_at: middles?.[0] ?? null },
    supplier: changed.supplier && likeOf(changed.supplier),
  }
}

/** The acts that would help a source, in its viewer's words. @param names of suppliers */
export function actsOf(
  outlook: AccountOutlook,
  { source, terms }: AskedSource,
  found: readonly FoundAct[],
  names: ReadonlyMap<number, string>,
  seen: SeenMoney,
): HelpfulActs {
  const now = whatIf(outlook.fit, source, terms, {}, outlook.steps)
  return {
    now: { ...outcomeOf(now.source, now.forecast), ...moneyOf(now, seen) },
    acts: found.flatMap(({ kind, ownCents, endsAtMs, supplierId, answer, extraCents, isEnough, like }) => {
      const name = supplierId === null ? undefined : names.get(supplierId)
      if (supplierId !== null && name === undefined) return []
      return [
        {
          kind,
          price: inUnits(ownCents),
          ends_at: instant(endsAtMs),
          supplier: supplierId === null || name === undefined ? null : { pm_sup_ud: supplierId, name },
          outcome: { ...outcomeOf(answer.source, answer.forecast), ...moneyOf(answer, seen) },
          ...(seen.supply ? { extra_cost: inUnits(extraCents) } : {}),
          is_enough: isEnough,
          like: like && likeOf(like),
        },
      ]
    }),
  }
}

/** A survey that is asked about, with its live sources. */
export interface AskedSurveyWithSources {
  readonly survey: AskedSurvey
  readonly sources: readonly PlacedSource[]
}

/** The finish of a survey as it is, and with another target or out of field, over the sum of its live sources; without money, as it is not known which of them completes. */
export function surveyWhatIfOf(
  { fit }: AccountOutlook,
  { survey, sources }: AskedSurveyWithSources,
  { target, ends_at }: WhatIfQuery,
): WhatIf {
  const joint = sources.map(source => jointSource(fit, source))
  const made = joint.reduce((sum, { completes }) => sum + completes, 0)
  const at = (targetCompletes: number, outOfFieldAtMs: number | null): Outcome => {
    const forecast = forecastJointly(fit.nowMs, {
      targetCompletes,
      completesElsewhere: Math.max(0, survey.completes - made),
      outOfFieldAtMs,
      sources: joint,
    })
    return outcomeOf({ targetCompletes, outOfFieldAtMs }, forecast)
  }
  const pool = fit.pools[bucketOf(survey.completes, survey.target)]
  return {
    completes: survey.completes,
    is_paused: !survey.isLive,
    now: at(survey.target, survey.endsAtMs),
    changed: at(target ?? survey.target, endAfter(ends_at, survey)),
    pool: pool?.name ?? 'prior',
    like_count: pool?.count ?? 0,
    price: null,
    supplier: null,
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
    outcome: {
      ...outcomeOf(found.planned, found.likeCount < LIKE_MIN ? { kind: 'cannot tell' } : found.forecast),
      ...moneyOf(
        {
          costToFinishCents: times(supplyCents),
          marginToFinishCents: times(sellCents === null || supplyCents === null ? null : sellCents - supplyCents),
        },
        seen,
      ),
    },
    like_count: found.likeCount,
    like_of: found.likeOf,
    ir_band: found.irBand,
    loi_band: found.loiBand,
    price: found.price && likeOf(found.price),
  }
}

function changesOf({ target, ends_at, price, pacing, supplier }: WhatIfQuery, asked: AskedSource): Changes {
  const { terms, source } = asked
  return {
    targetCompletes: target,
    outOfFieldAtMs: endAfter(ends_at, { endsAtMs: source.outOfFieldAtMs, aboveEndsAtMs: terms.aboveEndsAtMs }),
    pacing,
    supplyCents: price === undefined ? undefined : terms.repricedCents,
    // one that the source has already adds nothing
    addedSupplierId: supplier === undefined || terms.supplierIds.includes(supplier) ? undefined : supplier,
  }
}

interface Ends {
  readonly endsAtMs: number | null
  readonly aboveEndsAtMs: number | null
}

/** When the field ends with another end of its own: never after that of the object above it. */
function endAfter(asked: WhatIfQuery['ends_at'], { endsAtMs, aboveEndsAtMs }: Ends): number | null {
  if (asked === undefined) return endsAtMs
  const endMs = Math.min(asked === 'none' ? Infinity : Date.parse(asked), aboveEndsAtMs ?? Infinity)
  return endMs === Infinity ? null : endMs
}

const STATES = { band: 'forecast', full: 'full', none: 'too_few', 'cannot tell': 'cannot_tell' } as const

/** The inputs of an outcome that it says again. */
type Inputs = Pick<OpenSource, 'targetCompletes' | 'outOfFieldAtMs'>

function outcomeOf({ targetCompletes, outOfFieldAtMs }: Inputs, forecast: Answer['forecast'] | JointForecast): Outcome {
  const band = forecast.kind === 'band' ? forecast : null
  const atEnd = band?.byOutOfField ?? null
  return {
    state: STATES[forecast.kind],
    target: targetCompletes,
    ends_at: instant(outOfFieldAtMs),
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
  }
}

type Money = Pick<Answer, 'costToFinishCents' | 'marginToFinishCents'>

/** The money of an outcome, as far as a viewer sees it. */
const moneyOf = ({ costToFinishCents, marginToFinishCents }: Money, seen: SeenMoney) => ({
  ...(seen.supply ? { cost_to_finish: inUnits(costToFinishCents) } : {}),
  ...(seen.supply && seen.sell ? { margin_to_finish: inUnits(marginToFinishCents) } : {}),
})

const likeOf = ({ likeSources, of, isEnough }: Basis): LikeSources => ({ count: likeSources, of, is_enough: isEnough })
const inUnits = (cents: number | null): number | null => (cents === null ? null : cents / 100)

/** Whole minutes: a forecast is no more exact. */
function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(Math.round(ms / MINUTE_MS) * MINUTE_MS).toISOString()
}
const MINUTE_MS = 60_000
