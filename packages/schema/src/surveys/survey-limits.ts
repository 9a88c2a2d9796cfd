import { AutoPauseReason } from '../statuses/pause-reasons.ts'
import { Schema } from 'effect'
import { atLeast, atMost, requiredNumber, whole } from '../forms/form-fields.ts'
import { Id, Version } from '../ids/ids.ts'

/** Default survey limits of §3.6: percent over the stated LOI, percent under the stated IR, completes before they act. */
export const DEFAULT_SURVEY_LIMITS = [35, 35, 5] as const

interface LimitRange {
  readonly label: string
  readonly min: number
  readonly max: number
}

const limit = ({ label, min, max }: LimitRange) =>
  requiredNumber({
    required: `${label} is required`,
    invalid: `${label} must be a valid number`,
    rules: [
      whole(`${label} must be a whole number`),
      atLeast(min, `${label} must be ${min} or more`),
      atMost(max, `${label} cannot be greater than ${max}`),
    ],
  })

/** How far measured values may differ from the stated ones, from how many completes on (§3.6), and which rules pause (domain.md §2). */
export const SurveyLimits = Schema.Struct({
  limit_loi_percent: limit({ label: 'LOI limit', min: 0, max: 1000 }),
  // IR cannot be negative
  limit_ir_percent: limit({ label: 'IR limit', min: 0, max: 100 }),
  limit_min_completes: limit({ label: 'Completes before limits act', min: 1, max: 100_000 }),
  auto_pause_rules: Schema.Array(AutoPauseReason)
    .annotate({ message: 'Auto-pause rules must be of the list' })
    .check(
      Schema.makeFilter((rules: readonly AutoPauseReason[]) => new Set(rules).size === rules.length, {
        message: 'An auto-pause rule is named twice',
      }),
    ),
  /** Whether a test respondent tries its chain while it is live (day.md §6); absent in a change: it stays. */
  link_check: Schema.optionalKey(Schema.Boolean),
})
export type SurveyLimits = typeof SurveyLimits.Type

/** Changes of the limits as they are sent (api:S8), and the version that the editor saw. */
export const SurveyLimitsChanges = Schema.Struct({ ...SurveyLimits.fields, version: Schema.optionalKey(Version) })
export type SurveyLimitsChanges = typeof SurveyLimitsChanges.Type

/** Measured beside stated values. LOI in minutes, rates in percent; null: no data yet. */
export interface Measured {
  readonly completes: number
  readonly statedLoi: number
  readonly loi: number | null
  readonly statedIr: number
  readonly ir: number | null
}

export interface LimitVerdict {
  /** There are enough completes for the limits to act. */
  readonly limits_act: boolean
  /** The deviation in percent of the stated value: above it for LOI, below it for IR; negative is better than stated. */
  readonly loi_over_percent: number | null
  readonly ir_under_percent: number | null
  readonly is_over_loi: boolean
  readonly is_under_ir: boolean
}

const tenths = (percent: number): number => Math.round(percent * 10) / 10

/** Checks measured values against the limits (§3.6); a value equal to its limit is within it. */
export function judgeLimits(
  { completes, statedLoi, loi, statedIr, ir }: Measured,
  limits: Omit<SurveyLimits, 'auto_pause_rules' | 'link_check'>,
): LimitVerdict {
  const limits_act = completes >= limits.limit_min_completes
  const over = loi === null ? null : (loi / statedLoi - 1) * 100
  const under = ir === null ? null : (1 - ir / statedIr) * 100
  return {
    limits_act,
    loi_over_percent: over === null ? null : tenths(over),
    ir_under_percent: under === null ? null : tenths(under),
    is_over_loi: limits_act && over !== null && over - limits.limit_loi_percent > 1e-9,
    is_under_ir: limits_act && under !== null && under - limits.limit_ir_percent > 1e-9,
  }
}

/** A survey's performance (api:S7): stated and measured, and its limits. LOI in minutes, rates in percent. */
export const SurveyPerformance = Schema.Struct({
  pm_sy_ud: Id,
  /** Changes with each edit of the limits; an edit sends it back, and conflicts when it is stale. */
  version: Version,
  ...SurveyLimits.fields,
  completes: Schema.Int,
  est_loi: Schema.Number,
  loi: Schema.NullOr(Schema.Number),
  loi_over_percent: Schema.NullOr(Schema.Number),
  is_over_loi: Schema.Boolean,
  qualifying_rate: Schema.Number,
  ir_percent: Schema.NullOr(Schema.Number),
  ir_under_percent: Schema.NullOr(Schema.Number),
  is_under_ir: Schema.Boolean,
  limits_act: Schema.Boolean,
  /** How many of its sources are beyond a limit; the rules judge each source by itself. */
  sources_over_loi: Schema.Int,
  sources_under_ir: Schema.Int,
})
export type SurveyPerformance = typeof SurveyPerformance.Type
