import { Schema } from 'effect'

/** Ledger states of a respondent (domain.md §3). */
export const RESPONDENT_CODES = {
  entered: 10,
  inSurvey: 11,
  defenderTerm: 20,
  screenerTerm: 21,
  noOpenQuota: 22,
  complete: 30,
  clientTerm: 31,
  clientOverquota: 32,
  qualityTerm: 33,
  securityTerm: 34,
  invalidReturn: 35,
  abandon: 40,
  rejected: 50,
  accepted: 51,
} as const

export type RespondentStateName = keyof typeof RESPONDENT_CODES
export const RespondentCode = Schema.Literals([10, 11, 20, 21, 22, 30, 31, 32, 33, 34, 35, 40, 50, 51])
export type RespondentCode = typeof RespondentCode.Type

/** The counting columns of a source (§3.10–3.17). */
export const COUNT_COLUMNS = ['eqTerms', 'terms', 'oQs', 'sqTerms', 'abandons', 'inflight', 'completes'] as const
export type CountColumn = (typeof COUNT_COLUMNS)[number]

/** The one column in which a respondent of that state counts; their sum is entrants at every moment. */
export const COLUMN_OF_STATE: Readonly<Record<RespondentCode, CountColumn>> = {
  10: 'inflight',
  11: 'inflight',
  20: 'eqTerms',
  21: 'terms',
  22: 'oQs',
  30: 'completes',
  31: 'terms',
  32: 'oQs',
  33: 'sqTerms',
  34: 'sqTerms',
  35: 'sqTerms',
  40: 'abandons',
  50: 'sqTerms',
  51: 'completes',
}

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

/** Where a supplier takes its respondents back, by outcome; quality and security fall back to termination, then to default. */
export const REDIRECT_TYPES = ['complete', 'termination', 'overquota', 'quality', 'security', 'default'] as const
export const RedirectType = Schema.Literals(REDIRECT_TYPES)
export type RedirectType = typeof RedirectType.Type
