import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { ReconciliationUndoEvent } from './reconciliation-undo.events.ts'

export interface ReconciliationUndoContext {
  /** The undone object: a request, or a supplier's rows of it. */
  readonly subject: {
    readonly projectId: number
    readonly reconciliationId: number
    readonly supplierId: number | null
  } | null
  /** The number of the last call: only its answer counts. */
  readonly callNo: number
  readonly preview: {
    readonly undoId: number
    readonly digest: string
    readonly changes: number
    readonly numberToType: string | null
  } | null
  /** The confirmation; its id makes a repeated store act once. */
  readonly order: { readonly commandId: string; readonly typedNumber: string } | null
  readonly outdatedRows: number
  readonly undoneRows: number
  readonly fault: string | null
}

const NOTHING_ASKED: Omit<ReconciliationUndoContext, 'callNo'> = {
  subject: null,
  preview: null,
  order: null,
  outdatedRows: 0,
  undoneRows: 0,
  fault: null,
}

type EventOf<T extends string> = Extract<ReconciliationUndoEvent, { type: `reconciliationUndo.${T}` }>

interface At {
  readonly context: ReconciliationUndoContext
}

const base = setup({
  types: {
    context: {} as ReconciliationUndoContext,
    events: {} as ReconciliationUndoEvent,
  },
  actions: {
    previewUndo: command<{
      callNo: number
      projectId: number
      reconciliationId: number
      supplierId: number | null
      /** The undo that was previewed before; null: none was. */
      undoId: number | null
    }>(),
    storeUndo: command<{
      callNo: number
      commandId: string
      undoId: number
      digest: string
      projectNumber: string
    }>(),
    /** Gives the previewed undo up on the server. */
    abandonUndo: command<{ projectId: number; undoId: number }>(),
    countCall: assign(({ context }) => ({ callNo: context.callNo + 1, fault: null })),
    keepSubject: assign((_, { projectId, reconciliationId, supplierId }: EventOf<'requested'>) => ({
      ...NOTHING_ASKED,
      subject: { projectId, reconciliationId, supplierId },
    })),
    keepPreview: assign((_, { undoId, digest, changes, numberToType }: EventOf<'previewed'>) => ({
      preview: { undoId, digest, changes, numberToType },
    })),
    keepOrder: assign((_, { commandId, typedNumber }: EventOf<'confirmed'>) => ({
      order: { commandId, typedNumber: typedNumber.trim() },
    })),
    keepUndone: assign((_, { changes }: { changes: number }) => ({ undoneRows: changes })),
    keepOutdated: assign((_, { rows }: { rows: number }) => ({ outdatedRows: rows })),
    keepFault: assign((_, { message }: { message: string }) => ({ fault: message })),
    forget: assign(NOTHING_ASKED),
  },
  guards: {
    isLatest: ({ context, event }) => 'callNo' in event && event.callNo === context.callNo,
    /** Storing changes something, and the number is typed where it is asked for. */
    isStorable: ({ context: { preview }, event }) =>
      event.type === 'reconciliationUndo.confirmed' &&
      preview !== null &&
      preview.changes > 0 &&
      (preview.numberToType === null || event.typedNumber.trim() === preview.numberToType),
    hasPreview: ({ context: { preview } }) => preview !== null,
  },
})

/** An undo has been asked for. */
const preview = [
  'countCall',
  {
    type: 'previewUndo',
    params: ({ context: { callNo, subject, preview: shown } }: At) => ({
      callNo,
      projectId: subject?.projectId ?? 0,
      reconciliationId: subject?.reconciliationId ?? 0,
      supplierId: subject?.supplierId ?? null,
      undoId: shown?.undoId ?? null,
    }),
  },
] as const
/** Stores only a previewed undo, with the id of the first attempt. */
const store = [
  'countCall',
  {
    type: 'storeUndo',
    params: ({ context: { callNo, order, preview: shown } }: At) => ({
      callNo,
      commandId: order?.commandId ?? '',
      undoId: shown?.undoId ?? 0,
      digest: shown?.digest ?? '',
      projectNumber: order?.typedNumber ?? '',
    }),
  },
] as const
const request = {
  target: 'previewing',
  actions: [{ type: 'keepSubject', params: ({ event }: { event: EventOf<'requested'> }) => event }, ...preview],
} as const
const forget = { target: '#reconciliation-undo.idle', actions: ['countCall', 'forget'] } as const
/** Gives up an unstored undo; a late answer no longer counts. */
const giveUp = {
  ...forget,
  actions: [
    {
      type: 'abandonUndo',
      params: ({ context: { subject, preview: shown } }: At) => ({
        projectId: subject?.projectId ?? 0,
        undoId: shown?.undoId ?? 0,
      }),
    },
    ...forget.actions,
  ],
} as const
const dismiss = [{ guard: 'hasPreview', ...giveUp }, forget] as const
const keepFault = { type: 'keepFault', params: ({ event }: { event: EventOf<'failed'> }) => event } as const

/** The undo of a stored reconciliation, or of one supplier's rows of it: a request with a preview of its own (domain.md §7). */
export const reconciliationUndoMachine = base.createMachine({
  id: 'reconciliation-undo',
  context: { ...NOTHING_ASKED, callNo: 0 },
  initial: 'idle',
  states: {
    idle: { on: { 'reconciliationUndo.requested': request } },
    previewing: {
      on: {
        'reconciliationUndo.previewed': {
          guard: 'isLatest',
          target: 'previewed',
          actions: { type: 'keepPreview', params: ({ event }) => event },
        },
        'reconciliationUndo.failed': { guard: 'isLatest', target: 'failed.previewing', actions: keepFault },
        'reconciliationUndo.dismissed': dismiss,
      },
    },
    previewed: {
      on: {
        'reconciliationUndo.confirmed': {
          guard: 'isStorable',
          target: 'storing',
          actions: [{ type: 'keepOrder', params: ({ event }) => event }, ...store],
        },
        'reconciliationUndo.dismissed': giveUp,
      },
    },
    // The server undoes all or nothing; it cannot be dismissed until then.
    storing: {
      on: {
        'reconciliationUndo.stored': {
          guard: 'isLatest',
          target: 'undone',
          actions: { type: 'keepUndone', params: ({ event }) => event },
        },
        'reconciliationUndo.previewOutdated': {
          guard: 'isLatest',
          target: 'outdated',
          actions: { type: 'keepOutdated', params: ({ event }) => event },
        },
        'reconciliationUndo.failed': { guard: 'isLatest', target: 'failed.storing', actions: keepFault },
      },
    },
    outdated: {
      on: {
        'reconciliationUndo.retryRequested': { target: 'previewing', actions: preview },
        'reconciliationUndo.dismissed': giveUp,
      },
    },
    undone: { on: { 'reconciliationUndo.requested': request, 'reconciliationUndo.dismissed': forget } },
    failed: {
      initial: 'previewing',
      on: { 'reconciliationUndo.dismissed': dismiss },
      states: {
        previewing: {
          on: { 'reconciliationUndo.retryRequested': { target: '#reconciliation-undo.previewing', actions: preview } },
        },
        storing: {
          on: { 'reconciliationUndo.retryRequested': { target: '#reconciliation-undo.storing', actions: store } },
        },
      },
    },
  },
})
