import type { CountColumn } from '../respondents/state.ts'

/** What the ledger keeps of a source, survey or project; money in cents, lengths in seconds. */
export interface RollupCounts extends Readonly<Record<'entrants' | CountColumn, number>> {
  /** Of a whole, the completes that have a price: what its average price is of; left out of a source, whose price is of all its completes. */
  readonly pricedCompletes?: number
  readonly expenseCents: number
  readonly loiMedianSeconds: number | null
  readonly lastCompleteAt: Date | null
}
