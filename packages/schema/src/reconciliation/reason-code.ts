import { Schema } from 'effect'
import { RECONCILIATION_REASONS, type ReconciliationReasonCode as Code } from './reasons.ts'

/** A reason's code, as it is sent. */
export const ReconciliationReasonCode = Schema.Literals(
  Object.values(RECONCILIATION_REASONS).map(({ code }) => code) as [Code, ...Code[]], // there are reasons
)
export type ReconciliationReasonCode = typeof ReconciliationReasonCode.Type
