import { Schema } from 'effect'
import { optional, requiredChoice, requiredText } from '../forms/form-fields.ts'
import { OutOfFieldDate } from '../forms/out-of-field.ts'
import { Id, Version } from '../ids/ids.ts'
import { DeviceCompatibility, EstimatedLoi, IncidenceRate, SellPrice, Target } from '../surveys/survey-fields.ts'
import { OptionalSurveyUrl } from '../surveys/survey-url.ts'

const UNIT_REQUIRED = 'A Business Unit must be selected'

const whatAllProjectsHave = {
  pm_proj_name: requiredText({ label: 'Project name' }),
  pm_proj_rep_num: requiredText({ label: 'Project number', maxLength: 100 }),
  // the misspelling is the product's (§5.6)
  consultant: requiredChoice('Paroject Manager is required'),
  out_of_field_date: OutOfFieldDate,
  out_of_field_time_zone_code: requiredChoice('Timezone is required'),
}

/** Defaults for the project's surveys; each may be left empty. */
const whatSurveysStartWith = {
  respondents: optional(Target, 'Target (N) must be a valid number'),
  pm_cy_cs_id: optional(Id, 'Country is required'),
  languages_id: optional(Id, 'Language is required'),
  est_loi: optional(EstimatedLoi, 'Estimated LOI must be a valid number'),
  qualifying_rate: optional(IncidenceRate, 'Incidence Rate must be a valid number'),
  survey_url: OptionalSurveyUrl,
  device_compatibility: optional(DeviceCompatibility, 'Device Compatibility is required'),
  pm_sy_client_cpi: optional(SellPrice, 'Sell Price must be a valid number'),
}

/** The form of a project in its order (§5.6–5.9). */
export const ProjectForm = Schema.Struct({
  ...whatAllProjectsHave,
  business_unit_ud: optional(Id, UNIT_REQUIRED),
  ...whatSurveysStartWith,
})
export type ProjectForm = typeof ProjectForm.Type

/** The form of a project in an account that uses business units (§5.8). */
export const ProjectFormWithUnit = Schema.Struct({
  ...ProjectForm.fields,
  business_unit_ud: requiredChoice(UNIT_REQUIRED),
})

/**
 * Gives the rules of a project's form.
 * @param usesBusinessUnits whether the account invoices by business unit (§3.4)
 */
export function projectForm({ usesBusinessUnits }: { readonly usesBusinessUnits: boolean }) {
  return usesBusinessUnits ? ProjectFormWithUnit : ProjectForm
}

/** Changes of a project as they are sent (api:P3): the whole form, and the version that the editor saw. */
export const ProjectChanges = Schema.Struct({ ...ProjectForm.fields, version: Schema.optionalKey(Version) })
export type ProjectChanges = typeof ProjectChanges.Type
