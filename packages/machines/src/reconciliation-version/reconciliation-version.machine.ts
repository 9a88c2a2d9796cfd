import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { ReconciliationVersionEvent } from './reconciliation-version.events.ts'

/** Projects created before this day use the old reconciliation, whatever their summary says (§4.13). */
export const NEW_VERSION_FROM = '2024-10-01'

export interface ReconciliationVersionContext {
  readonly projectId: number | null
  /** The number of the last call: only its answer counts. */
  readonly callNo: number
  readonly error: string | null
}

type ChosenFor = Extract<ReconciliationVersionEvent, { type: 'reconciliationVersion.chosenFor' }>

const base = setup({
  types: {
    context: {} as ReconciliationVersionContext,
    events: {} as ReconciliationVersionEvent,
  },
  actions: {
    readSummary: command<{ callNo: number; projectId: number }>(),
    keepProject: assign((_, { projectId }: ChosenFor) => ({ projectId })),
    keepError: assign((_, { message }: { message: string }) => ({ error: message })),
    countCall: assign(({ context }) => ({ callNo: context.callNo + 1, error: null })),
  },
  guards: {
    isOtherProject: ({ context, event }) =>
      event.type === 'reconciliationVersion.chosenFor' && event.projectId !== context.projectId,
    isLatest: ({ context, event }) => 'callNo' in event && event.callNo === context.callNo,
    isLatestOfOld: ({ context, event }) =>
      event.type === 'reconciliationVersion.summaryRead' &&
      event.callNo === context.callNo &&
      // Days written year first are in the order of their letters.
      (event.createdOn < NEW_VERSION_FROM || event.rud !== ''),
  },
})

const keepProject = { type: 'keepProject', params: ({ event }: { event: ChosenFor }) => event } as const
const read = [
  'countCall',
  {
    type: 'readSummary',
    // A summary is only read for a project.
    params: ({ context: { callNo, projectId } }: { context: ReconciliationVersionContext }) => ({
      callNo,
      projectId: projectId ?? 0,
    }),
  },
] as const

/** Which of the two reconciliations a project uses (§4.13). */
export const reconciliationVersionMachine = base.createMachine({
  id: 'reconciliation-version',
  context: { projectId: null, callNo: 0, error: null },
  initial: 'idle',
  on: {
    'reconciliationVersion.chosenFor': { guard: 'isOtherProject', target: '.loading', actions: [keepProject, ...read] },
  },
  states: {
    idle: {},
    loading: {
      on: {
        'reconciliationVersion.summaryRead': [
          { guard: 'isLatestOfOld', target: 'old' },
          { guard: 'isLatest', target: 'new' },
        ],
        'reconciliationVersion.summaryFailed': {
          guard: 'isLatest',
          target: 'failed',
          actions: { type: 'keepError', params: ({ event }) => event },
        },
      },
    },
    failed: { on: { 'reconciliationVersion.retryRequested': { target: 'loading', actions: read } } },
    old: {},
    new: {},
  },
})
