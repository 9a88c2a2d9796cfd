import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'
import { ReconciliationOutcome } from './outcomes.ts'

/**
 * How a row's id found its respondent: unchanged (`exact`), as the supplier's own id (`rid`), as one of several whom
 * it may mean (`several`), or only almost (`suggestion`: within two changed letters; `damaged`: as a spreadsheet
 * damages long numbers and leading zeros). `none`: not at all. `choice`: ticked in a list. `undo`: by the request that
 * is undone. `rest`: a complete that a list of accepted respondents does not name.
 */
export const MatchKind = Schema.Literals([
  'exact',
  'rid',
  'several',
  'suggestion',
  'damaged',
  'none',
  'choice',
  'undo',
  'rest',
])
export type MatchKind = typeof MatchKind.Type

const named = Schema.Struct({ id: Id, name: Schema.String })

/** One row of a reconciliation. */
export const ReconciliationRow = Schema.Struct({
  /** Its line in the file or text, from 1; the rest of an ACCEPT_LIST follows the last line. */
  line: Id,
  /** The id as it was sent. */
  raw_text: Schema.String,
  /** The matched or suggested respondent; null: none, or one of another project. */
  rdud: Schema.NullOr(Schema.String),
  /** The supplier's id of this respondent. */
  rid: Schema.NullOr(Schema.String),
  match: MatchKind,
  /** A user has confirmed the suggestion. */
  is_confirmed: Schema.Boolean,
  from_code: Schema.NullOr(RespondentCode),
  /** The state that storing gives, or has given; `from_code` where nothing changes. */
  to_code: Schema.NullOr(RespondentCode),
  outcome: ReconciliationOutcome,
  /** In a request that was undone since, an applied row that is undone; in an undo, a row that changed since and was not. */
  changed_since: Schema.Boolean,
  /** Null: the row has a reason that is no number. */
  reason_code: Schema.NullOr(Schema.Int),
  comment: Schema.String,
  source: Schema.NullOr(named),
  /** Absent in a view without the supply side. */
  supplier: Schema.optionalKey(Schema.NullOr(named)),
  /** The client's price for this complete, as of its completion, in cents; null without a price. */
  sell_cents: Schema.NullOr(Schema.Int),
  /** The supplier's price for it, in cents. Absent in a view without the supply side. */
  supply_cents: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  completed_at: Schema.NullOr(IsoInstant),
  /** The month of the complete and of its adjustment in the account's zone: 2026-10. */
  complete_month: Schema.NullOr(Schema.String),
  adjustment_month: Schema.NullOr(Schema.String),
  /** The end of the window. */
  deadline_at: Schema.NullOr(IsoInstant),
})
export type ReconciliationRow = typeof ReconciliationRow.Type
