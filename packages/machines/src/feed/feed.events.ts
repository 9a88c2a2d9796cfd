import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

const topic = Schema.String
/** When the browser heard it, by the browser's own clock: only differences between such moments are used. */
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
  /** The server took the watch: the topic stands at `position` of the server's `epoch`. */
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

/** The topic of the samples. */
export const SAMPLE_TOPIC = 'survey:1'
const T = SAMPLE_TOPIC

/** Sample events against a machine whose topic T stands at the given position and has asked for the given snapshot last. */
export const feedSamples = (readNo: number, position: number): readonly FeedEvent[] => [
  { type: 'feed.openRequested' },
  { type: 'feed.closeRequested' },
  { type: 'topic.watchRequested', topic: T },
  { type: 'topic.unwatchRequested', topic: T },
  { type: 'topic.watchRequested', topic: 'projects' },
  { type: 'topic.unwatchRequested', topic: 'projects' },
  { type: 'socket.connected', atMs: 0 },
  { type: 'socket.disconnected' },
  { type: 'network.lost' },
  { type: 'network.regained' },
  { type: 'token.renewed' },
  { type: 'topic.subscribed', topic: T, epoch: 'e1', position },
  { type: 'topic.subscribed', topic: T, epoch: 'e1', position: position + 2 },
  { type: 'topic.refused', topic: T, status: 404, message: 'Not found.' },
  { type: 'snapshot.received', topic: T, readNo, atMs: 0 },
  { type: 'snapshot.received', topic: T, readNo: readNo - 1, atMs: 0 },
  { type: 'snapshot.failed', topic: T, readNo },
  { type: 'frame.received', topic: T, epoch: 'e1', from: position, to: position + 1, atMs: 0 },
  { type: 'frame.received', topic: T, epoch: 'e1', from: position - 1, to: position, atMs: 0 },
  { type: 'frame.received', topic: T, epoch: 'e1', from: position + 2, to: position + 3, atMs: 0 },
  { type: 'frame.received', topic: T, epoch: 'e2', from: 0, to: 1, atMs: 0 },
  { type: 'heartbeat.received', atMs: 0, feedDelayMs: 0 },
  { type: 'clock.ticked', nowMs: 1_000 },
  { type: 'clock.ticked', nowMs: 60_001 },
  { type: 'page.hidden' },
  { type: 'page.shown' },
  { type: 'updates.freezeRequested' },
  { type: 'updates.unfreezeRequested' },
  { type: 'socket.connected', atMs: 5_000 },
]
