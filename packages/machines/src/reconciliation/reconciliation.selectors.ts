import type { SnapshotFrom } from 'xstate'
import type { reconciliationMachine } from './reconciliation.machine.ts'
import { isNumberRight, KNOWN_FILE, type Choice } from './reconciliation.setup.ts'

/** The platform's reason for refusing a request that is previewed no more. */
const WRONG_STATE = 'wrong_state'
/** The reason of a failure whose list could not be read as one. */
export const UNREADABLE = 'unreadable'

type Snapshot = SnapshotFrom<typeof reconciliationMachine>

/** Content can be submitted, completes retrieved and requests opened. */
export const canSubmit = (snapshot: Snapshot): boolean => snapshot.matches('choosing') || snapshot.matches('retrieved')

export const isRetrieving = (snapshot: Snapshot): boolean => snapshot.matches('retrieving')

/** How many completes the filters found, once they were retrieved. */
export const retrievedRows = (snapshot: Snapshot): number | null =>
  snapshot.matches('retrieved') ? snapshot.context.retrievedRows : null

/** The work that the user waits for, with the done part of it, of 1; null while nothing runs that has a progress. */
export function work(snapshot: Snapshot) {
  const act = (['uploading', 'previewing', 'storing'] as const).find(name => snapshot.matches(name))
  if (act === undefined) return null
  const { progress, submission } = snapshot.context
  return { act, name: submission?.name ?? '', progress, canCancel: act !== 'storing' }
}

/** The preview that is shown, and the obstacles between it and storing; null while there is none. */
export function preview(snapshot: Snapshot) {
  const { preview: facts, reconciliationId, submission, choice, typedNumber } = snapshot.context
  if (!snapshot.matches('previewed') || facts === null || reconciliationId === null) return null
  const isChanged = snapshot.matches({ previewed: 'changed' })
  return {
    ...facts,
    reconciliationId,
    name: submission?.name ?? '',
    choice,
    /** Its file or text is at hand: it can be read in another way. */
    canBeReadAgain: submission?.way === 'file' || submission?.way === 'paste',
    /** Ticks differ from those of the preview. */
    isChanged,
    typedNumber,
    isNumberRight: isNumberRight(snapshot.context),
    canStore: snapshot.can({ type: 'reconciliation.storeRequested', commandId: '', isAllOrNothing: false }),
  }
}

/** The stored request, and how many rows it changed. */
export function stored(snapshot: Snapshot) {
  const { reconciliationId, storedRows, submission } = snapshot.context
  if (!snapshot.matches('stored') || reconciliationId === null) return null
  return { reconciliationId, changes: storedRows, name: submission?.name ?? '' }
}

/** How many rows changed since the preview; null when storing was not refused for it. */
export function outdated(snapshot: Snapshot) {
  const { reconciliationId, outdatedRows } = snapshot.context
  return snapshot.matches('outdated') && reconciliationId !== null ? { reconciliationId, rows: outdatedRows } : null
}

/** The failed step, its request, and the message for the user. */
export function failure(snapshot: Snapshot) {
  const { fault, reconciliationId, submission } = snapshot.context
  if (!snapshot.matches('failed') || fault === null) return null
  const act = (['retrieving', 'uploading', 'previewing'] as const).find(name => snapshot.matches({ failed: name }))
  return {
    act: act ?? 'storing',
    message: fault.message,
    isKnownFile: fault.reason === KNOWN_FILE,
    /** Another user stored the request, or gave it up: nothing of it is left to try again. */
    isOver: fault.reason === WRONG_STATE,
    /** How the list came that could not be read; null: it was read, or is not at hand. */
    unreadWay: fault.reason === UNREADABLE ? (submission?.way ?? null) : null,
    reconciliationId,
  } as const
}

/** Leaving drops something that is not stored, so that the screen asks first. */
export const asksBeforeLeaving = (snapshot: Snapshot): boolean =>
  snapshot.can({ type: 'reconciliation.leaveRequested', to: '' })

/** Where the user wants to go, while the screen asks; or null. */
export const leavingTo = (snapshot: Snapshot): string | null => snapshot.context.leavingTo

export const choice = (snapshot: Snapshot): Choice => snapshot.context.choice
