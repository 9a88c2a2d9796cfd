import type { RespondentEvent } from '@desk/machines/respondent/respondent.events'
import type { EventDetail } from './ledger-lines.ts'
import type { AdjustmentOperation } from './ledger-operations.ts'

/** The respondent machine's event of a reconciliation or its undo. */
export function eventOf(operation: AdjustmentOperation): RespondentEvent {
  if (operation.kind === 'restore') return { type: 'reconciliation.undone', code: operation.to.code }
  return { type: operation.verdict === 'rejected' ? 'reconciliation.rejected' : 'reconciliation.accepted' }
}

/** The detail of the ledger's line beyond the states. */
export function detailOf(operation: AdjustmentOperation): EventDetail {
  return operation.kind === 'restore'
    ? { request: operation.requestId, endedAtMs: operation.to.endedAtMs }
    : { request: operation.requestId, reason: operation.reason }
}
