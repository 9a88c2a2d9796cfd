import { effectNotes, trafficNote } from '@desk/schema/statuses/change-notes'
import { STATUS_LABELS, type StatusScope } from '@desk/schema/statuses/status'
import type { SnapshotFrom } from 'xstate'
import type { statusChangeMachine } from './status-change.machine.ts'

type Snapshot = SnapshotFrom<typeof statusChangeMachine>

const SCOPE_WORDS: Readonly<Record<StatusScope, string>> = { project: 'Project', survey: 'Survey', source: 'Source' }

/** The confirmation of §4.3, ready to be drawn. */
export interface StatusDialog {
  readonly title: 'Confirm Status Change'
  readonly confirmLabel: 'Yes, Change Status'
  readonly text: string
  /** That traffic stops or starts (§4.3), or why it does neither; null while the latter is being read. */
  readonly trafficNote: string | null
  /** Respondents in progress, and surveys and sources that stop; null while this is being read. */
  readonly effectNotes: readonly string[] | null
  readonly objectName: string
  readonly note: string
  readonly isSending: boolean
}

/** The dialog of §4.3 while a change is being confirmed or sent, else null. */
export function dialog(snapshot: Snapshot): StatusDialog | null {
  const { change, note, effects } = snapshot.context
  const isSending = snapshot.matches('sending')
  if (change === null || !(isSending || snapshot.matches('confirming'))) return null
  const { scope, from, to, name } = change
  return {
    title: 'Confirm Status Change',
    confirmLabel: 'Yes, Change Status',
    text: `Are you sure you want to change the status of this ${SCOPE_WORDS[scope]} from ${STATUS_LABELS[from]} to ${STATUS_LABELS[to]}?`,
    trafficNote: trafficNote(change, effects),
    effectNotes: effects === null ? null : effectNotes(change, effects),
    objectName: name,
    note,
    isSending,
  }
}

/** Another user's change in between (who, when, why), and whether it already set the wanted status; or null. */
export function conflict(snapshot: Snapshot) {
  const { conflict: found, change } = snapshot.context
  if (!snapshot.matches('conflicted') || found === null || change === null) return null
  return { ...found, objectName: change.name, wanted: change.to, isThereAlready: found.status === change.to }
}

/** Why the platform refused, or the failure to reach it, or null. */
export function refusal(snapshot: Snapshot) {
  return snapshot.matches('rejected') ? snapshot.context.refusal : null
}

/** The change that was made, and whether an undo can be offered; null while there is none. */
export function accepted(snapshot: Snapshot) {
  const { change, echoed } = snapshot.context
  if (!snapshot.matches('accepted') || change === null) return null
  return { ...change, echoed, canUndo: snapshot.can({ type: 'status.undoRequested' }) }
}

/** Whether a dialog, a call or a message is open: until it closes, a menu starts no change. */
export const isBusy = (snapshot: Snapshot): boolean => snapshot.matches('confirming') || snapshot.matches('sending')
