import { StatusCode } from '../statuses/status.ts'
import { BlockReason } from '../statuses/block-reasons.ts'
import { Schema } from 'effect'
import { FieldWarning } from '../forms/field-warnings.ts'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { AllowedTransition } from '../statuses/status-view.ts'
import { DeviceTypeId } from './device-types.ts'
import { DearestSource, LastSource } from './survey-warnings.ts'

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
  status_version: Version,
  source_count: Schema.Int,
  live_source_count: Schema.Int,
  created_at: IsoInstant,
})
export type Survey = typeof Survey.Type

/** One survey with all that its form has, and the version of these fields. */
export const SurveyDetail = Schema.Struct({
  ...Survey.fields,
  pm_proj_name: Schema.String,
  /** The survey URL is required (§5.5). */
  survey_url_flg: Schema.Boolean,
  /** How places of the target are held for respondents in progress: 1 none, 2 expected completes, 3 one for one. */
  hold_places: Schema.Int,
  /** Changes with each edit; a change sends it back, and conflicts when it is stale. The status has a version of its own. */
  version: Version,
  allowed: Schema.Array(AllowedTransition),
  /** All that still blocks it from going live, in the order of display. */
  live_blocks: Schema.Array(BlockReason),
  /** The sources that the system paused, and why. */
  auto_paused_sources: Schema.Array(
    Schema.Struct({ name: Schema.String, status_reason: Schema.NullOr(Schema.String) }),
  ),
  completes: Schema.Int,
  /** Null: no source has an end of its own. */
  last_source: Schema.NullOr(LastSource),
  /** Its sources that have not ended, with a date of their own on the survey's last day or later: they may move with it. */
  ends_with_survey: Schema.optionalKey(Schema.Array(Id)),
  /** Absent for a view that hides supply prices; null: no source pays. */
  dearest_source: Schema.optionalKey(Schema.NullOr(DearestSource)),
  /** Stored values that are seldom meant, such as an end before that of a source (docs/decisions/0091). */
  warnings: Schema.Array(FieldWarning),
  /** The first few users of the account who may set suppliers and supply prices; absent if the caller may. */
  ask_supply_side: Schema.optionalKey(Schema.Array(Schema.String)),
})
export type SurveyDetail = typeof SurveyDetail.Type
