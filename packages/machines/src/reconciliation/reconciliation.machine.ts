import {
  EVERYTHING_TICKED,
  NOTHING_SUBMITTED,
  reconciliationSetup,
  type EventOf,
  type ReconciliationContext,
} from './reconciliation.setup.ts'

interface At {
  readonly context: ReconciliationContext
}

const retrieve = [
  'countCall',
  {
    type: 'retrieve',
    params: ({ context: { callNo, projectId } }: At) => ({ callNo, projectId: projectId ?? 0 }),
  },
] as const
/** Sends only a submitted list. */
const upload = [
  'countCall',
  {
    type: 'upload',
    params: ({ context: { callNo, projectId, submission, isKnownFile } }: At) => ({
      callNo,
      projectId: projectId ?? 0,
      way: submission?.way ?? 'file',
      contentRef: submission?.contentRef ?? '',
      isKnownFile,
    }),
  },
] as const
/** Only a request that the server has is previewed. */
const preview = [
  'countCall',
  {
    type: 'preview',
    params: ({ context: { callNo, projectId, reconciliationId, choice } }: At) => ({
      callNo,
      projectId: projectId ?? 0,
      reconciliationId: reconciliationId ?? 0,
      choice,
    }),
  },
] as const
/** Stores only a previewed request, with the id of the first attempt. */
const store = [
  'countCall',
  {
    type: 'store',
    params: ({ context: { callNo, order, reconciliationId, preview: shown, typedNumber } }: At) => ({
      callNo,
      commandId: order?.commandId ?? '',
      reconciliationId: reconciliationId ?? 0,
      digest: shown?.digest ?? '',
      isAllOrNothing: order?.isAllOrNothing ?? false,
      projectNumber: typedNumber.trim(),
    }),
  },
] as const
const cancel = { type: 'cancel', params: ({ context: { callNo } }: At) => ({ callNo }) } as const

const keepFault = { type: 'keepFault', params: ({ event }: { event: EventOf<'failed'> }) => event } as const
const keepProgress = {
  guard: 'isLatest',
  actions: { type: 'keepProgress', params: ({ event }: { event: EventOf<'progressed'> }) => event },
} as const

const submit = {
  target: '#reconciliation.uploading',
  actions: [{ type: 'keepSubmission', params: ({ event }: { event: EventOf<'submitted'> }) => event }, ...upload],
} as const
const reopen = {
  target: '#reconciliation.previewing',
  actions: [{ type: 'keepReopened', params: ({ event }: { event: EventOf<'requestReopened'> }) => event }, ...preview],
} as const
const retrieving = { target: '#reconciliation.retrieving', actions: retrieve } as const
const previewAgain = { target: '#reconciliation.previewing', actions: preview } as const
const abandon = {
  type: 'abandon',
  params: ({ context: { projectId, reconciliationId } }: At) => ({
    projectId: projectId ?? 0,
    reconciliationId: reconciliationId ?? 0,
  }),
} as const
const forget = ['forgetContent', 'forgetSubmission'] as const
/** Gives up an unstored request. */
const giveUp = { target: '#reconciliation.choosing', actions: [abandon, ...forget] } as const
const restart = [
  { guard: 'hasRequest', ...giveUp },
  { target: '#reconciliation.choosing', actions: forget },
] as const

/** A change of the choice makes the preview one of another choice. */
const choose = {
  'reconciliation.rowsTicked': {
    target: '#reconciliation.previewed.changed',
    actions: { type: 'tickRows', params: ({ event }: { event: EventOf<'rowsTicked'> }) => event },
  },
  'reconciliation.reasonTicked': {
    target: '#reconciliation.previewed.changed',
    actions: { type: 'tickReason', params: ({ event }: { event: EventOf<'reasonTicked'> }) => event },
  },
  'reconciliation.supplierTicked': {
    target: '#reconciliation.previewed.changed',
    actions: { type: 'tickSupplier', params: ({ event }: { event: EventOf<'supplierTicked'> }) => event },
  },
  'reconciliation.suggestionsConfirmed': {
    target: '#reconciliation.previewed.changed',
    actions: { type: 'confirmSuggestions', params: ({ event }: { event: EventOf<'suggestionsConfirmed'> }) => event },
  },
} as const

/** Leaving something that is not stored asks first. */
const asksBeforeLeaving = {
  'reconciliation.leaveRequested': {
    actions: { type: 'keepWay', params: ({ event }: { event: EventOf<'leaveRequested'> }) => event },
  },
  'reconciliation.leaveDeclined': { guard: 'isLeaving', actions: 'forgetWay' },
  'reconciliation.leaveConfirmed': {
    guard: 'isLeaving',
    target: '#reconciliation.choosing',
    actions: [
      cancel,
      'forgetContent',
      { type: 'leave', params: ({ context: { leavingTo } }: At) => ({ to: leavingTo ?? '' }) },
      'forgetSubmission',
    ],
  },
} as const

/**
 * The reconciliation of one project (domain.md §7): content is chosen, uploaded and previewed; rows, reasons and suppliers can be
 * left out; storing gives what the preview showed, or says how many rows changed since. Rows stay with the runner's cache.
 */
export const reconciliationMachine = reconciliationSetup.createMachine({
  id: 'reconciliation',
  context: { projectId: null, callNo: 0, retrievedRows: null, ...NOTHING_SUBMITTED, choice: EVERYTHING_TICKED },
  initial: 'closed',
  on: {
    'reconciliation.opened': {
      guard: 'isOtherProject',
      target: '.choosing',
      actions: [
        'forgetContent',
        { type: 'keepProject', params: ({ event }) => event },
        // An answer for the project before no longer counts.
        'countCall',
      ],
    },
  },
  states: {
    closed: {},
    choosing: {
      on: {
        'reconciliation.submitted': submit,
        'reconciliation.retrieveRequested': retrieving,
        'reconciliation.requestReopened': reopen,
      },
    },
    retrieving: {
      on: {
        'reconciliation.retrieved': {
          guard: 'isLatest',
          target: 'retrieved',
          actions: { type: 'keepRetrieved', params: ({ event }) => event },
        },
        'reconciliation.failed': { guard: 'isLatest', target: 'failed.retrieving', actions: keepFault },
        // Other filters.
        'reconciliation.retrieveRequested': { target: 'retrieving', actions: [cancel, ...retrieve] },
        'reconciliation.cancelRequested': { target: 'choosing', actions: cancel },
      },
    },
    retrieved: {
      on: {
        'reconciliation.submitted': submit,
        'reconciliation.retrieveRequested': retrieving,
        'reconciliation.requestReopened': reopen,
      },
    },
    uploading: {
      on: {
        ...asksBeforeLeaving,
        'reconciliation.progressed': keepProgress,
        'reconciliation.uploaded': {
          guard: 'isLatest',
          target: 'previewing',
          actions: [{ type: 'keepUploaded', params: ({ event }) => event }, ...preview],
        },
        'reconciliation.failed': { guard: 'isLatest', target: 'failed.uploading', actions: keepFault },
        'reconciliation.cancelRequested': { target: 'choosing', actions: [cancel, ...forget] },
      },
    },
    previewing: {
      on: {
        ...asksBeforeLeaving,
        'reconciliation.progressed': keepProgress,
        'reconciliation.previewed': {
          guard: 'isLatest',
          target: 'previewed',
          actions: { type: 'keepPreview', params: ({ event }) => event },
        },
        'reconciliation.failed': { guard: 'isLatest', target: 'failed.previewing', actions: keepFault },
        'reconciliation.cancelRequested': [
          { guard: 'hasPreview', target: 'previewed.changed', actions: cancel },
          // The previewed request is on the server.
          { target: 'choosing', actions: [cancel, abandon, ...forget] },
        ],
      },
    },
    previewed: {
      initial: 'current',
      on: {
        ...asksBeforeLeaving,
        ...choose,
        'reconciliation.previewRequested': previewAgain,
        'reconciliation.restartRequested': giveUp,
      },
      states: {
        current: {
          on: {
            'reconciliation.numberTyped': {
              actions: { type: 'keepNumber', params: ({ event }) => event },
            },
            'reconciliation.storeRequested': {
              guard: 'isStorable',
              target: '#reconciliation.storing',
              actions: [{ type: 'keepOrder', params: ({ event }) => event }, ...store],
            },
          },
        },
        // The shown preview is not the request that would be stored: that one is previewed first.
        changed: {},
      },
    },
    // The server stores all or nothing; leaving would not end it.
    storing: {
      on: {
        'reconciliation.progressed': keepProgress,
        'reconciliation.stored': {
          guard: 'isLatest',
          target: 'stored',
          actions: ['forgetContent', { type: 'keepStored', params: ({ event }) => event }],
        },
        'reconciliation.previewOutdated': {
          guard: 'isLatest',
          target: 'outdated',
          actions: { type: 'keepOutdated', params: ({ event }) => event },
        },
        'reconciliation.failed': { guard: 'isLatest', target: 'failed.storing', actions: keepFault },
      },
    },
    outdated: {
      on: {
        ...asksBeforeLeaving,
        'reconciliation.previewRequested': previewAgain,
        'reconciliation.restartRequested': giveUp,
      },
    },
    stored: { on: { 'reconciliation.restartRequested': { target: 'choosing', actions: forget } } },
    failed: {
      on: { 'reconciliation.restartRequested': restart },
      states: {
        retrieving: {
          on: { 'reconciliation.retryRequested': retrieving, 'reconciliation.retrieveRequested': retrieving },
        },
        uploading: {
          on: {
            ...asksBeforeLeaving,
            'reconciliation.retryRequested': {
              target: '#reconciliation.uploading',
              actions: ['keepIsKnown', ...upload],
            },
          },
        },
        previewing: { on: { ...asksBeforeLeaving, 'reconciliation.retryRequested': previewAgain } },
        storing: {
          on: {
            ...asksBeforeLeaving,
            'reconciliation.retryRequested': { target: '#reconciliation.storing', actions: store },
            'reconciliation.previewRequested': previewAgain,
          },
        },
      },
      initial: 'retrieving',
    },
  },
})
