import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'

/** How many test respondents reached a state. */
export const TestOutcome = Schema.Struct({ code: RespondentCode, count: Schema.Int })

/** The tests of one source of the survey. */
export const SourceTests = Schema.Struct({
  stmid: Id,
  name: Schema.String,
  tests: Schema.Int,
  Completes_Count_Test: Schema.Int,
  last_test_at: Schema.NullOr(IsoInstant),
})

/** The tests of a survey (api:S6). Test respondents count in Completes_Count_Test and in no other figure. */
export const SurveyTestStatus = Schema.Struct({
  pm_sy_ud: Id,
  tests: Schema.Int,
  Completes_Count_Test: Schema.Int,
  last_test_at: Schema.NullOr(IsoInstant),
  last_test_code: Schema.NullOr(RespondentCode),
  outcomes: Schema.Array(TestOutcome),
  /** At most 500, in their order. */
  sources: Schema.Array(SourceTests),
})
export type SurveyTestStatus = typeof SurveyTestStatus.Type

/** The language in which respondents of the survey are addressed (api:S5); null where the survey has none. */
export const EngageLanguage = Schema.Struct({
  pm_sy_ud: Id,
  languages_id: Schema.NullOr(Id),
  language_name: Schema.NullOr(Schema.String),
  /** BCP 47: language and country, such as es-MX. */
  locale: Schema.NullOr(Schema.String),
  /** It is one of the languages of the survey's country. */
  is_of_country: Schema.Boolean,
})
export type EngageLanguage = typeof EngageLanguage.Type
