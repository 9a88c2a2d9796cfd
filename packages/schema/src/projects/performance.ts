import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'

const measured = {
  respondents: Schema.Int,
  completes: Schema.Int,
  /** Completes of the target in percent, capped at 100 (§5.29); null without a target. */
  progress: Schema.NullOr(Schema.Number),
  entrants: Schema.Int,
  /** Fractions, null when there is nothing to divide by; loi is the exact median in minutes. */
  ir: Schema.NullOr(Schema.Number),
  conversion: Schema.NullOr(Schema.Number),
  loi: Schema.NullOr(Schema.Number),
}

/** One survey's measured figures beside its stated ones (§3.6). */
export const SurveyStanding = Schema.Struct({
  pm_sy_ud: Id,
  pm_sy_name: Schema.String,
  ...measured,
  est_loi: Schema.Number,
  qualifying_rate: Schema.Number,
  /** Beyond the survey's own limits, judged once there are enough completes (domain.md §2). */
  is_loi_over: Schema.Boolean,
  is_ir_under: Schema.Boolean,
})
export type SurveyStanding = typeof SurveyStanding.Type

/** The performance of a project and of each of its surveys (api:P13). */
export const ProjectPerformance = Schema.Struct({ pm_proj_ud: Id, ...measured, surveys: Schema.Array(SurveyStanding) })
export type ProjectPerformance = typeof ProjectPerformance.Type
