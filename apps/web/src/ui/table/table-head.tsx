'use no memo'

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Tooltip } from '#ui/tooltip.tsx'
import { alignOf, isFigure, stickyOf, type DataColumn } from './column.ts'
import { HEAD_LINE, leaveTabOrder } from './grid-focus.ts'
import { nextSort, type TableSort } from './sort.ts'
import styles from './data-table.module.css'

export interface TableHeadProps<Row extends object> {
  columns: readonly DataColumn<Row>[]
  sort: TableSort | null
  onSortChange: (sort: TableSort | null) => void
  /** The edge of a head that sets the width of its column. */
  edge?: ((column: DataColumn<Row>) => React.ReactNode) | undefined
}

/** The heads of the columns: a press sorts, hover and focus give the formula. */
export function TableHead<Row extends object>({ columns, sort, onSortChange, edge }: TableHeadProps<Row>) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (line.current) leaveTabOrder(line.current)
  })
  return (
    <div ref={line} role="row" aria-rowindex={1} data-line={HEAD_LINE} className={styles['headRow']}>
      {columns.map((column, index) => {
        const direction = sort?.columnId === column.id ? sort.direction : undefined
        const isSortable = column.sortable !== false
        return (
          <div
            key={column.id}
            role="columnheader"
            tabIndex={-1}
            aria-sort={isSortable ? (direction ?? 'none') : undefined}
            className={styles['headCell']}
            data-align={alignOf(column)}
            data-sticky={stickyOf(column, index)}
          >
            <HeadButton
              column={column}
              direction={direction}
              onPress={() =>
                onSortChange(nextSort(sort, column.id, isFigure(column.kind) ? 'descending' : 'ascending'))
              }
            />
            {/* the sort comes first for the keyboard, the box for the eye */}
            {column.headBox === undefined ? null : <span className={styles['headBox']}>{column.headBox}</span>}
            {edge?.(column)}
          </div>
        )
      })}
    </div>
  )
}

interface HeadButtonProps<Row extends object> {
  column: DataColumn<Row>
  direction: TableSort['direction'] | undefined
  onPress: () => void
}

function HeadButton<Row extends object>({ column, direction, onPress }: HeadButtonProps<Row>) {
  const isSortable = column.sortable !== false
  if (!isSortable && column.headerTooltip === undefined)
    return <span className={styles['headText']}>{column.header}</span>
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  const button = (
    <AriaButton className={styles['headButton']!} data-sorted={direction} {...(isSortable ? { onPress } : {})}>
      <span className={styles['headText']}>{column.header}</span>
      {isSortable ? <Arrow aria-hidden size={12} className={styles['arrow']} /> : null}
    </AriaButton>
  )
  return column.headerTooltip === undefined ? (
    button
  ) : (
    <Tooltip text={column.headerTooltip} placement="bottom">
      {button}
    </Tooltip>
  )
}
