import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

/** The page holds its figures still: what has been shown is not changed. */
const isFrozen = Schema.Boolean
/** When anything was last heard from the server, by the browser's own clock; null: never. */
const lastHeardMs = Schema.NullOr(Schema.Finite)

/** What the feed tells a topic: of the connection, and what came for it. */
export const TopicEvent = Schema.Union([
  /** Somebody listens to the server: the watch is to be asked for. */
  eventSchema('topic.askRequested', {}),
  /** The connection is lost: what comes meanwhile is missed. */
  eventSchema('topic.restRequested', {}),
  /** Nobody looks at the page, or watches the topic: the watch is to be given up. */
  eventSchema('topic.leaveRequested', {}),
  /** Nobody will ask for the figures again. */
  eventSchema('topic.closeRequested', {}),
  /** What failed for now may be tried again. */
  eventSchema('topic.retryRequested', { isFrozen }),
  /** The server took the watch: the topic stands at `position` of the server's `epoch`. */
  eventSchema('topic.watchAccepted', { epoch: Schema.String, position: Schema.Int, isFrozen }),
  eventSchema('topic.watchRefused', { status: Schema.Int, lastHeardMs }),
  eventSchema('topic.snapshotReceived', { readNo: Schema.Int, isFrozen }),
  eventSchema('topic.snapshotFailed', { readNo: Schema.Int, lastHeardMs }),
  eventSchema('topic.frameReceived', { epoch: Schema.String, from: Schema.Int, to: Schema.Int, isFrozen }),
  eventSchema('topic.unfreezeRequested', {}),
])
export type TopicEvent = typeof TopicEvent.Type

/** Sample events against a topic that stands at the given position and has asked for the given snapshot last. */
export const topicSamples = (readNo: number, position: number): readonly TopicEvent[] => [
  { type: 'topic.askRequested' },
  { type: 'topic.restRequested' },
  { type: 'topic.leaveRequested' },
  { type: 'topic.closeRequested' },
  { type: 'topic.retryRequested', isFrozen: false },
  { type: 'topic.retryRequested', isFrozen: true },
  { type: 'topic.watchAccepted', epoch: 'e1', position, isFrozen: false },
  { type: 'topic.watchAccepted', epoch: 'e1', position: position + 2, isFrozen: false },
  { type: 'topic.watchAccepted', epoch: 'e1', position: position + 2, isFrozen: true },
  { type: 'topic.watchAccepted', epoch: 'e2', position, isFrozen: false },
  { type: 'topic.watchRefused', status: 503, lastHeardMs: 1_000 },
  { type: 'topic.watchRefused', status: 499, lastHeardMs: 1_000 },
  { type: 'topic.watchRefused', status: 500, lastHeardMs: null },
  { type: 'topic.watchRefused', status: 429, lastHeardMs: 1_000 },
  { type: 'topic.watchRefused', status: 409, lastHeardMs: 1_000 },
  { type: 'topic.snapshotReceived', readNo, isFrozen: false },
  { type: 'topic.snapshotReceived', readNo, isFrozen: true },
  { type: 'topic.snapshotReceived', readNo: readNo - 1, isFrozen: false },
  { type: 'topic.snapshotFailed', readNo, lastHeardMs: 2_000 },
  { type: 'topic.snapshotFailed', readNo: readNo - 1, lastHeardMs: 2_000 },
  { type: 'topic.frameReceived', epoch: 'e1', from: position, to: position + 1, isFrozen: false },
  { type: 'topic.frameReceived', epoch: 'e1', from: position, to: position + 1, isFrozen: true },
  { type: 'topic.frameReceived', epoch: 'e1', from: position - 1, to: position, isFrozen: false },
  { type: 'topic.frameReceived', epoch: 'e1', from: position + 2, to: position + 3, isFrozen: false },
  { type: 'topic.frameReceived', epoch: 'e1', from: position + 2, to: position + 3, isFrozen: true },
  { type: 'topic.frameReceived', epoch: 'e2', from: 0, to: 1, isFrozen: false },
  { type: 'topic.unfreezeRequested' },
]
