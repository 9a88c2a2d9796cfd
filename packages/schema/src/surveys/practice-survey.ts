import { Schema } from 'effect'

/** The path of the practice survey that the desk itself serves: a page with a button for each outcome. */
export const PRACTICE_SURVEY_PATH = '/practice-survey'

/**
 * The survey URL that leads to the practice survey. It is a survey URL like any other (§5.1); its host name is reserved and never
 * resolves, and the platform sends the respondent to this desk's own page instead.
 */
export const PRACTICE_SURVEY_URL = 'https://practice-survey.invalid/?rdud=[%RDUD%]'

/** The survey URL of the practice survey; null where it is not served (DEMO, PRACTICE_SURVEY). */
export const PracticeSurvey = Schema.Struct({ survey_url: Schema.NullOr(Schema.String) })
export type PracticeSurvey = typeof PracticeSurvey.Type
