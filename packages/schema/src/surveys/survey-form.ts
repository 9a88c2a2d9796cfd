import { Schema } from 'effect'
import { optional, requiredChoice, requiredText } from '../forms/form-fields.ts'
import { OutOfFieldDate } from '../forms/out-of-field.ts'
import { Id, Version } from '../ids/ids.ts'
import { HoldPlaces } from '../sources/hold-places.ts'
import { DeviceCompatibility, EstimatedLoi, IncidenceRate, SellPrice, Target } from './survey-fields.ts'
import { OptionalSurveyUrl, RequiredSurveyUrl } from './survey-url.ts'

/** The facts behind the rules of a survey's form. */
export interface SurveyFormRules {
  /** The survey-URL flag is set (§5.5). */
  readonly needsUrl: boolean
  /** The account charges its clients per complete (§5.11: client CPI is enabled). */
  readonly pricesClient: boolean
}

const basics = { pm_sy_name: requiredText({ label: 'Survey name' }), respondents: Target }
const audience = {
  pm_cy_cs_id: requiredChoice('Country is required'),
  languages_id: requiredChoice('Language is required'),
  device_compatibility: DeviceCompatibility,
}
const statedFieldwork = { est_loi: EstimatedLoi, qualifying_rate: IncidenceRate, hold_places: HoldPlaces }
const fieldEnd = {
  out_of_field_date: OutOfFieldDate,
  out_of_field_time_zone_code: requiredChoice('Timezone is required'),
}
const UrlFlag = Schema.Boolean.annotate({ message: 'Survey URL flag must be on or off' })
const OptionalSellPrice = optional(SellPrice, 'Sell Price must be a valid number')

/** The form of a survey in its order; the fields that the account or the survey-URL flag may require are optional here (§5.10–5.15). */
export const SurveyForm = Schema.Struct({
  ...basics,
  ...audience,
  survey_url_flg: Schema.optionalKey(UrlFlag),
  survey_url: OptionalSurveyUrl,
  pm_sy_client_cpi: OptionalSellPrice,
  ...statedFieldwork,
  ...fieldEnd,
})
export type SurveyForm = typeof SurveyForm.Type

const NeedsUrl = Schema.Struct({ ...SurveyForm.fields, survey_url: RequiredSurveyUrl })
const NeedsPrice = Schema.Struct({ ...SurveyForm.fields, pm_sy_client_cpi: SellPrice })
const NeedsBoth = Schema.Struct({ ...NeedsUrl.fields, pm_sy_client_cpi: SellPrice })

/**
 * Gives the rules of a survey's form.
 * @param rules the survey-URL flag (§5.5), on by default, and whether client CPI is enabled (§5.11)
 */
export function surveyForm({ needsUrl, pricesClient }: SurveyFormRules) {
  if (needsUrl) return pricesClient ? NeedsBoth : NeedsUrl
  return pricesClient ? NeedsPrice : SurveyForm
}

const byFlag = (pricesClient: boolean) =>
  Schema.Union([
    Schema.Struct({ ...surveyForm({ needsUrl: true, pricesClient }).fields, survey_url_flg: Schema.Literal(true) }),
    Schema.Struct({ ...surveyForm({ needsUrl: false, pricesClient }).fields, survey_url_flg: Schema.Literal(false) }),
  ])
const BY_FLAG = { priced: byFlag(true), unpriced: byFlag(false) }

/** The same rules for a form with the survey-URL flag as a field: its value decides (§5.5). */
export function surveyFormByFlag({ pricesClient }: Pick<SurveyFormRules, 'pricesClient'>) {
  return pricesClient ? BY_FLAG.priced : BY_FLAG.unpriced
}

/** A new survey (api:S3): its project, its form, and the survey that it duplicates. */
export const NewSurvey = Schema.Struct({ ...SurveyForm.fields, pm_proj_ud: Id, duplicate_of: Schema.optionalKey(Id) })
export type NewSurvey = typeof NewSurvey.Type

const MOVED_SOURCES_MAX = 2_000
const MOVED_DAYS_MAX = 3_650
const DAYS = `Days must be a whole number of at most ${MOVED_DAYS_MAX}`

/** Sources whose out-of-field dates move with the survey's, by whole days on the clock of their own zone (docs/decisions/0100). */
export const MovedSources = Schema.Struct({
  stmids: Schema.Array(Id).check(Schema.isMaxLength(MOVED_SOURCES_MAX)),
  days: Schema.Int.check(Schema.makeFilter((days: number) => Math.abs(days) <= MOVED_DAYS_MAX, { message: DAYS })),
})
export type MovedSources = typeof MovedSources.Type

/** Changes of a survey as they are sent (api:S2): the whole form, the version that the editor saw, and the sources that move with it. */
export const SurveyChanges = Schema.Struct({
  ...SurveyForm.fields,
  version: Schema.optionalKey(Version),
  move_sources: Schema.optionalKey(MovedSources),
})
export type SurveyChanges = typeof SurveyChanges.Type
