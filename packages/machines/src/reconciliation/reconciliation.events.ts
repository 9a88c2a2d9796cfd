import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { eventSchema, requestId } from '../runtime/event.ts'

const callNo = Schema.Int
const isTicked = Schema.Boolean

/** The facts of a preview that the next step depends on; its rows stay with the runner's cache. */
export const PreviewFacts = Schema.Struct({
  /** Of all outcomes: storing gives the same, or is refused. */
  digest: Schema.String,
  /** Rows that storing changes. */
  changes: Schema.Int,
  /** The number that a guard asks the user to type; null: none does. */
  numberToType: Schema.NullOr(Schema.String),
})
export type PreviewFacts = typeof PreviewFacts.Type

export const ReconciliationEvent = Schema.Union([
  eventSchema('reconciliation.opened', { projectId: Id }),
  eventSchema('reconciliation.retrieveRequested', {}),
  /** `rows`: how many completes the filters find. */
  eventSchema('reconciliation.retrieved', { callNo, rows: Schema.Int }),
  /** `contentRef` names the file, text or choice, which the runner holds; no machine knows it. */
  eventSchema('reconciliation.submitted', {
    way: Schema.Literals(['file', 'paste', 'choice']),
    contentRef: Schema.String,
    name: Schema.String,
  }),
  /** A request that was previewed before, and is not stored. */
  eventSchema('reconciliation.requestReopened', { reconciliationId: Id, name: Schema.String }),
  /** `share` of 1: of the bytes sent, then of the rows read. */
  eventSchema('reconciliation.progressed', { callNo, share: Schema.Number }),
  eventSchema('reconciliation.uploaded', { callNo, reconciliationId: Id }),
  eventSchema('reconciliation.previewed', { callNo, preview: PreviewFacts }),
  eventSchema('reconciliation.rowsTicked', { lines: Schema.Array(Schema.Int), isTicked }),
  eventSchema('reconciliation.reasonTicked', { reason: Schema.Int, isTicked }),
  eventSchema('reconciliation.supplierTicked', { supplierId: Id, isTicked }),
  /** The respondents that are suggested for these lines are the right ones, or are not. */
  eventSchema('reconciliation.suggestionsConfirmed', { lines: Schema.Array(Schema.Int), isConfirmed: Schema.Boolean }),
  eventSchema('reconciliation.previewRequested', {}),
  eventSchema('reconciliation.numberTyped', { number: Schema.String }),
  eventSchema('reconciliation.storeRequested', { commandId: Schema.String, isAllOrNothing: Schema.Boolean }),
  eventSchema('reconciliation.stored', { callNo, changes: Schema.Int }),
  /** `rows`: how many rows changed since the preview. */
  eventSchema('reconciliation.previewOutdated', { callNo, rows: Schema.Int }),
  /** `reason`: the platform's, of a conflict; `unreadable`: the list could not be read as one. */
  eventSchema('reconciliation.failed', {
    callNo,
    message: Schema.String,
    reason: Schema.NullOr(Schema.String),
    requestId,
  }),
  eventSchema('reconciliation.cancelRequested', {}),
  eventSchema('reconciliation.retryRequested', {}),
  eventSchema('reconciliation.restartRequested', {}),
  eventSchema('reconciliation.leaveRequested', { to: Schema.String }),
  eventSchema('reconciliation.leaveConfirmed', {}),
  eventSchema('reconciliation.leaveDeclined', {}),
])
export type ReconciliationEvent = typeof ReconciliationEvent.Type
