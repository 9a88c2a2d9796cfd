import { Schema } from 'effect'

/** The counting columns of a source (§3.10–3.17). */
export const COUNT_COLUMNS = ['eqTerms', 'terms', 'oQs', 'sqTerms', 'abandons', 'inflight', 'completes'] as const
export type CountColumn = (typeof COUNT_COLUMNS)[number]

/** How a state is marked: by a glyph and a colour. */
export type StateTone = 'underWay' | 'good' | 'refused' | 'lost'

/** One state of a respondent, with its label, column and mark. */
interface RespondentState {
  readonly code: number
  /** Its name on the screen. */
  readonly label: string
  readonly tone: StateTone
  /** The one column in which a respondent of that state counts. */
  readonly column: CountColumn
}

/** The ledger's states of a respondent (domain.md §3), each declared once; the columns add up to entrants at every moment. */
export const RESPONDENT_STATES = {
  entered: { code: 10, label: 'Entered, in pre-survey checks', tone: 'underWay', column: 'inflight' },
  inSurvey: { code: 11, label: 'In the survey', tone: 'underWay', column: 'inflight' },
  defenderTerm: { code: 20, label: 'Defender term', tone: 'refused', column: 'eqTerms' },
  screenerTerm: { code: 21, label: 'Screener term', tone: 'refused', column: 'terms' },
  noOpenQuota: { code: 22, label: 'Overquota', tone: 'refused', column: 'oQs' },
  complete: { code: 30, label: 'Complete', tone: 'good', column: 'completes' },
  clientTerm: { code: 31, label: 'Client term', tone: 'refused', column: 'terms' },
  clientOverquota: { code: 32, label: 'Client overquota', tone: 'refused', column: 'oQs' },
  qualityTerm: { code: 33, label: 'Quality term', tone: 'refused', column: 'sqTerms' },
  securityTerm: { code: 34, label: 'Security term', tone: 'refused', column: 'sqTerms' },
  invalidReturn: { code: 35, label: 'Invalid return', tone: 'refused', column: 'sqTerms' },
  abandon: { code: 40, label: 'Abandoned', tone: 'lost', column: 'abandons' },
  rejected: { code: 50, label: 'Rejected at reconciliation', tone: 'refused', column: 'sqTerms' },
  accepted: { code: 51, label: 'Accepted at reconciliation', tone: 'good', column: 'completes' },
} as const satisfies Record<string, RespondentState>

export type RespondentStateName = keyof typeof RESPONDENT_STATES
export type RespondentCode = (typeof RESPONDENT_STATES)[RespondentStateName]['code']

/** The code of each state, by its name. */
export const RESPONDENT_CODES = Object.fromEntries(
  Object.entries(RESPONDENT_STATES).map(([name, { code }]) => [name, code]),
) as { readonly [Name in RespondentStateName]: (typeof RESPONDENT_STATES)[Name]['code'] } // Object.fromEntries loses which code belongs to which name

export const RespondentCode = Schema.Literals(
  Object.values(RESPONDENT_STATES).map(({ code }) => code) as [RespondentCode, ...RespondentCode[]], // there are states
)

const byCode = <Value>(valueOf: (state: RespondentState) => Value): Readonly<Record<RespondentCode, Value>> =>
  Object.fromEntries(Object.values(RESPONDENT_STATES).map(state => [state.code, valueOf(state)])) as Record<
    RespondentCode,
    Value
  > // every code is there

/** The one column in which a respondent of that state counts. */
export const COLUMN_OF_STATE = byCode(({ column }) => column)

/** The name of a respondent's state on the screen. */
export const RESPONDENT_STATE_LABELS = byCode(({ label }) => label)

/** How a state is marked. */
export const TONE_OF_STATE = byCode(({ tone }) => tone)

/** Inbound codes a survey returns a respondent with, and the state each gives; any other code gives 35. */
export const INBOUND_CODES: Readonly<Record<string, RespondentCode>> = {
  '1000': 30,
  '2000': 31,
  '4000': 32,
  '1': 33,
  '3000': 34,
}

/** Inflight respondents become abandons after this multiple of the stated LOI (§4.4, §9.5). */
export const INFLIGHT_TIMEOUT_LOI_FACTOR = 1.8

/** A supplier's redirects for its respondents, by outcome; quality and security fall back to termination, then to default. */
export const REDIRECT_TYPES = ['complete', 'termination', 'overquota', 'quality', 'security', 'default'] as const
export const RedirectType = Schema.Literals(REDIRECT_TYPES)
export type RedirectType = typeof RedirectType.Type
