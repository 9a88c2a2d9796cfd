import type { RefObject } from 'react'
import type { DataColumn } from './column.ts'
import type { RowStore } from './row-store.ts'
import { TableRow } from './table-row.tsx'
import styles from './data-table.module.css'

export interface TableBodyProps<Row extends object> {
  store: RowStore<Row>
  columns: readonly DataColumn<Row>[]
  ids: readonly string[]
  rowHeight: number
  scroller: RefObject<HTMLDivElement | null>
  firstAriaRowIndex: number
  /** The line with the tab stop: it stays in the page, so that the focus is not lost by scrolling. */
  activeLine: string
}

/** The body with these of its rows, each at its place; the others leave their room. */
export function TableRows<Row extends object>({
  store,
  columns,
  ids,
  rowHeight,
  firstAriaRowIndex,
  indexes,
}: Omit<TableBodyProps<Row>, 'scroller' | 'activeLine'> & { indexes: readonly number[] }) {
  'use no memo'
  return (
    <div role="rowgroup" className={styles['body']} style={{ blockSize: ids.length * rowHeight }}>
      {indexes.map(index => {
        const id = ids[index]
        return id === undefined ? null : (
          <TableRow
            key={id}
            store={store}
            id={id}
            columns={columns}
            ariaRowIndex={firstAriaRowIndex + index}
            offsetPx={index * rowHeight}
          />
        )
      })}
    </div>
  )
}
