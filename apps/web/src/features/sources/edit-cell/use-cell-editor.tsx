import type { SourceRow } from '@desk/schema/figures/figures'
import { Suspense, useEffect, useState, type RefObject } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import type { AfterEdit, DataTableHandle, EditedCell } from '#ui/table/data-table.tsx'
import { FIELD_OF_COLUMN } from './cell-fields.ts'

const CellEditor = lazyOverlay(
  () => import('./cell-editor.tsx'),
  'The field of this cell',
  ({ onClose }) => onClose('stay'),
)

/** The editor of cells of a table of sources: opens one at a time, and loads with the first. */
export function useCellEditor<Row extends SourceRow>(
  table: RefObject<DataTableHandle<Row> | null>,
  get: (id: string) => Row | undefined,
  seesSuppliers: boolean,
): { readonly onEdit: (cell: EditedCell) => void; readonly editor: React.ReactNode } {
  const [open, setOpen] = useState<(EditedCell & { readonly row: Row }) | null>(null)
  const [left, setLeft] = useState<{ readonly cell: EditedCell; readonly to: AfterEdit } | null>(null)
  // the page takes the focus again once the field is gone
  useEffect(() => {
    if (left !== null) table.current?.leaveCell(left.cell, left.to)
  }, [left, table])
  const desk = useDesk()
  useEffect(() => void desk.firstScreenShown().then(CellEditor.preload), [desk])
  const field = open === null ? undefined : FIELD_OF_COLUMN[open.columnId]
  return {
    onEdit: cell => {
      const row = get(cell.rowId)
      if (row !== undefined) setOpen({ ...cell, row })
    },
    editor: (
      <Suspense fallback={null}>
        {open === null || field === undefined ? null : (
          <CellEditor
            key={`${open.rowId} ${open.columnId}`}
            row={open.row}
            field={field}
            element={open.element}
            seesSupplyPrice={seesSuppliers}
            onClose={to => {
              setOpen(null)
              setLeft({ cell: open, to })
            }}
          />
        )}
      </Suspense>
    ),
  }
}
