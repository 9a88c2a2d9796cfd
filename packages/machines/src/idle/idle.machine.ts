import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { IdleEvent } from './idle.events.ts'

/** How long nobody may do anything before the session is checked again (§4.7, §9.3). */
export const IDLE_RECHECK_MS = 4_200_000

export interface IdleContext {
  /** When somebody last did something, or the session was last known to be there. */
  readonly lastActivityMs: number
  /** The number of the last timer asked for; the others may elapse unheard. */
  readonly timerNo: number
}

type Timed = Extract<IdleEvent, { atMs: number }>

const base = setup({
  types: {
    context: {} as IdleContext,
    events: {} as IdleEvent,
  },
  actions: {
    startTimer: command<{ timerNo: number; delayMs: number }>(),
    cancelTimer: command<Record<string, never>>(),
    recheckSession: command<Record<string, never>>(),
    keepMoment: assign((_, { atMs }: Timed) => ({ lastActivityMs: atMs })),
  },
  guards: {
    isPresentTimer: ({ context, event }) => event.type === 'timer.elapsed' && event.timerNo === context.timerNo,
    isOver: ({ context, event }) => 'atMs' in event && event.atMs - context.lastActivityMs >= IDLE_RECHECK_MS,
    isPresentTimerOver: ({ context, event }) =>
      event.type === 'timer.elapsed' &&
      event.timerNo === context.timerNo &&
      event.atMs - context.lastActivityMs >= IDLE_RECHECK_MS,
  },
})

const keepMoment = { type: 'keepMoment', params: ({ event }: { event: Timed }) => event } as const
const beginAnew = { target: 'watching', actions: [keepMoment, 'waitForRest'] } as const
const recheck = { type: 'recheckSession', params: {} } as const
const stop = { target: 'off', actions: { type: 'cancelTimer', params: {} } } as const

/**
 * Whether somebody sits at the screen (§4.7). Activity asks for no timer: the one that runs finds out, when it elapses, how
 * much of the time is left since the last activity. A computer that slept is due with its first activity.
 */
export const idleMachine = base
  .extend({
    actions: {
      waitForRest: base.enqueueActions(({ context: { timerNo, lastActivityMs }, event, enqueue }) => {
        if (!('atMs' in event)) return
        enqueue.assign({ timerNo: timerNo + 1 })
        enqueue({
          type: 'startTimer',
          params: { timerNo: timerNo + 1, delayMs: lastActivityMs + IDLE_RECHECK_MS - event.atMs },
        })
      }),
    },
  })
  .createMachine({
    id: 'idle',
    context: { lastActivityMs: 0, timerNo: 0 },
    initial: 'off',
    states: {
      off: { on: { 'idle.watchRequested': beginAnew } },
      watching: {
        on: {
          'activity.seen': [{ guard: 'isOver', target: 'due', actions: recheck }, { actions: keepMoment }],
          'timer.elapsed': [
            { guard: 'isPresentTimerOver', target: 'due', actions: recheck },
            { guard: 'isPresentTimer', actions: 'waitForRest' },
          ],
          'session.rechecked': beginAnew,
          'idle.stopRequested': stop,
        },
      },
      // Nothing is asked twice: the answer, that none came, or the end of the session leads on.
      due: { on: { 'session.rechecked': beginAnew, 'idle.watchRequested': beginAnew, 'idle.stopRequested': stop } },
    },
  })
