import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import type { DataColumn } from './column.ts'
import type { RowStore } from './row-store.ts'
import { TableRow } from './table-row.tsx'
import styles from './data-table.module.css'

/** Above this many rows only those in sight, and a few around, are in the page. */
export const VIRTUAL_ABOVE_ROWS = 100

const OVERSCAN_ROWS = 8

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

/** The rows in sight. Their places are known from their height, nothing is measured. */
export function TableBody<Row extends object>({ store, columns, ids, rowHeight, scroller, firstAriaRowIndex, activeLine }: TableBodyProps<Row>) {
  'use no memo'
  const isVirtual = ids.length > VIRTUAL_ABOVE_ROWS
  const activeIndex = isVirtual ? ids.indexOf(activeLine) : -1
  // oxlint-disable-next-line react/incompatible-library -- this component opts out of the compiler's memoisation
  const virtualizer = useVirtualizer({
    count: isVirtual ? ids.length : 0,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (activeIndex === -1 || indexes.includes(activeIndex)) return indexes
      return activeIndex < (indexes[0] ?? 0) ? [activeIndex, ...indexes] : [...indexes, activeIndex]
    },
  })
  const indexes = isVirtual ? virtualizer.getVirtualIndexes() : ids.map((_, index) => index)

  return (
    <div role="rowgroup" className={styles['body']} style={{ blockSize: ids.length * rowHeight }}>
      {indexes.map((index) => {
        const id = ids[index]
        return id === undefined ? null : (
          <TableRow key={id} store={store} id={id} columns={columns} ariaRowIndex={firstAriaRowIndex + index} offsetPx={index * rowHeight} />
        )
      })}
    </div>
  )
}
