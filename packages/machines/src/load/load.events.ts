import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { eventSchema, requestId } from '../runtime/event.ts'

const requestNo = Schema.Int

export const LoadEvent = Schema.Union([
  eventSchema('load.requested', { scope: Schema.Literals(['project', 'survey']), id: Id }),
  eventSchema('load.refreshRequested', {}),
  eventSchema('load.succeeded', { requestNo }),
  eventSchema('load.failed', { requestNo, message: Schema.String, requestId }),
  eventSchema('load.dismissed', {}),
])
export type LoadEvent = typeof LoadEvent.Type
