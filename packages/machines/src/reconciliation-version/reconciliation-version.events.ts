import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { eventSchema, requestId } from '../runtime/event.ts'

const callNo = Schema.Int

export const ReconciliationVersionEvent = Schema.Union([
  eventSchema('reconciliationVersion.chosenFor', { projectId: Id }),
  /**
   * `createdOn` is the calendar day on which the project was created, in the account's zone: 2024-09-30. `rud` is the id of the last
   * stored upload of the old version; empty when there is none.
   */
  eventSchema('reconciliationVersion.summaryRead', { callNo, createdOn: Schema.String, rud: Schema.String }),
  eventSchema('reconciliationVersion.summaryFailed', { callNo, message: Schema.String, requestId }),
  eventSchema('reconciliationVersion.retryRequested', {}),
])
export type ReconciliationVersionEvent = typeof ReconciliationVersionEvent.Type
