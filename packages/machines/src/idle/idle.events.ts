import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

/** By the browser's own clock: only differences between such moments are used. */
const atMs = Schema.Finite

export const IdleEvent = Schema.Union([
  /** A user signed in, or a check got no answer: the idle time starts now. */
  eventSchema('idle.watchRequested', { atMs }),
  eventSchema('idle.stopRequested', {}),
  /** Mouse, key, scroll or touch (§4.7); told at most once a second. */
  eventSchema('activity.seen', { atMs }),
  eventSchema('timer.elapsed', { timerNo: Schema.Int, atMs }),
  /** The session was checked, at any caller's request, and is still there. */
  eventSchema('session.rechecked', { atMs }),
])
export type IdleEvent = typeof IdleEvent.Type
