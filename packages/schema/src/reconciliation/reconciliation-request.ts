import { Schema } from 'effect'
import { SUPPLY_CENTS_FIELDS } from '../columns/supply-cost.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { TableReading } from '../sent-tables/table-reading.ts'
import { Month } from '../statements/statement.ts'
import { ReconciliationOutcome } from './outcomes.ts'

/** REJECT_LIST: its rows are rejected. ACCEPT_LIST: its rows are accepted, and every other complete of the project is rejected. */
export const ReconciliationMode = Schema.Literals(['REJECT_LIST', 'ACCEPT_LIST'])
export type ReconciliationMode = typeof ReconciliationMode.Type

/** The old version takes a file; the new one a choice from a list, too (§4.13). */
export const ReconciliationVersion = Schema.Literals(['old', 'new'])
export type ReconciliationVersion = typeof ReconciliationVersion.Type

/**
 * The states of a request: nothing is ever deleted. `undone`: wholly; `undone_rows` counts the rows of a partial undo,
 * for some suppliers.
 */
export const ReconciliationState = Schema.Literals([
  'uploaded',
  'parsed',
  'previewed',
  'stored',
  'failed',
  'abandoned',
  'undone',
])
export type ReconciliationState = typeof ReconciliationState.Type

/** How the rows came. */
export const ReconciliationKind = Schema.Literals(['file', 'text', 'choice', 'undo', 'dispute'])
export type ReconciliationKind = typeof ReconciliationKind.Type

/** A number of rows by outcome; outcomes without rows are absent. Their sum is all rows. */
export const OutcomeCounts = Schema.Array(Schema.Struct({ outcome: ReconciliationOutcome, rows: Schema.Int }))
export type OutcomeCounts = typeof OutcomeCounts.Type

/** The change in money by applied rows, in cents of the account's currency: negative, less is paid. */
export const ReconciliationMoney = Schema.Struct({
  currency: Schema.String,
  sell_cents: Schema.Int,
  /** The completes that they made, or took back. */
  completes: Schema.Int,
  ...SUPPLY_CENTS_FIELDS,
})
export type ReconciliationMoney = typeof ReconciliationMoney.Type

/** A request as a list shows it (api:R1). */
export const ReconciliationRequest = Schema.Struct({
  reconciliation_ud: Id,
  pm_proj_ud: Id,
  /** Its number within the project, from 1. */
  number: Id,
  mode: ReconciliationMode,
  version: ReconciliationVersion,
  kind: ReconciliationKind,
  channel: Schema.Literals(['screen', 'api']),
  state: ReconciliationState,
  /** Null: no file came. */
  filename: Schema.NullOr(Schema.String),
  /** SHA-256 of the file or text, in hex. */
  sha256: Schema.NullOr(Schema.String),
  /** How the file or text was read; null: none came. */
  reading: Schema.NullOr(TableReading),
  rules_version: Schema.Int,
  note: Schema.String,
  purchase_order: Schema.String,
  /** The request that this one undoes, and by whose rows alone. */
  undo_of: Schema.NullOr(Id),
  /** The number of that one within the project. */
  undo_of_number: Schema.NullOr(Id),
  undo_of_supplier: Schema.NullOr(Id),
  /** Rows that were sent; those of the rest of an ACCEPT_LIST apart. */
  rows: Schema.Int,
  rest_rows: Schema.Int,
  /** Of the rows that were sent, and of the rest. */
  outcomes: OutcomeCounts,
  rest_outcomes: OutcomeCounts,
  /** Of its applied rows, those that later requests undid. */
  undone_rows: Schema.Int,
  money: ReconciliationMoney,
  /** Why it failed; null: it has not. */
  fault: Schema.NullOr(Schema.String),
  by: Schema.NullOr(Schema.String),
  by_uid: Schema.NullOr(Id),
  at: IsoInstant,
  stored_by: Schema.NullOr(Schema.String),
  stored_at: Schema.NullOr(IsoInstant),
  /** The end of the window of its last adjustable row: until then it can be undone; null: nothing of it is left to undo. */
  undo_until: Schema.NullOr(IsoInstant),
  /** The months whose statements have what it adjusted, oldest first; none until it is stored. */
  statement_months: Schema.Array(Month),
})
export type ReconciliationRequest = typeof ReconciliationRequest.Type
