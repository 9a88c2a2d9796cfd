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
