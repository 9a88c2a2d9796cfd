import { isStoredSurveyUrl, surveyUrlFault } from '@desk/schema/surveys/survey-url'

/** The result of one reading of a survey URL (§5.1). */
export interface UrlReading {
  readonly reading: 'typed' | 'stored'
  readonly isMet: boolean
  readonly words: string
}

/** The results of both readings of the typed text (§5.1–5.4). @returns none for an empty one */
export function urlReadings(typed: string): readonly UrlReading[] {
  const url = typed.trim()
  if (url === '') return []
  const fault = surveyUrlFault(url)
  const isStored = isStoredSurveyUrl(url)
  return [
    {
      reading: 'typed',
      isMet: fault === null,
      words: fault ?? 'It begins with https:// and contains [%RDUD%]: it can be saved.',
    },
    {
      reading: 'stored',
      isMet: isStored,
      words: isStored
        ? 'Respondents could be sent to it: http or https, and the placeholder in any case.'
        : 'Respondents could not be sent to it: it needs http:// or https://, a host without a user name, and behind it [%RDUD%] in any case.',
    },
  ]
}
