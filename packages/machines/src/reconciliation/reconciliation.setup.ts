import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { PreviewFacts, ReconciliationEvent } from './reconciliation.events.ts'

/** An event by its name without the machine's. */
export type EventOf<T extends string> = Extract<ReconciliationEvent, { type: `reconciliation.${T}` }>
export type SubmissionWay = EventOf<'submitted'>['way'] | 'reopened'

/** Which rows the user leaves out, and which suggestions are right. */
export interface Choice {
  readonly untickedLines: readonly number[]
  readonly untickedReasons: readonly number[]
  readonly untickedSuppliers: readonly number[]
  /** Lines whose suggested respondent is the right one. */
  readonly confirmedLines: readonly number[]
}

export interface ReconciliationContext {
  readonly projectId: number | null
  /** The number of the last call: only its answer counts. */
  readonly callNo: number
  /** Completes that the filters found; null before they were asked for. */
  readonly retrievedRows: number | null
  readonly submission: {
    readonly way: SubmissionWay
    readonly contentRef: string
    readonly name: string
  } | null
  /** The user sends a file that the server has had before. */
  readonly isKnownFile: boolean
  /** The request on the server, once there is one. */
  readonly reconciliationId: number | null
  /** Of 1; null while nothing was reported. */
  readonly progress: number | null
  readonly choice: Choice
  readonly preview: PreviewFacts | null
  readonly typedNumber: string
  /** The store that was asked for; its id makes a repeat act once. */
  readonly order: { readonly commandId: string; readonly isAllOrNothing: boolean } | null
  /** Rows that changed between preview and store. */
  readonly outdatedRows: number
  readonly storedRows: number
  readonly fault: { readonly message: string; readonly reason: string | null } | null
  /** Where the user wants to go, while the screen asks about a preview that is not stored. */
  readonly leavingTo: string | null
}

export const EVERYTHING_TICKED: Choice = {
  untickedLines: [],
  untickedReasons: [],
  untickedSuppliers: [],
  confirmedLines: [],
}

export const NOTHING_SUBMITTED: Omit<ReconciliationContext, 'projectId' | 'callNo' | 'retrievedRows'> = {
  submission: null,
  isKnownFile: false,
  reconciliationId: null,
  progress: null,
  choice: EVERYTHING_TICKED,
  preview: null,
  typedNumber: '',
  order: null,
  outdatedRows: 0,
  storedRows: 0,
  fault: null,
  leavingTo: null,
}

/** The platform's reason for refusing a file that it has had before. */
export const KNOWN_FILE = 'known_file'

const without = (list: readonly number[], gone: readonly number[]) => list.filter(each => !gone.includes(each))

/** A tick takes entries out of the list of left-out ones; no tick puts them in, once each. */
const ticked = (list: readonly number[], entries: readonly number[], isTicked: boolean) =>
  isTicked ? without(list, entries) : [...without(list, entries), ...entries]

/** The user typed the number that a guard asks for, or none does. */
export const isNumberRight = ({ preview, typedNumber }: ReconciliationContext): boolean =>
  preview === null || preview.numberToType === null || typedNumber.trim() === preview.numberToType

/** Context, commands, assignments and guards of the reconciliation; its states are in reconciliation.machine.ts. */
export const reconciliationSetup = setup({
  types: {
    context: {} as ReconciliationContext,
    events: {} as ReconciliationEvent,
  },
  actions: {
    /** Reads the completes that the filters find; answered by `retrieved`. */
    retrieve: command<{ callNo: number; projectId: number }>(),
    /** Sends the content that the runner holds; answered by `progressed` and `uploaded`. */
    upload: command<{
      callNo: number
      projectId: number
      way: SubmissionWay
      contentRef: string
      isKnownFile: boolean
    }>(),
    /** Works out each row's outcome; answered by `progressed` and `previewed`. */
    preview: command<{ callNo: number; projectId: number; reconciliationId: number; choice: Choice }>(),
    /** Stores what the preview showed; answered by `progressed`, and by `stored` or `previewOutdated`. */
    store: command<{
      callNo: number
      commandId: string
      reconciliationId: number
      digest: string
      isAllOrNothing: boolean
      projectNumber: string
    }>(),
    /** Ends a call whose answer has no use any more. */
    cancel: command<{ callNo: number }>(),
    /** Gives a request up on the server. */
    abandon: command<{ projectId: number; reconciliationId: number }>(),
    /** Drops the content that the runner holds. */
    forgetContent: command(),
    leave: command<{ to: string }>(),
    countCall: assign(({ context }) => ({ callNo: context.callNo + 1, progress: null, fault: null })),
    keepProject: assign((_, { projectId }: EventOf<'opened'>) => ({
      ...NOTHING_SUBMITTED,
      projectId,
      retrievedRows: null,
    })),
    keepRetrieved: assign((_, { rows }: { rows: number }) => ({ retrievedRows: rows })),
    keepSubmission: assign((_, { way, contentRef, name }: EventOf<'submitted'>) => ({
      ...NOTHING_SUBMITTED,
      submission: { way, contentRef, name },
    })),
    keepReopened: assign((_, { reconciliationId, name }: EventOf<'requestReopened'>) => ({
      ...NOTHING_SUBMITTED,
      submission: { way: 'reopened' as const, contentRef: '', name },
      reconciliationId,
    })),
    keepProgress: assign((_, { share }: { share: number }) => ({ progress: share })),
    keepUploaded: assign((_, { reconciliationId }: { reconciliationId: number }) => ({ reconciliationId })),
    keepPreview: assign((_, { preview }: { preview: PreviewFacts }) => ({
      preview,
      typedNumber: '',
      order: null,
      outdatedRows: 0,
    })),
    tickRows: assign(({ context: { choice } }, { lines, isTicked }: EventOf<'rowsTicked'>) => ({
      choice: { ...choice, untickedLines: ticked(choice.untickedLines, lines, isTicked) },
    })),
    tickReason: assign(({ context: { choice } }, { reason, isTicked }: EventOf<'reasonTicked'>) => ({
      choice: { ...choice, untickedReasons: ticked(choice.untickedReasons, [reason], isTicked) },
    })),
    tickSupplier: assign(({ context: { choice } }, { supplierId, isTicked }: EventOf<'supplierTicked'>) => ({
      choice: { ...choice, untickedSuppliers: ticked(choice.untickedSuppliers, [supplierId], isTicked) },
    })),
    confirmSuggestions: assign(({ context: { choice } }, { lines, isConfirmed }: EventOf<'suggestionsConfirmed'>) => ({
      choice: { ...choice, confirmedLines: ticked(choice.confirmedLines, lines, !isConfirmed) },
    })),
    keepNumber: assign((_, { number }: { number: string }) => ({ typedNumber: number })),
    keepOrder: assign((_, { commandId, isAllOrNothing }: EventOf<'storeRequested'>) => ({
      order: { commandId, isAllOrNothing },
    })),
    keepIsKnown: assign(({ context: { fault } }) => ({ isKnownFile: fault?.reason === KNOWN_FILE })),
    keepStored: assign((_, { changes }: { changes: number }) => ({ storedRows: changes })),
    keepOutdated: assign((_, { rows }: { rows: number }) => ({ outdatedRows: rows })),
    keepFault: assign((_, { message, reason }: EventOf<'failed'>) => ({ fault: { message, reason } })),
    forgetSubmission: assign(NOTHING_SUBMITTED),
    keepWay: assign((_, { to }: { to: string }) => ({ leavingTo: to })),
    forgetWay: assign({ leavingTo: null }),
  },
  guards: {
    isOtherProject: ({ context, event }) =>
      event.type === 'reconciliation.opened' && event.projectId !== context.projectId,
    isLatest: ({ context, event }) => 'callNo' in event && event.callNo === context.callNo,
    /** Storing changes something, and the number is typed where it is asked for. */
    isStorable: ({ context }) => context.preview !== null && context.preview.changes > 0 && isNumberRight(context),
    hasPreview: ({ context }) => context.preview !== null,
    hasRequest: ({ context }) => context.reconciliationId !== null,
    isLeaving: ({ context }) => context.leavingTo !== null,
  },
})
