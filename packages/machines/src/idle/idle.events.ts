import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

/** By the browser's own clock: only differences between such moments are used. */
const atMs = Schema.Finite

export const IdleEvent = Schema.Union([
  /** Somebody has signed in, or a check was not answered: from now on the time without activity counts. */
  eventSchema('idle.watchRequested', { atMs }),
  eventSchema('idle.stopRequested', {}),
  /** Mouse, key, scroll or touch (§4.7); told at most once a second. */
  eventSchema('activity.seen', { atMs }),
  eventSchema('timer.elapsed', { timerNo: Schema.Int, atMs }),
  /** The session was checked, whoever asked for it, and is still there. */
  eventSchema('session.rechecked', { atMs }),
])
export type IdleEvent = typeof IdleEvent.Type

const IDLE_MS = 4_200_000

/** Sample events against a machine whose last timer has the given number. */
export const idleSamples = (lastTimerNo: number): readonly IdleEvent[] => [
  { type: 'idle.watchRequested', atMs: 1_000 },
  { type: 'idle.stopRequested' },
  { type: 'activity.seen', atMs: 2_000 },
  { type: 'activity.seen', atMs: 1_000 + IDLE_MS },
  { type: 'timer.elapsed', timerNo: lastTimerNo, atMs: 1_000 + IDLE_MS },
  { type: 'timer.elapsed', timerNo: lastTimerNo, atMs: 3_000 },
  { type: 'timer.elapsed', timerNo: lastTimerNo - 1, atMs: 1_000 + IDLE_MS },
  { type: 'session.rechecked', atMs: 2_000 },
  { type: 'idle.watchRequested', atMs: 4_000 + IDLE_MS },
]
