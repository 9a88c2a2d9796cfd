import {
  fillAddress,
  redirectTemplate,
  surveyTemplate,
  type AddressTemplate,
} from '@desk/schema/respondents/address-template'
import type { RedirectType, RespondentCode } from '@desk/schema/respondents/state'
import { PRACTICE_SURVEY_PATH, PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'

/** The redirect type of a state; null while the respondent is still in the survey. */
export const REDIRECT_OF_STATE: Readonly<Record<RespondentCode, Exclude<RedirectType, 'default'> | null>> = {
  10: null,
  11: null,
  20: 'security',
  21: 'termination',
  22: 'overquota',
  30: 'complete',
  31: 'termination',
  32: 'overquota',
  33: 'quality',
  34: 'security',
  35: 'security',
  40: null,
  50: 'quality',
  51: 'complete',
}

const FALLBACKS: Readonly<Record<Exclude<RedirectType, 'default'>, readonly RedirectType[]>> = {
  complete: ['complete', 'default'],
  termination: ['termination', 'default'],
  overquota: ['overquota', 'default'],
  quality: ['quality', 'termination', 'default'],
  security: ['security', 'termination', 'default'],
}

export type RedirectUrls = Readonly<Partial<Record<RedirectType, string>>>

const MAX_COMPILED = 10_000

/** Compiled templates by URL; there are as many as suppliers' redirects and surveys. */
function remembering(make: (url: string) => AddressTemplate | null): (url: string) => AddressTemplate | null {
  const compiled = new Map<string, AddressTemplate | null>()
  return url => {
    const known = compiled.get(url)
    if (known !== undefined) return known
    if (compiled.size >= MAX_COMPILED) compiled.clear()
    const parts = make(url)
    compiled.set(url, parts)
    return parts
  }
}

const compileRedirect = remembering(redirectTemplate)
const compileSurvey = remembering(surveyTemplate)

/**
 * The URL that sends a respondent back to the supplier (domain.md §3): the redirect of the outcome's type or its fallback, with
 * [%RID%], [%RDUD%] and [%OUTCOME%] filled in; if it has none of them, rid and outcome are appended.
 * @returns null when the supplier has no usable redirect
 */
export function supplierRedirect(
  urls: RedirectUrls,
  outcome: Exclude<RedirectType, 'default'>,
  rid: string,
  rdud: string,
): string | null {
  for (const type of FALLBACKS[outcome]) {
    const url = urls[type]
    const parts = url === undefined ? null : compileRedirect(url)
    if (parts !== null) return fillAddress(parts, { rid, rdud, outcome })
  }
  return null
}

/**
 * The survey's address with [%RDUD%] filled in, in whichever case it was stored (§5.1), the practice survey's on this desk; null when it has no usable URL.
 * @param ordud fills [%ORDUD%] (§3.31); empty for those who were not invited again
 */
export function surveyAddress(surveyUrl: string | null, rdud: string, ordud = ''): string | null {
  if (surveyUrl === PRACTICE_SURVEY_URL) return `${PRACTICE_SURVEY_PATH}?rdud=${encodeURIComponent(rdud)}`
  const parts = surveyUrl === null ? null : compileSurvey(surveyUrl)
  return parts === null ? null : fillAddress(parts, { rdud, ordud, rid: '', outcome: '' })
}
