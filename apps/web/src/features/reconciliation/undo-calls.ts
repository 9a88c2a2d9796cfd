import type { reconciliationUndoMachine } from '@desk/machines/reconciliation-undo/reconciliation-undo.machine'
import { requestIdOf } from '#runtime/api/api-error.ts'
import type { Desk } from '#runtime/desk.ts'
import type { CommandHandlers } from '#runtime/runner.ts'
import { changedSince, factsOf, messageOf, withDelay } from './reconciliation-calls.ts'
import { previewKey, RECONCILIATION } from './reconciliation-keys.ts'

/** How an undo is previewed and stored (api:R10, R11). */
export function undoHandlers(desk: Desk): CommandHandlers<typeof reconciliationUndoMachine> {
  const refreshLists = () => desk.queryClient.invalidateQueries({ queryKey: [RECONCILIATION] })
  return {
    previewUndo: ({ callNo, projectId, reconciliationId, supplierId, undoId }, send) =>
      void desk.api
        .call('reconciliation.preview', {
          headers: {},
          payload: {
            pm_proj_ud: projectId,
            ...(undoId === null
              ? { undo_of: reconciliationId, ...(supplierId === null ? {} : { undo_of_supplier: supplierId }) }
              : { reconciliation_ud: undoId }),
          },
          signal: withDelay(desk),
        })
        .then(
          preview => {
            desk.queryClient.setQueryData(previewKey(preview.request.reconciliation_ud), preview)
            send({
              type: 'reconciliationUndo.previewed',
              callNo,
              undoId: preview.request.reconciliation_ud,
              ...factsOf(preview),
            })
          },
          (failure: unknown) =>
            send({
              type: 'reconciliationUndo.failed',
              callNo,
              message: messageOf(failure),
              ...requestIdOf(failure),
            }),
        ),
    storeUndo: ({ callNo, commandId, undoId, digest, projectNumber }, send) =>
      void desk.api
        .call('reconciliation.store', {
          headers: { 'idempotency-key': commandId },
          payload: {
            reconciliation_ud: undoId,
            digest,
            ...(projectNumber === '' ? {} : { project_number: projectNumber }),
          },
          signal: withDelay(desk),
        })
        .then(
          ({ changes }) => {
            void refreshLists()
            send({ type: 'reconciliationUndo.stored', callNo, changes })
          },
          (failure: unknown) => {
            const changed = changedSince(failure)
            if (changed !== null) send({ type: 'reconciliationUndo.previewOutdated', callNo, rows: changed.rows })
            else {
              // its answer may be lost and itself stored
              void refreshLists()
              send({
                type: 'reconciliationUndo.failed',
                callNo,
                message: messageOf(failure),
                ...requestIdOf(failure),
              })
            }
          },
        ),
    abandonUndo: ({ projectId, undoId }) =>
      void desk.api
        .call('reconciliation.preview', {
          headers: {},
          payload: { pm_proj_ud: projectId, reconciliation_ud: undoId, abandon: true },
        })
        .then(refreshLists, refreshLists),
  }
}
