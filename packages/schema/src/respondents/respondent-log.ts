import { Schema } from 'effect'
import { AskedInstant, IdFromText, IsoInstant, wholeFromText } from '../ids/ids.ts'
import { RespondentCode } from './state.ts'

/** As many of the newest ledger lines before a place are searched for one page of the log. */
export const LOG_SEARCHED_MAX = 100_000

/** One respondent of a source, by the last change of their state. */
export const LoggedRespondent = Schema.Struct({
  rdud: Schema.String,
  rid: Schema.String,
  code: RespondentCode,
  at: IsoInstant,
  /** The rule or the reason of the last change; null: it had none. */
  rule: Schema.NullOr(Schema.String),
  /** Null: without a supplier. */
  supplier: Schema.optionalKey(Schema.NullOr(Schema.String)),
})
export type LoggedRespondent = typeof LoggedRespondent.Type

/** Which respondents: in one state, whose state changed from a moment on, before a place in the ledger. */
export const respondentLogFilters = {
  code: Schema.optionalKey(IdFromText),
  from: Schema.optionalKey(AskedInstant),
  before: Schema.optionalKey(wholeFromText(1, Number.MAX_SAFE_INTEGER)),
}

/** A page of the log, the last change first; `next` is `before` of the next page, null at the end. */
export const RespondentLog = Schema.Struct({
  respondents: Schema.Array(LoggedRespondent),
  next: Schema.NullOr(Schema.Int),
})
export type RespondentLog = typeof RespondentLog.Type
