import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { AllowedTransition } from '../statuses/status-view.ts'
import { StatusCode } from '../statuses/status.ts'
import { DeviceTypeId } from './device-types.ts'

/** Default survey limits of §3.6: percent over the stated LOI, percent under the stated IR, completes before they act. */
export const DEFAULT_SURVEY_LIMITS = [35, 35, 5] as const

/** A survey as lists and reads give it (§3.6). */
export const Survey = Schema.Struct({
  pm_sy_ud: Id,
  pm_proj_ud: Id,
  pm_sy_name: Schema.String,
  respondents: Schema.Int,
  pm_cy_cs_id: Schema.NullOr(Id),
  country_name: Schema.NullOr(Schema.String),
  languages_id: Schema.NullOr(Id),
  language_name: Schema.NullOr(Schema.String),
  est_loi: Schema.Number,
  qualifying_rate: Schema.Number,
  survey_url: Schema.NullOr(Schema.String),
  device_compatibility: Schema.Array(DeviceTypeId),
  pm_sy_client_cpi: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  out_of_field_date: Schema.NullOr(IsoInstant),
  out_of_field_time_zone_code: Schema.Int,
  statusid: StatusCode,
  effective_statusid: StatusCode,
  status_reason: Schema.NullOr(Schema.String),
  status_changed_by: Schema.NullOr(Schema.String),
  status_changed_at: IsoInstant,
  status_version: Schema.Int,
  source_count: Schema.Int,
  live_source_count: Schema.Int,
  created_at: IsoInstant,
})
export type Survey = typeof Survey.Type

export const SurveyDetail = Schema.Struct({ ...Survey.fields, pm_proj_name: Schema.String, allowed: Schema.Array(AllowedTransition) })
export type SurveyDetail = typeof SurveyDetail.Type
