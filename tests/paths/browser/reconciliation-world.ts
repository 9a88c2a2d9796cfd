import type { ReconciliationEvent } from '@desk/machines/reconciliation/reconciliation.events'
import * as stand from '@desk/machines/reconciliation/reconciliation.selectors'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { SnapshotFrom } from 'xstate'
import type { BrowserWorld } from './closed-loop.ts'

const { machine, samplesAt, titleOf, placeOf } = PATH_SOURCES.reconciliation
export type ReconciliationMachine = typeof machine
export type ReconciliationSnapshot = SnapshotFrom<ReconciliationMachine>

const isShown = (snapshot: ReconciliationSnapshot): boolean => snapshot.matches({ previewed: 'current' })

/** Whether an event can happen to the page: its controls offer it in this state, or it answers the last call. */
function canHappen(snapshot: ReconciliationSnapshot, event: ReconciliationEvent): boolean {
  const { callNo, leavingTo, preview, projectId } = snapshot.context
  if (!snapshot.can(event) || ('callNo' in event && event.callNo !== callNo)) return false
  // the question comes before everything else
  if (leavingTo !== null)
    return event.type === 'reconciliation.leaveConfirmed' || event.type === 'reconciliation.leaveDeclined'
  const offersForm = stand.canSubmit(snapshot)
  switch (event.type) {
    case 'reconciliation.opened':
      return projectId === null && event.projectId === 5
    case 'reconciliation.retrieveRequested':
    case 'reconciliation.requestReopened':
      return offersForm
    case 'reconciliation.submitted':
      return offersForm && event.way === 'file'
    case 'reconciliation.previewed':
      return event.preview.changes > 0
    case 'reconciliation.failed':
      return snapshot.matches('uploading') || event.reason === null
    case 'reconciliation.rowsTicked':
    case 'reconciliation.reasonTicked':
    case 'reconciliation.supplierTicked':
      return isShown(snapshot) && !event.isTicked
    case 'reconciliation.suggestionsConfirmed':
      return isShown(snapshot) && event.isConfirmed
    case 'reconciliation.numberTyped':
      return preview !== null && preview.numberToType !== null
    case 'reconciliation.previewRequested':
      return !isShown(snapshot)
    case 'reconciliation.storeRequested':
      return !event.isAllOrNothing
    // it comes by itself, with each byte and each answer of the server, and leads nowhere
    case 'reconciliation.progressed':
    case 'reconciliation.leaveConfirmed':
    case 'reconciliation.leaveDeclined':
      return false
    default:
      return true
  }
}

/**
 * The reconciliation in a page of a real desk: an upload is answered with its preview, and a user who leaves comes back
 * to a page that begins again.
 */
export const reconciliationWorld: BrowserWorld<ReconciliationMachine> = {
  machine,
  titleOf: titleOf ?? (({ type }) => type),
  // cancelling and trying again lead elsewhere where something was previewed before
  placeOf: snapshot => [placeOf?.(snapshot), snapshot.context.preview?.numberToType],
  happenings: snapshot => samplesAt(snapshot).map(event => (canHappen(snapshot, event) ? event : null)),
  answerOf: (command, { context: { submission, preview } }) => {
    if (command.type === 'leave') return { kind: 'reload' }
    if (command.type !== 'preview' || submission?.way === 'reopened' || preview !== null) return null
    const { callNo } = command.params
    return {
      kind: 'event',
      event: {
        type: 'reconciliation.previewed',
        callNo,
        preview: { digest: 'd1', changes: 2, numberToType: null },
      },
    }
  },
  reloaded: () => ({ type: 'reconciliation.opened', projectId: 5 }),
}
