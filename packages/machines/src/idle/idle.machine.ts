import { assign, setup } from 'xstate'
import { notify, type Notice } from '../app/notice.ts'
import { command } from '../runtime/step.ts'
import type { IdleEvent } from './idle.events.ts'

/** The time without activity after which the session is checked again (§4.7, §9.3). */
export const IDLE_RECHECK_MS = 4_200_000

export interface IdleContext {
  /** The time of the last activity or successful check. */
  readonly lastActivityMs: number
  /** The number of the last timer; older ones are ignored. */
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
    cancelTimer: command(),
    notify: command<Notice>(),
    countTimer: assign(({ context }) => ({ timerNo: context.timerNo + 1 })),
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
const waitForRest = [
  'countTimer',
  {
    type: 'startTimer',
    params: ({ context: { timerNo, lastActivityMs }, event }: { context: IdleContext; event: Timed }) => ({
      timerNo,
      delayMs: lastActivityMs + IDLE_RECHECK_MS - event.atMs,
    }),
  },
] as const
const beginAnew = { target: 'watching', actions: [keepMoment, ...waitForRest] } as const
const notifyDue = notify({ machine: 'app', event: { type: 'idle.due' } })
const stop = { target: 'off', actions: 'cancelTimer' } as const

/**
 * The idle watch (§4.7). Activity starts no timer: when the running one elapses, it restarts for the rest of the time since the
 * last activity. After a computer's sleep, the first activity triggers the check.
 */
export const idleMachine = base.createMachine({
  id: 'idle',
  context: { lastActivityMs: 0, timerNo: 0 },
  initial: 'off',
  states: {
    off: { on: { 'idle.watchRequested': beginAnew } },
    watching: {
      on: {
        'activity.seen': [{ guard: 'isOver', target: 'due', actions: notifyDue }, { actions: keepMoment }],
        'timer.elapsed': [
          { guard: 'isPresentTimerOver', target: 'due', actions: notifyDue },
          { guard: 'isPresentTimer', actions: waitForRest },
        ],
        'session.rechecked': beginAnew,
        'idle.stopRequested': stop,
      },
    },
    // One check at a time: its answer, its failure or the end of the session leads on.
    due: { on: { 'session.rechecked': beginAnew, 'idle.watchRequested': beginAnew, 'idle.stopRequested': stop } },
  },
})
