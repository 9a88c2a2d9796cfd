import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { ActEvent, ActQuestion } from './act.events.ts'

export interface ActContext {
  /** The contract's name of the call; null before the first act. */
  readonly call: string | null
  readonly needsPreview: boolean
  readonly question: ActQuestion | null
  /** The number of the last call: only its answer counts. */
  readonly attemptNo: number
  readonly preview: { readonly digest: string; readonly rows: number } | null
  /** The same over retries of an unanswered call, so that the server acts once. */
  readonly key: string | null
  readonly isUndo: boolean
  readonly rows: number
  readonly done: number
  readonly failed: number
  readonly canUndo: boolean
  readonly message: string | null
}

const NOTHING: Omit<ActContext, 'attemptNo'> = {
  call: null,
  needsPreview: false,
  question: null,
  preview: null,
  key: null,
  isUndo: false,
  rows: 0,
  done: 0,
  failed: 0,
  canUndo: false,
  message: null,
}

type EventOf<T extends string> = Extract<ActEvent, { type: `act.${T}` }>
interface At {
  readonly context: ActContext
}

const base = setup({
  types: { context: {} as ActContext, events: {} as ActEvent },
  actions: {
    preview: command<{ attemptNo: number }>(),
    send: command<{ attemptNo: number; key: string; digest: string | null; isUndo: boolean }>(),
    nextAttempt: assign(({ context }) => ({ attemptNo: context.attemptNo + 1, message: null, done: 0, failed: 0 })),
    open: assign((_, { call, rows, needsPreview, question }: EventOf<'requested'>) => ({
      ...NOTHING,
      call,
      rows,
      needsPreview,
      question,
    })),
    setPreview: assign(({ context }, { digest, rows, question }: EventOf<'previewed'>) => ({
      preview: { digest, rows },
      question: question ?? context.question,
    })),
    setKey: assign((_, { key }: { key: string }) => ({ key })),
    turnAround: assign(({ context }) => ({ isUndo: true, canUndo: false, preview: null, rows: context.done })),
    setProgress: assign((_, { done, failed }: { done: number; failed: number }) => ({ done, failed })),
    setAnswer: assign(({ context }, { done, failed, canUndo, question }: EventOf<'answered'>) => ({
      done,
      failed,
      question,
      canUndo: canUndo && !context.isUndo,
    })),
    setMessage: assign((_, { message }: { message: string }) => ({ message })),
    forget: assign(NOTHING),
  },
  guards: {
    isLatest: ({ context, event }) => 'attemptNo' in event && event.attemptNo === context.attemptNo,
    isLatestOfQuestion: ({ context, event }) =>
      'attemptNo' in event && event.attemptNo === context.attemptNo && context.question !== null,
    needsPreview: ({ event }) => event.type === 'act.requested' && event.needsPreview,
    neededPreview: ({ context }) => context.needsPreview,
    /** The user saw the latest preview, and it changes something. */
    isAsPreviewed: ({ context: { preview }, event }) =>
      event.type === 'act.confirmed' && event.digest === (preview?.digest ?? null) && preview?.rows !== 0,
    canUndo: ({ context }) => context.canUndo,
    hasFailedRows: ({ context }) => context.failed > 0,
  },
})

const preview = [
  'nextAttempt',
  { type: 'preview', params: ({ context: { attemptNo } }: At) => ({ attemptNo }) },
] as const
const send = [
  'nextAttempt',
  {
    type: 'send',
    params: ({ context: { attemptNo, key, preview: shown, isUndo } }: At) => ({
      attemptNo,
      key: key ?? '',
      digest: shown?.digest ?? null,
      isUndo,
    }),
  },
] as const
const setKey = { type: 'setKey', params: ({ event }: { event: { readonly key: string } }) => event } as const
const setMessage = {
  type: 'setMessage',
  params: ({ event }: { event: { readonly message: string } }) => event,
} as const
const open = { type: 'open', params: ({ event }: { event: EventOf<'requested'> }) => event } as const
const request = [
  { guard: 'needsPreview', target: 'previewing', actions: [open, ...preview] },
  { target: 'confirming', actions: open },
] as const
/** A call under a new key: the server has judged the last one. */
const sendUnderNewKey = { target: 'sending', actions: [setKey, ...send] } as const
const previewAgain = { guard: 'neededPreview', target: 'previewing', actions: preview } as const
const refused = { guard: 'isLatest', target: 'refused', actions: setMessage } as const
const setPreview = { type: 'setPreview', params: ({ event }: { event: EventOf<'previewed'> }) => event } as const
const progress = {
  guard: 'isLatest',
  actions: { type: 'setProgress', params: ({ event }: { event: EventOf<'progressed'> }) => event },
} as const
const forget = { target: 'resting', actions: ['nextAttempt', 'forget'] } as const

/**
 * One act of a user: previewed where it has a preview, confirmed once, and sent under one idempotency key (house.md §1). `many`
 * rows are one act with partial results. Its content stays outside: the context has no values and no secrets.
 */
export const actMachine = base.createMachine({
  id: 'act',
  context: { ...NOTHING, attemptNo: 0 },
  initial: 'resting',
  states: {
    resting: { on: { 'act.requested': request } },
    previewing: {
      on: {
        'act.progressed': progress,
        'act.previewed': { guard: 'isLatest', target: 'confirming', actions: setPreview },
        'act.refused': refused,
        'act.dismissed': forget,
      },
    },
    confirming: {
      on: {
        // A field of the question changed, and with it the preview.
        'act.previewed': { guard: 'isLatest', actions: setPreview },
        'act.confirmed': { guard: 'isAsPreviewed', target: 'sending', actions: [setKey, ...send] },
        'act.dismissed': forget,
      },
    },
    // It cannot be dismissed: the server may act at any moment.
    sending: {
      on: {
        'act.progressed': progress,
        'act.answered': {
          guard: 'isLatest',
          target: 'done',
          actions: { type: 'setAnswer', params: ({ event }) => event },
        },
        'act.refused': refused,
        'act.withdrawn': [
          { guard: 'isLatestOfQuestion', target: 'confirming', actions: 'nextAttempt' },
          { guard: 'isLatest', ...forget },
        ],
        'act.unanswered': { guard: 'isLatest', target: 'unanswered', actions: setMessage },
        'act.outdated': { guard: 'isLatest', target: 'stale', actions: setMessage },
      },
    },
    done: {
      on: {
        'act.requested': request,
        'act.retryRequested': { guard: 'hasFailedRows', ...sendUnderNewKey },
        'act.undoRequested': { guard: 'canUndo', target: 'sending', actions: ['turnAround', setKey, ...send] },
        'act.dismissed': forget,
      },
    },
    refused: {
      on: {
        'act.requested': request,
        'act.retryRequested': [previewAgain, sendUnderNewKey],
        'act.dismissed': forget,
      },
    },
    // The key stays: if the server has acted, the repeat gets the first answer.
    unanswered: {
      on: {
        'act.requested': request,
        'act.retryRequested': { target: 'sending', actions: send },
        'act.dismissed': forget,
      },
    },
    stale: {
      on: {
        'act.requested': request,
        'act.retryRequested': [previewAgain, { target: 'confirming' }],
        'act.dismissed': forget,
      },
    },
  },
})
