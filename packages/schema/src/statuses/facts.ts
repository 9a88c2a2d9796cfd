import { Schema } from 'effect'
import { StatusCode, StatusScope } from './status.ts'

/** The facts that the guards of a status change check (domain.md §2). The platform reads them for the status machine. */
export const StatusGuardFacts = Schema.Struct({
  scope: StatusScope,
  /** The survey-URL flag is set (§5.5). */
  surveyUrlRequired: Schema.Boolean,
  surveyUrlValid: Schema.Boolean,
  /** Target (N), in completes. */
  target: Schema.Finite,
  targetReached: Schema.Boolean,
  outOfFieldPassed: Schema.Boolean,
  hasPrice: Schema.Boolean,
  hasSupplier: Schema.Boolean,
  /** Its qualifications and quotas can be met; true for a project and a survey. */
  quotasMeetable: Schema.Boolean,
  /** The project or survey above is complete or cancelled; false for a project. */
  parentTerminal: Schema.Boolean,
  billableCompletes: Schema.Finite,
  /** Respondents in progress. */
  inflight: Schema.Finite,
})
export type StatusGuardFacts = typeof StatusGuardFacts.Type

/** The guard facts of one project, survey or source, with its present status. */
export const StatusFacts = Schema.Struct({ ...StatusGuardFacts.fields, status: StatusCode })
export type StatusFacts = typeof StatusFacts.Type
