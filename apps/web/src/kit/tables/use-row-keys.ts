import type { RefObject } from 'react'
import { useSingleKey } from '#runtime/hooks/use-single-key.ts'
import type { DataTableHandle } from '#ui/table/data-table.tsx'

/** J and K walk the rows of a table; what lies over it has its own keys. */
export function useRowKeys<Row extends object>(table: RefObject<DataTableHandle<Row> | null>): void {
  const moveRow = (by: 1 | -1) => {
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') === null)
      table.current?.moveRow(by)
  }
  useSingleKey('j', () => moveRow(1))
  useSingleKey('k', () => moveRow(-1))
}
