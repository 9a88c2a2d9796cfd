import { SUPPLY_PRICE_MAX } from '@desk/schema/sources/source-form'
import { HOUR_MS } from '#ledger/facts/pacing'
import type { AccountOutlook } from './account-outlooks.ts'
import { LIKE_MIN } from './like-sources.ts'
import type { SourceTerms } from './prices.store.ts'
import type { OpenSource } from './source-past.ts'
import { whatIf, type Answer, type Basis, type Changes } from './what-if.ts'

/** The chance from which a full target is likely (day.md §2). */
const ENOUGH = 0.8
/** An act that is not enough is worth a line if it adds so much to the chance. */
const WORTH = 0.1
const PRICE_STEPS = [1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5]
/** A price that is proposed is a multiple of these cents. */
const PRICE_GRAIN_CENTS = 5
const DAYS_LATER = [1, 2, 3, 5, 7, 14]
const NO_PACING = 1

/** A change that would help a source. */
export interface FoundAct {
  readonly kind: 'pacing' | 'supplier' | 'price' | 'ends_at'
  readonly ownCents: number | null
  readonly endsAtMs: number | null
  readonly supplierId: number | null
  readonly answer: Answer
  readonly extraCents: number | null
  readonly isEnough: boolean
  readonly like: Basis | null
}

const chanceOf = ({ forecast }: Answer): number => (forecast.kind === 'band' ? (forecast.fullByOutOfField ?? 0) : 0)

/**
 * The acts that bring a source to a full target, of each kind the least that is enough, else the one that helps most: the cheapest
 * first, a later end last, since the client waits for it (docs/decisions/0108). @param seesSupply whether prices and suppliers may be named
 */
export function helpfulActs(
  { fit, steps }: AccountOutlook,
  source: OpenSource,
  terms: SourceTerms,
  seesSupply: boolean,
): readonly FoundAct[] {
  const ask = (changes: Changes): Answer => whatIf(fit, source, terms, changes, steps)
  const now = ask({})
  if (now.forecast.kind !== 'band' || source.outOfFieldAtMs === null) return []
  const chance = chanceOf(now)
  const acts = [pacingOff(), ...(seesSupply ? [supplierAdded(), dearer()] : []), later()]
  return acts
    .flatMap(act => (act === null ? [] : [act]))
    .filter(({ answer, isEnough }) => isEnough || chanceOf(answer) >= chance + WORTH)
    .toSorted(
      (one, other) =>
        Number(other.isEnough) - Number(one.isEnough) ||
        Number(one.kind === 'ends_at') - Number(other.kind === 'ends_at') ||
        (one.extraCents ?? Infinity) - (other.extraCents ?? Infinity),
    )

  function actOf(kind: FoundAct['kind'], changes: Changes, of: Partial<FoundAct> = {}): FoundAct {
    const answer = ask(changes)
    const [before, after] = [now.costToFinishCents, answer.costToFinishCents]
    return {
      kind,
      ownCents: null,
      endsAtMs: null,
      supplierId: null,
      answer,
      extraCents: before === null || after === null ? null : after - before,
      isEnough: chanceOf(answer) >= ENOUGH,
      like: answer.price ?? answer.supplier,
      ...of,
    }
  }

  function pacingOff(): FoundAct | null {
    return source.pacing === NO_PACING ? null : actOf('pacing', { pacing: NO_PACING })
  }

  /** Of suppliers with enough like sources, the quickest. */
  function supplierAdded(): FoundAct | null {
    const known = [...fit.likePaces].flatMap(([likeness, logs]) => {
      const [supplier = '', country] = likeness.split(' ')
      const id = Number(supplier)
      const isOther = id > 0 && country === (source.country ?? '') && !terms.supplierIds.includes(id)
      return isOther && logs.length >= LIKE_MIN
        ? [{ id, mean: logs.reduce((sum, log) => sum + log, 0) / logs.length }]
        : []
    })
    const [quickest] = known.toSorted((one, other) => other.mean - one.mean)
    return quickest === undefined
      ? null
      : actOf('supplier', { addedSupplierId: quickest.id }, { supplierId: quickest.id })
  }

  /** An exchange sets its CPI itself. */
  function dearer(): FoundAct | null {
    const { ownCents, supplyCents, ownShare, type } = terms
    if (type === 'lucid' || ownCents === null || supplyCents === null || ownShare <= 0) return null
    const prices = PRICE_STEPS.map(step => Math.ceil((ownCents * step) / PRICE_GRAIN_CENTS) * PRICE_GRAIN_CENTS)
    return least(
      prices
        .filter(cents => cents <= SUPPLY_PRICE_MAX * 100)
        .map(
          cents => () =>
            actOf('price', { supplyCents: supplyCents + ownShare * (cents - ownCents) }, { ownCents: cents }),
        ),
    )
  }

  /** The source's own end: not after that of its survey. */
  function later(): FoundAct | null {
    const { outOfFieldAtMs } = source
    if (outOfFieldAtMs === null) return null
    const latestMs = terms.aboveEndsAtMs ?? Infinity
    const fromMs = Math.max(outOfFieldAtMs, fit.nowMs)
    return least(
      DAYS_LATER.map(days => fromMs + days * 24 * HOUR_MS)
        .filter(endMs => endMs <= latestMs)
        .map(endsAtMs => () => actOf('ends_at', { outOfFieldAtMs: endsAtMs }, { endsAtMs })),
    )
  }
}

/** The first act that is enough; else the last, which does most. */
function least(acts: readonly (() => FoundAct)[]): FoundAct | null {
  let last: FoundAct | null = null
  for (const act of acts) {
    last = act()
    if (last.isEnough || last.answer.forecast.kind !== 'band') return last
  }
  return last
}
