import { Schema } from 'effect'
import { SupplierDispute } from '../disputes/dispute.ts'
import { Id, IsoInstant, RDUD_PATTERN } from '../ids/ids.ts'
import { Month, Statement, StatementPart, StatementSummary } from './statement.ts'

const { head: _head, pm_sup_ud: _supplier, name: _name, ...sums } = StatementSummary.fields

/** A month of the supplier. */
export const SupplierMonth = Schema.Struct({
  month: Month,
  state: Schema.Literals(['open', 'closed']),
  ...sums,
})
export type SupplierMonth = typeof SupplierMonth.Type

/** A live source of the supplier: its entry link with the placeholders to fill in, and its places. */
export const SupplierLiveSource = Schema.Struct({
  stmid: Id,
  name: Schema.String,
  pm_proj_ud: Id,
  link: Schema.String,
  /** The supplier's own. */
  completes: Schema.Int,
  /** Completes that the source still takes from the supplier. */
  places_left: Schema.Int,
})
export type SupplierLiveSource = typeof SupplierLiveSource.Type

/** A dispute of the supplier, with the respondent that it is about. */
export const ListedDispute = Schema.Struct({
  rid: Schema.String,
  rdud: Schema.String.check(Schema.isPattern(RDUD_PATTERN)),
  complete_month: Schema.NullOr(Month),
  ...SupplierDispute.fields,
})
export type ListedDispute = typeof ListedDispute.Type

/** The content of a link: whose statements of whom. A link for one month has neither sources nor disputes. */
export const SupplierDesk = Schema.Struct({
  account_name: Schema.String,
  supplier_name: Schema.String,
  /** When the link ends. */
  expires_at: IsoInstant,
  zone: Schema.String,
  currency: Schema.String,
  /** At most 200, by name. */
  sources: Schema.Array(SupplierLiveSource),
  /** At most 20: those that wait for a decision first, then the latest. */
  disputes: Schema.Array(ListedDispute),
  /** Newest first. */
  months: Schema.Array(SupplierMonth),
})
export type SupplierDesk = typeof SupplierDesk.Type

const { project_name: _project, ...part } = StatementPart.fields

/** A supplier's statement as the supplier sees it: projects of the client are numbers, and have no names. */
export const SupplierStatement = Schema.Struct({ ...Statement.fields, parts: Schema.Array(Schema.Struct(part)) })
export type SupplierStatement = typeof SupplierStatement.Type

/** A client's verdict on one of the supplier's respondents. */
export const SupplierOutcome = Schema.Struct({
  rid: Schema.String,
  rdud: Schema.String.check(Schema.isPattern(RDUD_PATTERN)),
  /** Of SUPPLIER_OUTCOMES, or undone. */
  outcome: Schema.String,
  reason_code: Schema.NullOr(Schema.Int),
  reason: Schema.NullOr(Schema.String),
  complete_month: Schema.NullOr(Month),
  adjustment_month: Schema.NullOr(Month),
  /** Null: it was never disputed. */
  dispute: Schema.NullOr(SupplierDispute),
  /** It is rejected now, and was never disputed. */
  can_dispute: Schema.Boolean,
})
export type SupplierOutcome = typeof SupplierOutcome.Type

/** A page of them, in the order in which they were stored. */
export const SupplierOutcomes = Schema.Struct({ rows: Schema.Array(SupplierOutcome), has_more: Schema.Boolean })
export type SupplierOutcomes = typeof SupplierOutcomes.Type
