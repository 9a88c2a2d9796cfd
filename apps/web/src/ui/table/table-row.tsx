import { memo, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cardLabel } from './cards.ts'
import { alignOf, stickyOf, type DataColumn } from './column.ts'
import { leaveTabOrder } from './grid-focus.ts'
import { createRowPainter } from './row-painter.ts'
import type { RowStore } from './row-store.ts'
import styles from './data-table.module.css'

export interface TableRowProps<Row extends object> {
  store: RowStore<Row>
  id: string
  columns: readonly DataColumn<Row>[]
  /** 1 is the head. */
  ariaRowIndex: number
  offsetPx: number
}

/** One row. React makes its cells once; from then on the painter writes what changes. */
function Row<Row extends object>({ store, id, columns, ariaRowIndex, offsetPx }: TableRowProps<Row>) {
  'use no memo'
  const element = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const cells = element.current
    if (!cells) return
    const painter = createRowPainter([...cells.children] as HTMLElement[], columns)
    const paint = () => {
      const row = store.get(id)
      if (row) painter.paint(row)
    }
    paint()
    return store.subscribeRow(id, paint)
  }, [store, id, columns])

  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={ariaRowIndex}
      data-line={id}
      className={styles['row']}
      style={{ transform: `translateY(${offsetPx}px)` }}
    >
      {columns.map((column, index) =>
        column.kind === 'custom' ? (
          <CustomCell key={column.id} store={store} id={id} column={column} isHead={index === 0} />
        ) : (
          <div
            // the painter's text remains in a cell that gets parts later
            key={`${column.id} ${column.target === undefined && column.stated === undefined}`}
            role={index === 0 ? 'rowheader' : 'gridcell'}
            tabIndex={-1}
            className={styles['cell']}
            data-align={alignOf(column)}
            data-kind={column.kind}
            data-editable={column.isEditable}
            data-sticky={stickyOf(column, index)}
            data-slot={column.cardSlot}
            data-label={cardLabel(column)}
          >
            {(column.target ?? column.stated) ? (
              <>
                <span data-figure="" />
                <span data-of="" className={styles['of']} />
              </>
            ) : null}
            {column.target ? (
              <span aria-hidden className={styles['bar']}>
                <span className={styles['track']}>
                  {column.ahead ? <span data-ahead="" className={styles['ahead']} /> : null}
                  <span data-fill="" className={styles['fill']} />
                </span>
                {column.due ? <span data-due="" hidden className={styles['due']} /> : null}
              </span>
            ) : null}
          </div>
        ),
      )}
    </div>
  )
}

// Scrolling renders the body for each step; rows that stay must not follow.
export const TableRow = memo(Row) as typeof Row

interface CustomCellProps<Row extends object> {
  store: RowStore<Row>
  id: string
  column: DataColumn<Row>
  isHead: boolean
}

function CustomCell<Row extends object>({ store, id, column, isHead }: CustomCellProps<Row>) {
  'use no memo'
  const element = useRef<HTMLDivElement>(null)
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(id, listener), [store, id])
  const [read] = useState(() => createReader<Row>())
  const row = useSyncExternalStore(subscribe, () => read(store.get(id), column.uses))

  // Controls inside are reached through the cell, not by Tab each (one tab stop for the grid).
  useLayoutEffect(() => {
    if (element.current) leaveTabOrder(element.current)
  })

  return (
    <div
      ref={element}
      role={isHead ? 'rowheader' : 'gridcell'}
      tabIndex={-1}
      className={styles['cell']}
      data-align={alignOf(column)}
      data-kind="custom"
      data-sticky={stickyOf(column, isHead ? 0 : 1)}
      data-slot={column.cardSlot}
    >
      {row && column.rowBox ? column.rowBox(row) : null}
      {row && column.render ? column.render(row) : null}
    </div>
  )
}

/** Reads a row so that it is a new one only when a field differs that the cell uses. */
function createReader<Row extends object>() {
  let last: Row | undefined
  return (next: Row | undefined, uses: readonly (keyof Row)[] | undefined): Row | undefined => {
    const before = last
    if (before && next && uses && uses.every(field => Object.is(before[field], next[field]))) return before
    last = next
    return next
  }
}
