import type { CountColumn } from '../respondents/state.ts'

/** What the ledger keeps of a source, survey or project; money in cents, lengths in seconds. */
export interface RollupCounts extends Readonly<Record<'entrants' | CountColumn, number>> {
  /**
   * For a survey or project, the completes that have a price, over which its average price is taken. Absent for a source: every
   * complete of a source has a price.
   */
  readonly pricedCompletes?: number
  readonly expenseCents: number
  readonly loiMedianSeconds: number | null
  readonly lastCompleteAt: Date | null
}
