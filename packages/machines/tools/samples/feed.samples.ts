import type { FeedEvent } from '../../src/feed/feed.events.ts'

/** The topic of the samples. */
export const SAMPLE_TOPIC = 'survey:1'
const T = SAMPLE_TOPIC

/** Sample events against a machine whose topic T is at the given position and has asked for the given snapshot last. */
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
