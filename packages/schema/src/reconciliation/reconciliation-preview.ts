import { Schema } from 'effect'
import { SUPPLY_CENTS_FIELDS } from '../columns/supply-cost.ts'
import { Id } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'
import { ReconciliationRequest } from './reconciliation-request.ts'
import { ReconciliationRow } from './reconciliation-row.ts'

const money = {
  /** In cents of the account's currency: negative, less is paid. */
  sell_cents: Schema.Int,
  /** The same of the supply side; its completes are those that `applied` counts. */
  ...SUPPLY_CENTS_FIELDS,
}

/** Rows of one reason: all of them, and those that storing applies. Null: a reason that is no number. */
export const ReasonSum = Schema.Struct({
  reason_code: Schema.NullOr(Schema.Int),
  label: Schema.NullOr(Schema.String),
  rows: Schema.Int,
  applied: Schema.Int,
  /** Rows of this reason were left out. */
  is_unticked: Schema.Boolean,
  ...money,
})
export type ReasonSum = typeof ReasonSum.Type

/** Rows of one supplier. Null: the respondents have none. */
export const SupplierSum = Schema.Struct({
  pm_sup_ud: Schema.NullOr(Id),
  name: Schema.String,
  rows: Schema.Int,
  applied: Schema.Int,
  is_unticked: Schema.Boolean,
  ...money,
})
export type SupplierSum = typeof SupplierSum.Type

/** The state of a source after storing. */
export const SourceEffect = Schema.Struct({
  stmid: Id,
  name: Schema.String,
  target: Schema.Int,
  completes_before: Schema.Int,
  completes_after: Schema.Int,
  rejects: Schema.Int,
  accepts: Schema.Int,
})
export type SourceEffect = typeof SourceEffect.Type

/**
 * A change that a user confirms by typing the project's number: an ACCEPT_LIST that rejects a respondent, more than 20
 * % of a source's completes, or a source that falls below its target: `reopens` places, which cost about `again_cents`
 * to buy again.
 */
export const Guard = Schema.Struct({
  kind: Schema.Literals(['accept_list', 'share_of_source', 'below_target']),
  /** Null: the guard is of the whole request. */
  stmid: Schema.NullOr(Id),
  source_name: Schema.NullOr(Schema.String),
  rejects: Schema.Int,
  /** Rejects ÷ completes of the source; null: of no source. */
  share: Schema.NullOr(Schema.Number),
  reopens: Schema.Int,
  /** Absent in a view without the supply side; null: no price is known. */
  again_cents: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  /** The guard in a sentence. */
  message: Schema.String,
})
export type Guard = typeof Guard.Type

/** A row that changed since another preview saw it. */
export const ChangedRow = Schema.Struct({
  line: Id,
  rdud: Schema.String,
  /** The state that the preview saw, and the present one. */
  seen_code: Schema.NullOr(RespondentCode),
  code: Schema.NullOr(RespondentCode),
})
export type ChangedRow = typeof ChangedRow.Type

/** The most changed rows that a refused store names. */
export const CHANGED_ROWS_SHOWN = 100

/** The answer to a refused store (409 `rows_changed`): the request is previewed again. `rows`: how many changed. */
export const ChangedSince = Schema.Struct({
  rows: Schema.Int,
  changed: Schema.Array(ChangedRow),
  digest: Schema.String,
})
export type ChangedSince = typeof ChangedSince.Type

/** A request that is previewed: what storing it will do, exactly (api:R3, R10). */
export const ReconciliationPreview = Schema.Struct({
  request: ReconciliationRequest,
  /** SHA-256 over all outcomes, in hex: storing gives the same, or is refused. */
  digest: Schema.String,
  /** Rows that storing changes. */
  changes: Schema.Int,
  /** Suggestions that no user has confirmed. */
  open_suggestions: Schema.Int,
  /** The number to type; null: no guard asks for it. */
  number_to_type: Schema.NullOr(Schema.String),
  guards: Schema.Array(Guard),
  by_reason: Schema.Array(ReasonSum),
  /** Absent in a view without the supply side. */
  by_supplier: Schema.optionalKey(Schema.Array(SupplierSum)),
  by_source: Schema.Array(SourceEffect),
  /** Of an undo: rows that stay, because something else changed them since. */
  changed_since: Schema.Int,
  /** The first page of its rows; further ones: api:R2. */
  rows: Schema.Array(ReconciliationRow),
})
export type ReconciliationPreview = typeof ReconciliationPreview.Type

/** The request after storing (api:R11): its digest is that of the preview. */
export const StoredReconciliation = Schema.Struct({
  request: ReconciliationRequest,
  digest: Schema.String,
  changes: Schema.Int,
})
export type StoredReconciliation = typeof StoredReconciliation.Type

/** A page of a request's rows (api:R2). `total`: of all rows with the asked outcome. */
export const ReconciliationReport = Schema.Struct({
  request: ReconciliationRequest,
  total: Schema.Int,
  rows: Schema.Array(ReconciliationRow),
})
export type ReconciliationReport = typeof ReconciliationReport.Type
