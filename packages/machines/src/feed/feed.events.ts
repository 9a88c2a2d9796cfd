import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

const topic = Schema.String
/** When the browser received it, by its own clock: only differences between such moments are used. */
const atMs = Schema.Finite

/** Frames and snapshots stay with the runner: only their places in the order come in here. */
export const FeedEvent = Schema.Union([
  eventSchema('feed.openRequested', {}),
  eventSchema('feed.closeRequested', {}),
  eventSchema('topic.watchRequested', { topic }),
  eventSchema('topic.unwatchRequested', { topic }),
  eventSchema('socket.connected', { atMs }),
  eventSchema('socket.disconnected', {}),
  eventSchema('network.lost', {}),
  eventSchema('network.regained', {}),
  eventSchema('token.renewed', {}),
  /** The server accepted the watch: the topic is at `position` of the server's `epoch`. */
  eventSchema('topic.subscribed', { topic, epoch: Schema.String, position: Schema.Int }),
  eventSchema('topic.refused', { topic, status: Schema.Int, message: Schema.String }),
  eventSchema('snapshot.received', { topic, readNo: Schema.Int, atMs }),
  eventSchema('snapshot.failed', { topic, readNo: Schema.Int }),
  eventSchema('frame.received', { topic, epoch: Schema.String, from: Schema.Int, to: Schema.Int, atMs }),
  /** `feedDelayMs`: how long ago the gateway itself last heard from the platform; null when it cannot say. */
  eventSchema('heartbeat.received', { atMs, feedDelayMs: Schema.NullOr(Schema.Finite) }),
  eventSchema('clock.ticked', { nowMs: Schema.Finite }),
  eventSchema('page.hidden', {}),
  eventSchema('page.shown', {}),
  eventSchema('updates.freezeRequested', {}),
  eventSchema('updates.unfreezeRequested', {}),
])
export type FeedEvent = typeof FeedEvent.Type
