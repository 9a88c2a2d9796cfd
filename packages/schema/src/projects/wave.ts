import { Schema } from 'effect'
import { atLeast, atMost, requiredNumber, whole } from '../forms/form-fields.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { StatusCode } from '../statuses/status.ts'
import { ProjectForm } from './project-form.ts'

/** The most sources that one wave copies: its transaction takes seconds. */
export const WAVE_SOURCES_MAX = 2_000
/** The most surveys that one wave copies. */
const WAVE_SURVEYS_MAX = 500
/** The longest shift of dates. */
export const WAVE_SHIFT_DAYS_MAX = 3_650

const DAYS = `Days must be a whole number from 0 to ${WAVE_SHIFT_DAYS_MAX}`

/** A new wave of a project: its name and number, the shift of all dates, and the surveys to copy (left out: all). */
export const WaveForm = Schema.Struct({
  pm_proj_name: ProjectForm.fields.pm_proj_name,
  pm_proj_rep_num: ProjectForm.fields.pm_proj_rep_num,
  shift_days: requiredNumber({
    required: 'Days is required',
    invalid: DAYS,
    rules: [whole(DAYS), atLeast(0, DAYS), atMost(WAVE_SHIFT_DAYS_MAX, DAYS)],
  }),
  pm_sy_uds: Schema.optionalKey(
    Schema.Array(Id)
      .check(Schema.isMinLength(1, { message: 'Choose at least one survey' }))
      .check(Schema.isMaxLength(WAVE_SURVEYS_MAX, { message: `A wave has at most ${WAVE_SURVEYS_MAX} surveys` })),
  ),
})
export type WaveForm = typeof WaveForm.Type

/** One survey as a wave would copy it. */
export const WaveSurvey = Schema.Struct({
  pm_sy_ud: Id,
  pm_sy_name: Schema.String,
  statusid: StatusCode,
  /** The counts of the copy. */
  sources: Schema.Int,
  quotas: Schema.Int,
  /** Cancelled sources are not copied. */
  cancelled_sources: Schema.Int,
  /** Sources with an alias or Auto-Boost, which are not copied. */
  aliases: Schema.Int,
  /** Recontact lists hold respondents, and are not copied. */
  recontact_lists: Schema.Int,
  /** Allocations to deleted suppliers are not copied; absent for users who do not see suppliers. */
  deleted_suppliers: Schema.optionalKey(Schema.Int),
})
export type WaveSurvey = typeof WaveSurvey.Type

/** The contents of a wave, before it is made. */
export const WavePreview = Schema.Struct({
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
  pm_proj_rep_num: Schema.String,
  out_of_field_date: Schema.NullOr(IsoInstant),
  /** The shift with which the new wave starts on the day after the old out-of-field date; 30 without both dates. */
  shift_days: Schema.Int,
  surveys: Schema.Array(WaveSurvey),
})
export type WavePreview = typeof WavePreview.Type
