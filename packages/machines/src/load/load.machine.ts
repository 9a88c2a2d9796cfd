import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { LoadEvent } from './load.events.ts'

export type LoadScope = 'project' | 'survey'

export interface LoadContext {
  readonly subject: { readonly scope: LoadScope; readonly id: number } | null
  /** The number of the last request: only its answer counts. */
  readonly requestNo: number
  readonly error: string | null
}

type Of<T extends LoadEvent['type']> = Extract<LoadEvent, { type: T }>

const base = setup({
  types: {
    context: {} as LoadContext,
    events: {} as LoadEvent,
  },
  actions: {
    load: command<{ requestNo: number; scope: LoadScope; id: number }>(),
    keepSubject: assign((_, { scope, id }: Of<'load.requested'>) => ({ subject: { scope, id } })),
    keepError: assign((_, { message }: Of<'load.failed'>) => ({ error: message })),
    countRequest: assign(({ context }) => ({ requestNo: context.requestNo + 1, error: null })),
    forget: assign({ subject: null, error: null }),
  },
  guards: {
    isLatest: ({ context, event }) => 'requestNo' in event && event.requestNo === context.requestNo,
    isOther: ({ context: { subject }, event }) =>
      event.type === 'load.requested' && (event.scope !== subject?.scope || event.id !== subject.id),
  },
})

/** Every loading state has a subject. */
const NO_SUBJECT = { scope: 'project', id: 0 } as const
const load = [
  'countRequest',
  {
    type: 'load',
    params: ({ context: { subject, requestNo } }: { context: LoadContext }) => ({
      requestNo,
      ...(subject ?? NO_SUBJECT),
    }),
  },
] as const
const request = {
  target: 'requesting',
  actions: [{ type: 'keepSubject', params: ({ event }: { event: Of<'load.requested'> }) => event }, ...load],
} as const
const requestOther = { guard: 'isOther', ...request } as const
const succeeded = { guard: 'isLatest', target: 'ready' } as const
const failed = {
  guard: 'isLatest',
  target: 'failed',
  actions: { type: 'keepError', params: ({ event }: { event: Of<'load.failed'> }) => event },
} as const

/** The load of a project or survey (§4.5): request, success, failed. The loaded data stays with the runner's cache. */
export const loadMachine = base.createMachine({
  id: 'load',
  context: { subject: null, requestNo: 0, error: null },
  initial: 'idle',
  states: {
    idle: { on: { 'load.requested': request } },
    requesting: {
      on: {
        'load.succeeded': succeeded,
        'load.failed': failed,
        'load.requested': requestOther,
        'load.dismissed': { target: 'idle', actions: 'forget' },
      },
    },
    ready: {
      on: {
        'load.refreshRequested': { target: 'refreshing', actions: load },
        'load.requested': requestOther,
        'load.dismissed': { target: 'idle', actions: 'forget' },
      },
    },
    // The old data stays while the new loads; a failure is shown beside it.
    refreshing: {
      on: {
        'load.succeeded': succeeded,
        'load.failed': { ...failed, target: 'ready' },
        'load.requested': requestOther,
        'load.dismissed': { target: 'idle', actions: 'forget' },
      },
    },
    failed: {
      on: {
        'load.requested': request,
        'load.refreshRequested': { target: 'requesting', actions: load },
        'load.dismissed': { target: 'idle', actions: 'forget' },
      },
    },
  },
})
