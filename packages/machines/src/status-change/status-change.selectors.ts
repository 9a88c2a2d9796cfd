import {
  STATUS_CODES,
  STATUS_LABELS,
  STATUS_OF_CODE,
  hasEnded,
  type StatusCode,
  type StatusScope,
} from '@desk/schema/statuses/status'
import { heldWords, isHeld } from '@desk/schema/statuses/held-by'
import type { StatusEffects } from '@desk/schema/statuses/status-view'
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

function trafficNote(
  scope: StatusScope,
  from: StatusCode,
  to: StatusCode,
  effects: StatusEffects | null,
): string | null {
  const leaving = STATUS_OF_CODE[from].leaving?.confirmation(`the ${scope}`)
  const entering = STATUS_OF_CODE[to].entering?.confirmation?.()
  if (leaving !== undefined)
    return effects !== null && isHeld(effects) ? `It takes no traffic now: ${heldText(effects)}.` : leaving
  if (entering === undefined || effects === null) return null
  if (isHeld(effects)) return `No traffic yet: ${heldText(effects)}.`
  return effects.ready_sources === 0 && scope !== 'source' ? 'No traffic yet: it has no live source.' : entering
}

const heldText = ({ held_by = [] }: StatusEffects): string =>
  held_by.map(held => `the ${heldWords(held)}`).join(' and ')

/** The warning of a launch: it blocks nothing. */
export const completeRedirectWarning = (suppliers: readonly string[]): string =>
  `${suppliers.join(', ')}: no redirect for completes, so respondents end on a page of ours and the supplier does not see the complete.`

const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n.toLocaleString('en-US')} ${many}`)

function effectNotes(snapshot: Snapshot): readonly string[] | null {
  const { change, effects } = snapshot.context
  if (effects === null || change === null) return null
  const stops = change.from === STATUS_CODES.live || hasEnded(change.to)
  const children = [
    effects.live_surveys > 0 && change.scope === 'project' ? count(effects.live_surveys, 'survey', 'surveys') : null,
    effects.live_sources > 0 && change.scope !== 'source' ? count(effects.live_sources, 'source', 'sources') : null,
  ].filter(part => part !== null)
  return [
    ...(stops && children.length > 0 ? [`${children.join(' and ')} will stop.`] : []),
    ...(stops && effects.inflight !== undefined && effects.inflight > 0
      ? [`${count(effects.inflight, 'respondent is', 'respondents are')} in progress and can still finish; they count.`]
      : []),
    ...(change.to === STATUS_CODES.live && (effects.no_complete_redirect ?? []).length > 0
      ? [completeRedirectWarning(effects.no_complete_redirect ?? [])]
      : []),
  ]
}

/** The dialog of §4.3 while a change is being confirmed or sent, else null. */
export function dialog(snapshot: Snapshot): StatusDialog | null {
  const { change, note } = snapshot.context
  const isSending = snapshot.matches('sending')
  if (change === null || !(isSending || snapshot.matches('confirming'))) return null
  const { scope, from, to, name } = change
  return {
    title: 'Confirm Status Change',
    confirmLabel: 'Yes, Change Status',
    text: `Are you sure you want to change the status of this ${SCOPE_WORDS[scope]} from ${STATUS_LABELS[from]} to ${STATUS_LABELS[to]}?`,
    trafficNote: trafficNote(scope, from, to, snapshot.context.effects),
    effectNotes: effectNotes(snapshot),
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
