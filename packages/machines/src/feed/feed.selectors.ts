import type { SnapshotFrom } from 'xstate'
import { STALE_AFTER_MS, type feedMachine } from './feed.machine.ts'
import type { TopicState } from './feed.topics.ts'

type Snapshot = SnapshotFrom<typeof feedMachine>

/** The age, in ms, from which figures count as delayed. */
export const DELAYED_AFTER_MS = 10_000

export type Freshness = 'loading' | 'live' | 'delayed' | 'stale' | 'offline'

/** Age of the figures in ms: how long ago they were last known to be the platform's; null when never. */
export function ageMs(snapshot: Snapshot, nowMs: number): number | null {
  const { freshAsOfMs } = snapshot.context
  return freshAsOfMs === null ? null : Math.max(0, nowMs - freshAsOfMs)
}

/**
 * The freshness label (look.md): loading until there are figures, live, delayed after 10 s, stale after 60 s, offline without a
 * connection that is wanted. It never says live without a connection or before the figures are read.
 * @param nowMs the present, by the browser's clock, as in the events
 */
export function freshness(snapshot: Snapshot, nowMs: number): Freshness {
  const age = ageMs(snapshot, nowMs)
  if (!snapshot.context.wanted) return 'loading'
  if (snapshot.matches('offline')) return 'offline'
  if (age === null) return 'loading'
  if (age > STALE_AFTER_MS) return 'stale'
  if (age > DELAYED_AFTER_MS || !snapshot.context.connected) return 'delayed'
  return 'live'
}

export const isFrozen = (snapshot: Snapshot): boolean => snapshot.context.frozen

/** How many frames wait for the user to unfreeze (WCAG 2.2.2). */
export const waitingFrames = (snapshot: Snapshot): number =>
  Object.values(snapshot.context.topics).reduce((sum, topic) => sum + topic.context.waiting, 0)

/** Whether figures of a topic have been shown. */
export const isShown = ({ context: { topics } }: Snapshot, topic: string): boolean =>
  Object.hasOwn(topics, topic) && topics[topic]?.context.shown === true

/** A topic's state, or null when it has no watcher. */
export function topicPhase(snapshot: Snapshot, topic: string): TopicState['value'] | null {
  const { topics } = snapshot.context
  return Object.hasOwn(topics, topic) ? (topics[topic]?.value ?? null) : null
}
