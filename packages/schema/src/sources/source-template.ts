import { Schema } from 'effect'
import { requiredChoice, requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { QUALIFICATIONS_MAX, QUOTA_GROUPS_MAX, QuotaGroupInput, SourceQualification } from './quals-quotas.ts'
import { sourceFields } from './source-form.ts'

/** Source template types by the codes of the lookup source-template-type. */
export const SOURCE_TEMPLATE_TYPES = { diy: 1, classic: 2, lucid: 3 } as const
const SourceTemplateType = Schema.Literals([1, 2, 3])

const name = requiredText({ label: 'Template Name', maxLength: 100 })

/**
 * The fields that a source takes over from a template, in addition to its qualifications and quotas. No price and no
 * supplier is in a template.
 */
const settings = {
  respondents: sourceFields.respondents,
  click_balancing: sourceFields.click_balancing,
  calculation_type_code_ud: sourceFields.calculation_type_code_ud,
  pacing: sourceFields.pacing,
  hold_places: sourceFields.hold_places,
}
const asked = {
  qualifications: Schema.Array(SourceQualification).check(Schema.isMaxLength(QUALIFICATIONS_MAX)),
  quota_groups: Schema.Array(QuotaGroupInput).check(Schema.isMaxLength(QUOTA_GROUPS_MAX)),
}

/** A template of a source as it is stored (api:T22). */
export const TemplateOfSource = Schema.Struct({ name, stmid: requiredChoice('Source is required') })
export type TemplateOfSource = typeof TemplateOfSource.Type

/** A template of an editor's present content (api:T24). */
export const NewSourceTemplate = Schema.Struct({
  name,
  source_template_type: SourceTemplateType,
  ...settings,
  ...asked,
})
export type NewSourceTemplate = typeof NewSourceTemplate.Type

/** A line of the list of source templates (api:T21). */
export const SourceTemplate = Schema.Struct({
  source_template_id: Id,
  name: Schema.String,
  source_template_type: SourceTemplateType,
  qualifications_count: Schema.Int,
  quotas_count: Schema.Int,
  created_by: Schema.NullOr(Schema.String),
  created_at: IsoInstant,
})
export type SourceTemplate = typeof SourceTemplate.Type

/** The same with the settings that a source takes over (api:T23). */
export const SourceTemplateSettings = Schema.Struct({
  ...SourceTemplate.fields,
  respondents: Schema.Int,
  click_balancing: Schema.Boolean,
  calculation_type_code_ud: Schema.Int,
  pacing: Schema.Int,
  hold_places: Schema.Int,
})
export type SourceTemplateSettings = typeof SourceTemplateSettings.Type

/** The qualifications and quotas that loading a template would give a source (api:T25); api:T4 stores them. */
export const TemplateQualsQuotas = Schema.Struct({ source_template_id: Id, ...asked })
export type TemplateQualsQuotas = typeof TemplateQualsQuotas.Type
