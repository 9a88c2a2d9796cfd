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

/** Sample events against a machine whose last request has the given number. */
export const loadSamples = (lastRequestNo: number): readonly LoadEvent[] => [
  { type: 'load.requested', scope: 'project', id: 5 },
  { type: 'load.requested', scope: 'survey', id: 9 },
  { type: 'load.refreshRequested' },
  { type: 'load.succeeded', requestNo: lastRequestNo },
  { type: 'load.succeeded', requestNo: lastRequestNo - 1 },
  { type: 'load.failed', requestNo: lastRequestNo, message: 'Encountered an error. Please try again later.' },
  { type: 'load.failed', requestNo: lastRequestNo - 1, message: 'Too late.' },
  { type: 'load.dismissed' },
]
