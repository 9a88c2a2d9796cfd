import type { IdleEvent } from '../../src/idle/idle.events.ts'

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
