import type { CountColumn } from '../respondents/state.ts'

/** The ledger's counts of a source, survey or project; money in cents, lengths in seconds. */
export interface RollupCounts extends Readonly<Record<'entrants' | CountColumn, number>> {
  /** The completes whose supply price is known. */
  readonly pricedCompletes: number
  readonly expenseCents: number
  readonly loiMedianSeconds: number | null
  readonly lastCompleteAt: Date | null
}
