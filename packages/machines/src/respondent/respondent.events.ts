import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

/** Why the desk itself turned someone away before the survey: Defender term, screener term, no open sub-quota. */
export const RefusalCode = Schema.Literals([20, 21, 22])
export type RefusalCode = typeof RefusalCode.Type

/** The outcomes of a survey's return; 35 is an unknown code or a bad hash. */
export const ReturnCode = Schema.Literals([30, 31, 32, 33, 34, 35])
export type ReturnCode = typeof ReturnCode.Type

/** The states from which a reconciliation rejects or accepts, and to which its undo leads back. */
export const ReconcilableCode = Schema.Literals([30, 31, 32, 33, 34, 35, 40, 50, 51])
export type ReconcilableCode = typeof ReconcilableCode.Type

export const RespondentEvent = Schema.Union([
  eventSchema('entry.refused', { code: RefusalCode }),
  eventSchema('survey.entered', {}),
  /** `isBelieved`: a server-to-server return that is signed, or of an account that believes unsigned ones (docs/decisions/0024). */
  eventSchema('return.received', {
    code: ReturnCode,
    viaServer: Schema.Boolean,
    isBelieved: Schema.Boolean,
    late: Schema.Boolean,
  }),
  eventSchema('abandon.due', {}),
  eventSchema('reconciliation.rejected', {}),
  eventSchema('reconciliation.accepted', {}),
  /** A reconciliation is undone: the respondent is again in the state of before it. */
  eventSchema('reconciliation.undone', { code: ReconcilableCode }),
])
export type RespondentEvent = typeof RespondentEvent.Type

const RETURN_CODES: readonly ReturnCode[] = [30, 31, 32, 33, 34, 35]
const RECONCILABLE_CODES: readonly ReconcilableCode[] = ReconcilableCode.literals
/** Who sends a return: the browser, a server without proof, a server that is believed. */
const TELLERS = [
  { viaServer: false, isBelieved: false },
  { viaServer: true, isBelieved: false },
  { viaServer: true, isBelieved: true },
] as const

/** Every event that a respondent can meet: their number is finite. */
export const RESPONDENT_EVENTS: readonly RespondentEvent[] = [
  { type: 'entry.refused', code: 20 },
  { type: 'entry.refused', code: 21 },
  { type: 'entry.refused', code: 22 },
  { type: 'survey.entered' },
  ...RETURN_CODES.flatMap(code =>
    TELLERS.flatMap(teller => [false, true].map(late => ({ type: 'return.received' as const, code, ...teller, late }))),
  ),
  { type: 'abandon.due' },
  { type: 'reconciliation.rejected' },
  { type: 'reconciliation.accepted' },
  ...RECONCILABLE_CODES.map(code => ({ type: 'reconciliation.undone' as const, code })),
]
