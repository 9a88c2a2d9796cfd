import { useLayoutEffect, useRef } from 'react'
import { cardLabel } from './cards.ts'
import { alignOf, isFigure, shownOf, stickyOf, type DataColumn } from './column.ts'
import { flash } from './flash.ts'
import { TOTALS_LINE } from './grid-focus.ts'
import { paintRemark } from './row-painter.ts'
import type { RowStore } from './row-store.ts'
import styles from './data-table.module.css'

/** A column that means nothing for the whole is empty. */
const NOTHING = { text: '', unknown: null }

export interface TotalsRowProps<Row extends object> {
  store: RowStore<Row>
  columns: readonly DataColumn<Row>[]
  label: string
  ariaRowIndex: number
  position: 'top' | 'bottom'
}

/** The totals that the server computed. Painted like the rows: a new total touches its own cell. */
export function TotalsRow<Row extends object>({ store, columns, label, ariaRowIndex, position }: TotalsRowProps<Row>) {
  'use no memo'
  const element = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const line = element.current
    if (!line) return
    let isFirst = true
    const paint = () => {
      const totals = store.totals()
      for (const [index, column] of columns.entries()) {
        const cell = line.children[index]
        if (index === 0 || !(cell instanceof HTMLElement)) continue
        const value = totals?.[column.id]
        const shown = totals === null || value === undefined ? NOTHING : shownOf(column, value, totals)
        const { unknown } = shown
        const text = value === null && unknown === null ? '' : shown.text
        const remark = totals === null || unknown !== null ? null : (column.remark?.(totals) ?? null)
        paintRemark(cell, unknown === null ? remark : { text: unknown })
        if (cell.textContent === text) continue
        cell.textContent = text
        if (!isFirst && isFigure(column.kind)) flash(cell)
      }
      isFirst = false
    }
    paint()
    return store.subscribeTotals(paint)
  }, [store, columns])

  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={ariaRowIndex}
      data-line={TOTALS_LINE}
      data-position={position}
      className={styles['totals']}
    >
      {columns.map((column, index) => (
        <div
          key={column.id}
          role={index === 0 ? 'rowheader' : 'gridcell'}
          tabIndex={-1}
          className={styles['cell']}
          data-align={alignOf(column)}
          data-kind={column.kind}
          data-sticky={stickyOf(column, index)}
          data-slot={column.cardSlot}
          data-label={cardLabel(column)}
        >
          {index === 0 ? label : null}
        </div>
      ))}
    </div>
  )
}
