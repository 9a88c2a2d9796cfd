import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { eventSchema, requestId } from '../runtime/event.ts'

const callNo = Schema.Int

export const ReconciliationUndoEvent = Schema.Union([
  /** `supplierId` null: all of the request's rows. */
  eventSchema('reconciliationUndo.requested', {
    projectId: Id,
    reconciliationId: Id,
    supplierId: Schema.NullOr(Id),
  }),
  /** `changes`: rows that storing takes back. */
  eventSchema('reconciliationUndo.previewed', {
    callNo,
    undoId: Id,
    digest: Schema.String,
    changes: Schema.Int,
    /** The number that a guard asks the user to type; null: none does. */
    numberToType: Schema.NullOr(Schema.String),
  }),
  eventSchema('reconciliationUndo.confirmed', { commandId: Schema.String, typedNumber: Schema.String }),
  eventSchema('reconciliationUndo.stored', { callNo, changes: Schema.Int }),
  eventSchema('reconciliationUndo.previewOutdated', { callNo, rows: Schema.Int }),
  eventSchema('reconciliationUndo.failed', { callNo, message: Schema.String, requestId }),
  eventSchema('reconciliationUndo.retryRequested', {}),
  eventSchema('reconciliationUndo.dismissed', {}),
])
export type ReconciliationUndoEvent = typeof ReconciliationUndoEvent.Type
