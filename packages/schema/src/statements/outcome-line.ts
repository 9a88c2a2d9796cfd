import type { ReconciliationOutcome } from '../reconciliation/outcomes.ts'

/**
 * The outcomes that a supplier sees: a client's certain verdicts and their results. It does not see rows that the
 * buyer left out or has yet to confirm, faulty ones and repeats.
 */
export const SUPPLIER_OUTCOMES = [
  'applied_reject',
  'applied_accept',
  'already_in_state',
  'already_reconciled',
  'expired',
  'not_eligible_status',
] as const satisfies readonly ReconciliationOutcome[]

/** One respondent of a supplier in its file. Its fields are in the order of canonical JSON. */
export interface OutcomeLine {
  /** In the account's zone: 2026-10; null: it was none. */
  readonly adjustment_month: string | null
  readonly complete_month: string | null
  /** From 1. */
  readonly line: number
  /** Of `SUPPLIER_OUTCOMES`; `undone`: it was applied, and an undo took it back. */
  readonly outcome: string
  readonly rdud: string
  /** The client's reason; null: there was none. */
  readonly reason: number | null
  readonly reason_name: string | null
  /** The supplier's own id of the respondent. */
  readonly rid: string
}
