import { Schema } from 'effect'

/** The steps of a request: its rows are stored, worked out, or applied. */
export const RECONCILIATION_STEPS = ['keeping', 'judging', 'storing'] as const
export const ReconciliationStep = Schema.Literals(RECONCILIATION_STEPS)
export type ReconciliationStep = typeof ReconciliationStep.Type

/** The longest that a call for progress waits for news, in seconds. */
export const PROGRESS_WAIT_SECONDS_MAX = 20

/** How far the caller's own work in a project is. */
export const ReconciliationProgress = Schema.Struct({
  /** The answer's number: sent back as `after`, the next call waits for another one. */
  version: Schema.Int,
  /** Null: nothing of the caller's runs. */
  work: Schema.NullOr(
    Schema.Struct({
      step: ReconciliationStep,
      /** Rows that this step has done, of all. */
      done: Schema.Int,
      of: Schema.Int,
    }),
  ),
})
export type ReconciliationProgress = typeof ReconciliationProgress.Type

const wholeNumber = (most: number) =>
  Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(most))

export const ReconciliationProgressQuery = {
  /** The version of the answer before; left out: answered at once. */
  after: Schema.optionalKey(wholeNumber(Number.MAX_SAFE_INTEGER)),
  /** Seconds to wait for another one; left out: none. */
  wait: Schema.optionalKey(wholeNumber(PROGRESS_WAIT_SECONDS_MAX)),
}
