import { Schema } from 'effect'
import { IdFromText, wholeFromText } from '../ids/ids.ts'
import { ReconciliationOutcome } from './outcomes.ts'

const None = Schema.Literals(['none'])
const Flag = Schema.Literals(['true', 'false'])
const ReasonFromText = wholeFromText(-2_147_483_648, 2_147_483_647)

/** Which rows of a request: those that one sum of its preview is made of. */
export const rowFilterFields = {
  outcome: Schema.optionalKey(ReconciliationOutcome),
  /** 'true': of the rest of an ACCEPT_LIST; 'false': of the list itself. */
  rest: Schema.optionalKey(Flag),
  /** 'true': those that storing applies; 'false': the others. */
  applied: Schema.optionalKey(Flag),
  /** 'none': a reason that is no number. */
  reason: Schema.optionalKey(Schema.Union([None, ReasonFromText])),
  /** 'none': respondents without a supplier. Views without the supply side have no such rows. */
  sup: Schema.optionalKey(Schema.Union([None, IdFromText])),
  stmid: Schema.optionalKey(IdFromText),
}
export const RowFilter = Schema.Struct(rowFilterFields)
export type RowFilter = typeof RowFilter.Type
