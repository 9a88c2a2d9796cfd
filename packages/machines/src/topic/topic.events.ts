import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

/** The user froze updates: shown figures do not change. */
const isFrozen = Schema.Boolean
/** When anything was last heard from the server, by the browser's own clock; null: never. */
const lastHeardMs = Schema.NullOr(Schema.Finite)

/** The feed's events for a topic: changes of the connection, and its messages. */
export const TopicEvent = Schema.Union([
  /** The connection is open: the topic asks for its watch. */
  eventSchema('topic.askRequested', {}),
  /** The connection is lost: the topic misses frames. */
  eventSchema('topic.restRequested', {}),
  /** The page is hidden, or the topic has no watcher: it gives up its watch. */
  eventSchema('topic.leaveRequested', {}),
  /** The figures will not be asked for again. */
  eventSchema('topic.closeRequested', {}),
  /** A temporary failure may be retried. */
  eventSchema('topic.retryRequested', { isFrozen }),
  /** The server accepted the watch: the topic is at `position` of the server's `epoch`. */
  eventSchema('topic.watchAccepted', { epoch: Schema.String, position: Schema.Int, isFrozen }),
  eventSchema('topic.watchRefused', { status: Schema.Int, lastHeardMs }),
  eventSchema('topic.snapshotReceived', { readNo: Schema.Int, isFrozen }),
  eventSchema('topic.snapshotFailed', { readNo: Schema.Int, lastHeardMs }),
  eventSchema('topic.frameReceived', { epoch: Schema.String, from: Schema.Int, to: Schema.Int, isFrozen }),
  eventSchema('topic.unfreezeRequested', {}),
])
export type TopicEvent = typeof TopicEvent.Type
