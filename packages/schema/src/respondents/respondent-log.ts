import { Schema } from 'effect'
import { AskedInstant, IdFromText, IsoInstant, wholeFromText } from '../ids/ids.ts'
import { RespondentCode } from './state.ts'

/** As many of the newest ledger lines before a place are searched for one page of the log. */
export const LOG_SEARCHED_MAX = 100_000

/** So many ids are looked up at once. */
export const LOG_IDS_MAX = 1_000

/** One respondent of a project, survey or source, by the last change of their state. */
export const LoggedRespondent = Schema.Struct({
  rdud: Schema.String,
  stmid: Schema.Int,
  source_name: Schema.String,
  pm_sy_ud: Schema.Int,
  pm_sy_name: Schema.String,
  rid: Schema.String,
  code: RespondentCode,
  at: IsoInstant,
  /** The rule or the reason of the last change; null: it had none. */
  rule: Schema.NullOr(Schema.String),
  /** Null: without a supplier. */
  supplier: Schema.optionalKey(Schema.NullOr(Schema.String)),
})
export type LoggedRespondent = typeof LoggedRespondent.Type

/** Which respondents: in one state, by one rule or reason, of one supplier, whose state changed from a moment on, before a place in the ledger. */
export const respondentLogFilters = {
  code: Schema.optionalKey(IdFromText),
  rule: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(64))),
  /** The name of the supplier. */
  supplier: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))),
  from: Schema.optionalKey(AskedInstant),
  before: Schema.optionalKey(wholeFromText(1, Number.MAX_SAFE_INTEGER)),
}

/** A page of the log, the last change first; `next` is `before` of the next page, null at the end. */
export const RespondentLog = Schema.Struct({
  respondents: Schema.Array(LoggedRespondent),
  next: Schema.NullOr(Schema.Int),
})
export type RespondentLog = typeof RespondentLog.Type

/** Ids to look up: RDUDs, or the suppliers' rids. */
export const LookedUpIds = Schema.Struct({
  ids: Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(LOG_IDS_MAX),
  ),
})

/** The respondents of the ids, in their order, and the ids that none has. */
export const LookedUpRespondents = Schema.Struct({
  respondents: Schema.Array(LoggedRespondent),
  unknown: Schema.Array(Schema.String),
})
