import { StatusCode } from '../statuses/status.ts'
import { BlockReason } from '../statuses/block-reasons.ts'
import { Schema } from 'effect'
import { FieldWarning } from '../forms/field-warnings.ts'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { AllowedTransition } from '../statuses/status-view.ts'

export const SourceType = Schema.Literals(['diy', 'classic', 'lucid'])
export type SourceType = typeof SourceType.Type

/** The label of a source's type. */
export const SOURCE_TYPE_LABELS: Readonly<Record<SourceType, string>> = {
  diy: 'DIY',
  classic: 'Classic',
  lucid: 'Lucid',
}

/** The specification's names of a source's name and status outside its table: codecs know them, code does not. */
export const SOURCE_ON_WIRE = { name: 'stream_name', statusid: 'stream_status_cd' } as const

/** The fields of a source of any type. */
export const SOURCE_FIELDS = {
  stmid: Id,
  pm_sy_ud: Id,
  pm_proj_ud: Id,
  name: Schema.String,
  type: SourceType,
  isLucid: Schema.Boolean,
  respondents: Schema.Int,
  completes: Schema.Int,
  statusid: StatusCode,
  effective_statusid: StatusCode,
  status_reason: Schema.NullOr(Schema.String),
  status_changed_by: Schema.NullOr(Schema.String),
  status_changed_at: IsoInstant,
  status_version: Version,
  calculation_type_code_ud: Schema.Int,
  click_balancing: Schema.Boolean,
  pacing: Schema.Int,
  /** How places of the target are held for respondents in progress: 1 none, 2 expected completes, 3 one for one. */
  hold_places: Schema.Int,
  country_id: Schema.NullOr(Id),
  supplier_cpi: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  suppliers: Schema.optionalKey(
    Schema.Array(Schema.Struct({ pm_sup_ud: Id, name: Schema.String, allocation: Schema.Number })),
  ),
  out_of_field_date: Schema.NullOr(IsoInstant),
  out_of_field_time_zone_code: Schema.Int,
  /** The end of its survey, when it stops too. */
  survey_out_of_field_date: Schema.NullOr(IsoInstant),
  country_name: Schema.NullOr(Schema.String),
  /** Auto-Boost (api:T20). */
  alias: Schema.NullOr(Schema.String),
  auto_boost: Schema.Boolean,
  /**
   * The limits of Auto-Boost (docs/decisions/0049): absent for users without Auto-Boost, and for a view that hides
   * prices; null: never set.
   */
  boost_step: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  boost_cap: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  boost_minutes: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  /** Changes with each edit of these fields; status, quotas and suppliers each have a version of their own. */
  version: Version,
  allowed: Schema.Array(AllowedTransition),
  /** All that blocks it from going live, by the status machine; empty when nothing does, or it is live. */
  live_blocks: Schema.Array(BlockReason),
  /** Stored values that are seldom meant, such as a price above the sell price (docs/decisions/0091). */
  warnings: Schema.Array(FieldWarning),
}

/** A source, or stream (§3.8). supplier_cpi is absent for a view that hides it, and null for lucid sources. */
export const Source = Schema.Struct(SOURCE_FIELDS).pipe(Schema.encodeKeys(SOURCE_ON_WIRE))
export type Source = typeof Source.Type
export type SourceOnWire = typeof Source.Encoded

/** The survey above a source, for the source's breadcrumb and launch rules (api:T7). */
export const SourceSurvey = Schema.Struct({
  pm_sy_ud: Id,
  pm_sy_name: Schema.String,
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
  statusid: StatusCode,
})
export type SourceSurvey = typeof SourceSurvey.Type
