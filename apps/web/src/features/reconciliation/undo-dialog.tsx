import * as stand from '@desk/machines/reconciliation-undo/reconciliation-undo.selectors'
import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { newCommandId } from '#runtime/hooks/use-status-change.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TextField } from '#ui/text-field.tsx'
import { changeText, countText } from '#ui/format/figures.ts'
import styles from './reconciliation.module.css'
import { previewKey } from './reconciliation-keys.ts'
import { rowsText } from './reconciliation-words.ts'
import type { ReconciliationDesk } from './use-reconciliation.ts'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type UndoDesk = Pick<ReconciliationDesk, 'projectId' | 'undo'>

/** The undo of a stored request, whole or of one supplier, with a preview of its own. */
export function UndoDialog({ at }: { readonly at: UndoDesk }) {
  const undo = useSelector(at.undo, stand.undo, isSame)
  const [typed, setTyped] = useState('')
  const canConfirm = useSelector(at.undo, snapshot => stand.canConfirm(snapshot, typed))
  const { data } = useQuery<ReconciliationPreview>({
    queryKey: previewKey(undo?.preview?.undoId ?? 0),
    queryFn: skipToken,
  })
  if (undo === null) return null
  const { send } = at.undo
  const isLocked = undo.stand === 'storing'
  const close = () => {
    setTyped('')
    send({ type: 'reconciliationUndo.dismissed' })
  }
  return (
    <Dialog
      isOpen
      title={undo.supplierId === null ? 'Undo the reconciliation' : 'Undo one supplier’s rows'}
      onClose={close}
      isLocked={isLocked}
      footer={
        <>
          <Button onPress={close} isDisabled={isLocked}>
            {undo.stand === 'undone' ? 'Close' : 'Cancel'}
          </Button>
          {undo.stand === 'previewed' || undo.stand === 'storing' ? (
            <Button
              variant="danger"
              isDisabled={!canConfirm && !isLocked}
              isPending={isLocked}
              onPress={() =>
                send({ type: 'reconciliationUndo.confirmed', commandId: newCommandId(), typedNumber: typed })
              }
            >
              {`Undo ${rowsText(undo.preview?.changes ?? 0)}`}
            </Button>
          ) : undo.stand === 'failed' || undo.stand === 'outdated' ? (
            <Button variant="primary" onPress={() => send({ type: 'reconciliationUndo.retryRequested' })}>
              {undo.stand === 'failed' ? 'Try again' : 'Preview again'}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles['part']}>
        {undo.stand === 'previewing' ? (
          <Spinner label="Working out what the undo changes" />
        ) : undo.stand === 'failed' ? (
          <Banner tone="error">{undo.fault}</Banner>
        ) : undo.stand === 'outdated' ? (
          <Banner tone="warning">
            {undo.outdatedRows === 0 ? 'Something' : rowsText(undo.outdatedRows)} changed since this preview. Nothing is
            undone: look at a new preview first.
          </Banner>
        ) : undo.stand === 'undone' ? (
          <p role="status">{rowsText(undo.undoneRows)} undone. Figures and money are as before.</p>
        ) : data === undefined ? null : (
          <UndoPreview at={at} preview={data} isOfSupplier={undo.supplierId !== null} of={undo.reconciliationId} />
        )}
        {undo.stand === 'previewed' && undo.preview?.numberToType != null ? (
          <TextField
            label={`Type the project number, ${undo.preview.numberToType}`}
            value={typed}
            onChange={setTyped}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

function UndoPreview({
  at,
  preview: { request, changes, changed_since, by_supplier = [], guards },
  isOfSupplier,
  of,
}: {
  readonly at: UndoDesk
  readonly preview: ReconciliationPreview
  readonly isOfSupplier: boolean
  readonly of: number
}) {
  const { currency, sell_cents } = request.money
  return (
    <>
      <p>
        {changes === 0
          ? 'Nothing of it can be undone any more.'
          : `${rowsText(changes)} go back to the state before it: ${changeText(sell_cents, currency)} from the client.`}
      </p>
      {changed_since === 0 ? null : (
        <Banner tone="info">{`${rowsText(changed_since)} stay, because something else changed them since.`}</Banner>
      )}
      {guards.map(({ kind, stmid, message }) => (
        <p key={`${kind} ${stmid}`}>{message}</p>
      ))}
      {by_supplier.length === 0 ? null : (
        <FactsTable
          label="Undo by supplier"
          columns={[
            { header: 'Supplier', cell: ({ name }) => name },
            { header: 'Rows', isFigure: true, cell: ({ applied }) => countText(applied) },
            {
              header: 'Only these',
              cell: ({ pm_sup_ud: supplierId, name }) =>
                supplierId === null || isOfSupplier || by_supplier.length < 2 ? null : (
                  <Button
                    size="small"
                    onPress={() => {
                      at.undo.send({ type: 'reconciliationUndo.dismissed' })
                      at.undo.send({
                        type: 'reconciliationUndo.requested',
                        projectId: at.projectId,
                        reconciliationId: of,
                        supplierId,
                      })
                    }}
                  >
                    {`Only ${name}`}
                  </Button>
                ),
            },
          ]}
          rows={by_supplier}
          keyOf={({ pm_sup_ud }) => String(pm_sup_ud)}
        />
      )}
    </>
  )
}
