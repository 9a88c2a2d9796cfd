import * as stand from '@desk/machines/reconciliation/reconciliation.selectors'
import { useSelector } from '@xstate/react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import type { ReconciliationDesk } from './use-reconciliation.ts'

/** The dialogs over the reconciliation of a project: its machines say which one is open. */
export function ReconciliationDialogs({
  at,
}: {
  readonly at: Pick<ReconciliationDesk, 'projectId' | 'reconciliation' | 'undo'>
}) {
  const leavingTo = useSelector(at.reconciliation, stand.leavingTo)
  return (
    <>
      <UndoDialog at={at} />
      <ConfirmDialog
        isOpen={leavingTo !== null}
        title="Leave without storing?"
        confirmLabel="Leave"
        onConfirm={() => at.reconciliation.send({ type: 'reconciliation.leaveConfirmed' })}
        onCancel={() => at.reconciliation.send({ type: 'reconciliation.leaveDeclined' })}
      >
        <p>
          Nothing of this preview is stored. A previewed request stays in the list of requests and can be opened again.
        </p>
      </ConfirmDialog>
    </>
  )
}
