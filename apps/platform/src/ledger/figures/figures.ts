import type { Figures } from '@desk/schema/figures/figures'

/** A rollup row's counts, as the ledger keeps them; money in cents, lengths in seconds. */
export interface RollupCounts {
  readonly entrants: number
  readonly eqTerms: number
  readonly terms: number
  readonly oQs: number
  readonly sqTerms: number
  readonly abandons: number
  readonly inflight: number
  readonly completes: number
  /** Of a whole, the completes that have a price: what its average price is of; left out of a source, whose price is of all its completes. */
  readonly pricedCompletes?: number
  readonly expenseCents: number
  readonly loiMedianSeconds: number | null
  readonly lastCompleteAt: Date | null
}

export const NO_COUNTS: RollupCounts = {
  entrants: 0,
  eqTerms: 0,
  terms: 0,
  oQs: 0,
  sqTerms: 0,
  abandons: 0,
  inflight: 0,
  completes: 0,
  expenseCents: 0,
  loiMedianSeconds: null,
  lastCompleteAt: null,
}

/** A fraction 0…1; null when there is nothing to divide by. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** What a complete cost on average, in the account's currency, to the cent (§3.21); null before the first. */
export function unitCostOf(expenseCents: number, completes: number): number | null {
  return completes === 0 ? null : Math.round(expenseCents / completes) / 100
}

/**
 * The figures of §3.9–3.22 in the internal view, from a rollup.
 * @param target target (N) of the object
 * @param allocation its share of the survey's quota; left out where there is none, as for a project
 */
export function figuresOf(counts: RollupCounts, target: number, allocation?: number | null): Figures {
  const { entrants, eqTerms, terms, oQs, sqTerms, abandons, inflight, completes, expenseCents, loiMedianSeconds } =
    counts
  return {
    ...(allocation === undefined ? {} : { allocation }),
    entrants,
    eqTerms,
    terms,
    oQs,
    sqTerms,
    abandons,
    inflight,
    completes,
    ir: shareOf(completes, completes + oQs + terms),
    conversion: shareOf(completes, entrants),
    loi: loiMedianSeconds === null ? null : loiMedianSeconds / 60,
    supplierCpi: unitCostOf(expenseCents, counts.pricedCompletes ?? completes),
    expense: expenseCents / 100,
    last_complete_at: counts.lastCompleteAt?.toISOString() ?? null,
    target,
  }
}
