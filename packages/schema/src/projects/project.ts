import { Schema } from 'effect'
import { FieldWarning } from '../forms/field-warnings.ts'
import { Id, IdFromText, IsoInstant, Version } from '../ids/ids.ts'
import { AllowedTransition } from '../statuses/status-view.ts'
import { StatusCode } from '../statuses/status.ts'
import { DeviceTypeId } from '../surveys/device-types.ts'
import { DearestSource } from '../surveys/survey-warnings.ts'

/** A project as lists and reads give it (§3.5). Money in the account's currency, shares in percent as they were entered. */
export const Project = Schema.Struct({
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
  pm_proj_rep_num: Schema.String,
  consultant: Schema.NullOr(Id),
  consultant_name: Schema.NullOr(Schema.String),
  business_unit_ud: Schema.NullOr(Id),
  business_unit_name: Schema.NullOr(Schema.String),
  out_of_field_date: Schema.NullOr(IsoInstant),
  out_of_field_time_zone_code: Schema.Int,
  respondents: Schema.Int,
  pm_cy_cs_id: Schema.NullOr(Id),
  languages_id: Schema.NullOr(Id),
  est_loi: Schema.NullOr(Schema.Number),
  qualifying_rate: Schema.NullOr(Schema.Number),
  pm_sy_client_cpi: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  statusid: StatusCode,
  status_reason: Schema.NullOr(Schema.String),
  status_changed_by: Schema.NullOr(Schema.String),
  status_changed_at: IsoInstant,
  status_version: Version,
  survey_count: Schema.Int,
  live_source_count: Schema.Int,
  created_at: IsoInstant,
})
export type Project = typeof Project.Type

/** One project with all that its form has, and the version of these fields. */
export const ProjectDetail = Schema.Struct({
  ...Project.fields,
  country_name: Schema.NullOr(Schema.String),
  language_name: Schema.NullOr(Schema.String),
  survey_url: Schema.NullOr(Schema.String),
  device_compatibility: Schema.NullOr(Schema.Array(DeviceTypeId)),
  /** Changes with each edit; a change sends it back, and conflicts when it is stale. The status has a version of its own. */
  version: Version,
  allowed: Schema.Array(AllowedTransition),
  /** Of surveys without a price of their own; absent for a view that hides supply prices; null: no source of them pays. */
  dearest_source: Schema.optionalKey(Schema.NullOr(DearestSource)),
  /** A stored value that is seldom meant: a sell price below what a source pays (docs/decisions/0091). */
  warnings: Schema.Array(FieldWarning),
})
export type ProjectDetail = typeof ProjectDetail.Type

/** Filters of the project list (§3.30); 'all' means no filter and the client leaves it out. */
export const ProjectFilters = Schema.Struct({
  status: Schema.optionalKey(Schema.Union([Schema.Literal('all'), IdFromText])),
  consultant: Schema.optionalKey(Schema.Union([Schema.Literal('all'), IdFromText])),
  business_unit_ud: Schema.optionalKey(Schema.Union([Schema.Literal('all'), IdFromText])),
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
})
export type ProjectFilters = typeof ProjectFilters.Type
