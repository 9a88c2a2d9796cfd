import { Suspense, useEffect, useState, type RefObject } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { LazyComponent } from '#ui/lazy/lazy-component.tsx'
import type { AfterEdit, DataTableHandle, EditedCell } from '#ui/table/data-table.tsx'

/** A cell that is open, as the editor of its table gets it. */
export interface OpenCell<Row> {
  readonly row: Row
  readonly columnId: string
  /** Null: it is edited in a dialog. */
  readonly element: HTMLElement | null
  /** The value to begin with; unset: the stored one. */
  readonly initial?: string | undefined
  readonly onClose: (to: AfterEdit) => void
}

/**
 * The editor of cells of a table: opens one at a time, and loads with the first.
 * @param Editor of this table's rows: it knows the fields of its columns
 */
export function useCellEditor<Row extends object>(
  table: RefObject<DataTableHandle<Row> | null>,
  get: (id: string) => Row | undefined,
  Editor: LazyComponent<OpenCell<Row>>,
): { readonly onEdit: (cell: EditedCell) => void; readonly editor: React.ReactNode } {
  const [open, setOpen] = useState<(EditedCell & { readonly row: Row }) | null>(null)
  const [left, setLeft] = useState<{ readonly cell: EditedCell; readonly to: AfterEdit } | null>(null)
  // the page takes the focus again once the field is gone
  useEffect(() => {
    if (left !== null) table.current?.leaveCell(left.cell, left.to)
  }, [left, table])
  const desk = useDesk()
  useEffect(() => void desk.firstScreenShown().then(Editor.preload), [desk, Editor])
  return {
    onEdit: cell => {
      const row = get(cell.rowId)
      if (row !== undefined) setOpen({ ...cell, row })
    },
    editor: (
      <Suspense fallback={null}>
        {open === null ? null : (
          <Editor
            key={`${open.rowId} ${open.columnId}`}
            row={open.row}
            columnId={open.columnId}
            element={open.element}
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
