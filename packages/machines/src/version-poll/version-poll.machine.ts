import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { VersionPollEvent } from './version-poll.events.ts'

/** How long after an answer the version file is read again (§4.10, §9.3). */
export const VERSION_POLL_MS = 30_000

export interface VersionPollContext {
  /** The running build: its own build date, else the first one read. */
  readonly buildDate: string | null
  /** The number of the last read, and of the timer that follows it. */
  readonly readNo: number
}

type Of<T extends VersionPollEvent['type']> = Extract<VersionPollEvent, { type: T }>

const base = setup({
  types: {
    context: {} as VersionPollContext,
    events: {} as VersionPollEvent,
  },
  actions: {
    /** Reads the version file with a timestamp query (§7.34). */
    readVersion: command<{ readNo: number }>(),
    startTimer: command<{ timerNo: number; delayMs: number }>(),
    /** A failed read is only logged (§8.10). */
    logFailure: command<{ message: string }>(),
    reload: command<{ delayMs: number }>(),
    countRead: assign(({ context }) => ({ readNo: context.readNo + 1 })),
    keepBuild: assign((_, { buildDate }: { buildDate: string | null }) => ({ buildDate })),
  },
  guards: {
    isWanted: ({ event }) => event.type === 'version.pollRequested' && !event.isLocalDevelopment,
    isLatestRead: ({ context, event }) => 'readNo' in event && event.readNo === context.readNo,
    isNewer: ({ context, event }) =>
      event.type === 'version.read' &&
      event.readNo === context.readNo &&
      context.buildDate !== null &&
      event.buildDate !== context.buildDate,
    isPresentTimer: ({ context, event }) => event.type === 'timer.elapsed' && event.timerNo === context.readNo,
  },
})

const read = [
  'countRead',
  { type: 'readVersion', params: ({ context }: { context: VersionPollContext }) => ({ readNo: context.readNo }) },
] as const
const wait = {
  type: 'startTimer',
  params: ({ context }: { context: VersionPollContext }) => ({ timerNo: context.readNo, delayMs: VERSION_POLL_MS }),
} as const

/** Looks for a newer build (§4.10, §8.10): every 30 seconds, not in local development, until one is found. */
export const versionPollMachine = base.createMachine({
  id: 'version-poll',
  context: { buildDate: null, readNo: 0 },
  initial: 'off',
  states: {
    off: {
      on: {
        'version.pollRequested': {
          guard: 'isWanted',
          target: 'reading',
          actions: [
            { type: 'keepBuild', params: ({ event }: { event: Of<'version.pollRequested'> }) => event },
            ...read,
          ],
        },
      },
    },
    reading: {
      on: {
        'version.read': [
          { guard: 'isNewer', target: 'changed' },
          {
            guard: 'isLatestRead',
            target: 'waiting',
            actions: [{ type: 'keepBuild', params: ({ event }: { event: Of<'version.read'> }) => event }, wait],
          },
        ],
        'version.readFailed': {
          guard: 'isLatestRead',
          target: 'waiting',
          actions: [
            {
              type: 'logFailure',
              params: ({ event }: { event: Of<'version.readFailed'> }) => ({ message: event.message }),
            },
            wait,
          ],
        },
      },
    },
    waiting: { on: { 'timer.elapsed': { guard: 'isPresentTimer', target: 'reading', actions: read } } },
    changed: { on: { 'version.reloadRequested': { actions: { type: 'reload', params: { delayMs: 0 } } } } },
  },
})
