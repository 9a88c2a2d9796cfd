import {
  STATUS_CODES,
  STATUS_LIST,
  STATUS_NAMES,
  hasEnded,
  type EndedStatusCode,
  type StatusCode,
  type StatusName,
} from '@desk/schema/statuses/status'
import type { BlockReason } from '@desk/schema/statuses/block-reasons'
import type { StatusFacts, StatusGuardFacts } from '@desk/schema/statuses/facts'
import type { AllowedTransition } from '@desk/schema/statuses/status-view'
import { restore, step } from '../runtime/step.ts'
import { launchBlocks, resumeBlocks } from './status.guards.ts'
import type { StatusMachineEvent } from './status.events.ts'
import { statusMachine } from './status.machine.ts'

export type StatusEventType = StatusMachineEvent['type']
export type StatusActor = StatusMachineEvent['by']

export type StatusVerdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'allowed'; readonly event: StatusEventType }
  | { readonly kind: 'blocked'; readonly reason: BlockReason }

const at = (name: StatusName) => restore(statusMachine, { value: name, context: {} })
const SNAPSHOTS = {
  draft: at('draft'),
  live: at('live'),
  paused: at('paused'),
  autoPaused: at('autoPaused'),
  complete: at('complete'),
  cancelled: at('cancelled'),
} satisfies Record<StatusName, unknown>

const EVENT_TO: Readonly<Record<StatusName, StatusEventType | null>> = {
  draft: null,
  live: 'RESUME',
  paused: 'PAUSE',
  autoPaused: 'AUTO_PAUSE',
  complete: 'COMPLETE',
  cancelled: 'CANCEL',
}

/** The event that asks for a status: a draft is launched, anything else resumed; nothing returns to draft. */
function eventFor(from: StatusName, to: StatusName): StatusEventType | null {
  return from === 'draft' && to === 'live' ? 'LAUNCH' : EVENT_TO[to]
}

/**
 * Judges a status change by running the shared status machine (§4.1, domain.md §2; law 6).
 * @param facts the object's present status and the facts for the guards
 * @param to the wanted status code
 * @param by who asks: only the system may auto-pause
 * @returns `same` when it has that status already, `allowed` with the event, or `blocked` with the reason whose text
 * BLOCK_REASONS holds
 */
export function judgeStatusChange(facts: StatusFacts, to: StatusCode, by: StatusActor): StatusVerdict {
  if (facts.status === to) return { kind: 'same' }
  const from = STATUS_NAMES[facts.status]
  const type = eventFor(from, STATUS_NAMES[to])
  if (type === null) return { kind: 'blocked', reason: 'not_a_transition' }
  const { snapshot, commands } = step(statusMachine, SNAPSHOTS[from], { type, by, facts })
  if (snapshot.value === STATUS_NAMES[to]) return { kind: 'allowed', event: type }
  return { kind: 'blocked', reason: commands[0]?.params.reason ?? 'not_a_transition' }
}

/**
 * The content of a user's status menu: every other status, whether it may be asked for, and why not.
 * @param facts the object's present status and the facts for the guards
 * @returns five rows in the menu's order; `not_a_transition` marks what a menu may leave out
 */
export function allowedTransitions(facts: StatusFacts): readonly AllowedTransition[] {
  return STATUS_LIST.filter(({ code }) => code !== facts.status).map(({ code: to }) => {
    const verdict = judgeStatusChange(facts, to, 'user')
    return { to, allowed: verdict.kind === 'allowed', reason: verdict.kind === 'blocked' ? verdict.reason : null }
  })
}

/**
 * The rows of a checklist: all that still blocks an object from going live, by the guards of the status machine; the first is the
 * reason that the menu shows (domain.md §2).
 * @returns nothing when it may go live, or is live
 */
export function liveBlocks(facts: StatusFacts): readonly BlockReason[] {
  const verdict = judgeStatusChange(facts, STATUS_CODES.live, 'user')
  if (verdict.kind !== 'blocked') return []
  const blocks = STATUS_NAMES[facts.status] === 'draft' ? launchBlocks(facts) : resumeBlocks(facts)
  return blocks.includes(verdict.reason) ? blocks : [verdict.reason]
}

/** Facts that pass every guard, so that only the table decides: a parent's guards have already judged the traffic below it. */
const UNBLOCKED: StatusGuardFacts = {
  scope: 'source',
  surveyUrlRequired: false,
  surveyUrlValid: true,
  target: 1,
  targetReached: false,
  outOfFieldPassed: false,
  hasPrice: true,
  hasSupplier: true,
  quotasMeetable: true,
  parentTerminal: false,
  billableCompletes: 0,
  inflight: 0,
}

/**
 * The steps a child takes when the project or survey above it is completed or cancelled (domain.md §2: each its own event).
 * A draft cannot be completed, so it is cancelled; a live child of a cancelled parent stops first (live → paused → cancelled).
 * @param child the child's own status
 * @param parentTo the terminal status that the parent went to
 * @returns the statuses in order; empty when the child is terminal already
 */
export function cascadeSteps(child: StatusCode, parentTo: EndedStatusCode): readonly StatusCode[] {
  if (hasEnded(child)) return []
  const ways: readonly (readonly StatusCode[])[] = [
    [parentTo],
    [STATUS_CODES.paused, parentTo],
    [STATUS_CODES.cancelled],
  ]
  return ways.find(way => reaches(child, way)) ?? []
}

function reaches(from: StatusCode, way: readonly StatusCode[]): boolean {
  let status = from
  for (const to of way) {
    if (judgeStatusChange({ ...UNBLOCKED, status }, to, 'system').kind !== 'allowed') return false
    status = to
  }
  return true
}

/** Whether the table leads straight back from `to` to `from`, so that the change can be undone. */
export function isReversible(from: StatusCode, to: StatusCode): boolean {
  return judgeStatusChange({ ...UNBLOCKED, status: to }, from, 'user').kind === 'allowed'
}
