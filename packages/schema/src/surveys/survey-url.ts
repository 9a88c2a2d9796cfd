import { Schema } from 'effect'
import { surveyTemplate } from '../respondents/address-template.ts'
import { encodedAddressFault } from '../respondents/placeholders.ts'

/** The {host} of the messages: the example of a survey URL (domain.md §10). */
export const SURVEY_URL_EXAMPLE = 'https://www.example.com/s?id=[%RDUD%]'
const PLACEHOLDER = '[%RDUD%]'
const SURVEY_PLACEHOLDERS = [PLACEHOLDER, '[%ORDUD%]']
const SCHEME = 'https://'
export const SURVEY_URL_MAX_LENGTH = 4000

// the closing brackets are the spec's own
export const SURVEY_URL_MESSAGES = {
  neither: `Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. ${SURVEY_URL_EXAMPLE}]`,
  scheme: `Survey URL must begin with ${SURVEY_URL_EXAMPLE} e.g. ${SURVEY_URL_EXAMPLE}]`,
  placeholder: `Survey URL must include [%RDUD%], e.g. ${SURVEY_URL_EXAMPLE}]`,
  tooLong: `Survey URL must be at most ${SURVEY_URL_MAX_LENGTH} characters`,
} as const

// respondents must be able to follow the redirect
function isAddress(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text) && surveyTemplate(text) !== null
}

/**
 * Judges a survey URL by reading A, the rule for new input (§5.1–5.4, domain.md §10).
 * @param text as it was typed; spaces around it do not count
 * @returns the text to show, or null when it is good; an empty one gets the message of §5.2, so callers with an optional URL do not ask
 */
export function surveyUrlFault(text: string): string | null {
  const url = text.trim()
  if (url.length > SURVEY_URL_MAX_LENGTH) return SURVEY_URL_MESSAGES.tooLong
  const hasScheme = url.startsWith(SCHEME)
  const hasPlaceholder = url.includes(PLACEHOLDER)
  if (!hasScheme && hasPlaceholder) return SURVEY_URL_MESSAGES.scheme
  if (hasScheme && !hasPlaceholder) return SURVEY_URL_MESSAGES.placeholder
  if (!hasScheme || !isAddress(url)) return SURVEY_URL_MESSAGES.neither
  const encoded = encodedAddressFault(url, SURVEY_PLACEHOLDERS)
  return encoded === null ? null : `Survey URL ${encoded}`
}

/**
 * Says whether a stored survey URL is valid by reading B: http or https, the placeholder in any case (§5.1, domain.md §10), and
 * an address to which respondents can be sent.
 */
export function isStoredSurveyUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && isAddress(text)
}

const judged = (text: string) => surveyUrlFault(text) ?? undefined

/** A required survey URL (§5.5: the survey-URL flag is set). */
export const RequiredSurveyUrl = Schema.String.annotate({ message: SURVEY_URL_MESSAGES.neither })
  .check(Schema.makeFilter(judged))
  .annotateKey({ messageMissingKey: SURVEY_URL_MESSAGES.neither })

/** An optional survey URL (§5.5); a given one must be valid. */
export const OptionalSurveyUrl = Schema.optionalKey(
  Schema.NullOr(
    Schema.String.check(Schema.makeFilter((text: string) => (text.trim() === '' ? undefined : judged(text)))),
  ).annotate({ message: SURVEY_URL_MESSAGES.neither }),
)
