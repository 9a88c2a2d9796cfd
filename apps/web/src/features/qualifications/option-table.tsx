import { useVirtualizer } from '@tanstack/react-virtual'
import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react'
import { OptionRowView, type OptionEdits } from './option-row.tsx'
import type { OptionFaults, OptionRow } from './option-rows.ts'
import { NO_FAULTS } from './option-rows.ts'
import styles from './option-table.module.css'

const ROW_PX = 40
const FAULTY_ROW_PX = 60
const OVERSCAN_ROWS = 8

export interface OptionTableHandle {
  /** Brings an option into sight and focuses a part of it. */
  readonly focus: (index: number, part: string) => void
}

export interface OptionTableProps {
  ref?: Ref<OptionTableHandle>
  label: string
  rows: readonly OptionRow[]
  /** null: they are only read. */
  edits: OptionEdits | null
  faults?: OptionFaults
  /** The drop position; null: no drag. */
  targetIndex?: number | null
}

/** Options in order; only visible rows are rendered. */
export function OptionTable({ ref, label, rows, edits, faults = NO_FAULTS, targetIndex = null }: OptionTableProps) {
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- this component opts out of the compiler's memoisation
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => (faults.rows.has(rows[index]?.key ?? '') ? FAULTY_ROW_PX : ROW_PX),
    getItemKey: index => rows[index]?.key ?? index,
    overscan: OVERSCAN_ROWS,
  })
  // a fault under a row makes it higher
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, faults])
  // the row to focus may render only next time
  const drawn = useRef(rows)
  useLayoutEffect(() => {
    drawn.current = rows
  })
  useImperativeHandle(
    ref,
    () => ({
      focus: (index, part) => {
        const before = document.activeElement
        requestAnimationFrame(() => {
          virtualizer.scrollToIndex(index, { align: 'auto' })
          // it exists once the scroll has rendered
          requestAnimationFrame(() => {
            const now = document.activeElement
            // if the user has moved to another field, keep the focus there
            if (now !== before && scroller.current?.contains(now) === true) return
            const key = drawn.current[index]?.key
            if (key !== undefined)
              scroller.current
                ?.querySelector<HTMLElement>(`[data-option="${CSS.escape(key)}"] [data-part="${part}"]`)
                ?.focus({ preventScroll: true })
          })
        })
      },
    }),
    [virtualizer],
  )
  return (
    <div
      className={styles['table']}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      {...(edits === null ? { 'data-read': true } : {})}
    >
      <div role="row" aria-rowindex={1} className={styles['head']}>
        <span role="columnheader">Place</span>
        <span role="columnheader">Precode</span>
        <span role="columnheader">Option name</span>
        <span role="columnheader">English name</span>
        {edits === null ? null : (
          <span role="columnheader" className={styles['last']}>
            Move, remove
          </span>
        )}
      </div>
      {/* a region that scrolls is reached by the keyboard, also where nothing in it is */}
      <div
        ref={scroller}
        role="rowgroup"
        className={styles['scroller']}
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          edits?.drop()
        }}
        {...(edits === null ? { tabIndex: 0 } : {})}
      >
        <div className={styles['body']} style={{ blockSize: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            return row === undefined ? null : (
              <OptionRowView
                key={row.key}
                row={row}
                index={index}
                count={rows.length}
                top={start}
                edits={edits}
                faults={faults.rows.get(row.key)}
                isTarget={targetIndex === index}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
