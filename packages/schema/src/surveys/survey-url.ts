import { Schema } from 'effect'
import { surveyTemplate } from '../respondents/address-template.ts'

/** What the messages call {host}: the example of a survey URL (domain.md §10). */
export const SURVEY_URL_EXAMPLE = 'https://www.example.com/s?id=[%RDUD%]'
const PLACEHOLDER = '[%RDUD%]'
const SCHEME = 'https://'
export const SURVEY_URL_MAX_LENGTH = 4000

// the closing brackets are the spec's own
export const SURVEY_URL_MESSAGES = {
  neither: `Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. ${SURVEY_URL_EXAMPLE}]`,
  scheme: `Survey URL must begin with ${SURVEY_URL_EXAMPLE} e.g. ${SURVEY_URL_EXAMPLE}]`,
  placeholder: `Survey URL must include [%RDUD%], e.g. ${SURVEY_URL_EXAMPLE}]`,
  tooLong: `Survey URL must be at most ${SURVEY_URL_MAX_LENGTH} characters`,
} as const

// the door must be able to send respondents there
function isAddress(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text) && surveyTemplate(text) !== null
}

/**
 * Judges a survey URL by reading A, the rule for new input (§5.1–5.4, domain.md §10).
 * @param text as it was typed; spaces around it do not count
 * @returns the text to show, or null when it is good; an empty one is told as §5.2 says, whoever needs none does not ask
 */
export function surveyUrlFault(text: string): string | null {
  const url = text.trim()
  if (url.length > SURVEY_URL_MAX_LENGTH) return SURVEY_URL_MESSAGES.tooLong
  const hasScheme = url.startsWith(SCHEME)
  const hasPlaceholder = url.includes(PLACEHOLDER)
  if (!hasScheme && hasPlaceholder) return SURVEY_URL_MESSAGES.scheme
  if (hasScheme && !hasPlaceholder) return SURVEY_URL_MESSAGES.placeholder
  return hasScheme && isAddress(url) ? null : SURVEY_URL_MESSAGES.neither
}

/**
 * Says whether a stored survey URL is one by reading B: http or https, the placeholder in any case (§5.1, domain.md §10), and an address that
 * respondents can be sent to.
 */
export function isStoredSurveyUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && isAddress(text)
}

const judged = (text: string) => surveyUrlFault(text) ?? undefined

/** A survey URL that has to be there (§5.5: the survey-URL flag is set). */
export const RequiredSurveyUrl = Schema.String.annotate({ message: SURVEY_URL_MESSAGES.neither })
  .check(Schema.makeFilter(judged))
  .annotateKey({ messageMissingKey: SURVEY_URL_MESSAGES.neither })

/** A survey URL that may be left empty (§5.5); what is given is judged. */
export const OptionalSurveyUrl = Schema.optionalKey(
  Schema.NullOr(
    Schema.String.check(Schema.makeFilter((text: string) => (text.trim() === '' ? undefined : judged(text)))),
  ).annotate({ message: SURVEY_URL_MESSAGES.neither }),
)
