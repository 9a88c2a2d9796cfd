import { useEffect, useEffectEvent, useSyncExternalStore, type RefObject } from 'react'
import { copyText } from '#ui/copy-text.ts'
import { announce } from '#ui/live-region.tsx'
import { tsvOf } from './copied-rows.ts'
import type { DataColumn } from './column.ts'
import type { CellRange } from './grid-focus.ts'
import { sumsText } from './cell-sums.ts'
import type { RowStore } from './row-store.ts'

export interface SelectedCellsProps<Row extends object> {
  readonly range: CellRange
  readonly grid: RefObject<HTMLElement | null>
  readonly store: RowStore<Row>
  /** The shown rows and columns, in their order. */
  readonly ids: readonly string[]
  readonly columns: readonly DataColumn<Row>[]
}

/** The selected cells of a table: marks them, sums them up in the footer, and copies them by Ctrl C (day.md §3). */
export default function SelectedCells<Row extends object>({
  range,
  grid,
  store,
  ids,
  columns,
}: SelectedCellsProps<Row>) {
  'use no memo'
  const [first = 0, last = -1] = [range.from, range.to].map(({ line }) => ids.indexOf(line)).toSorted((a, b) => a - b)
  const [left = 0, right = 0] = [range.from.column, range.to.column].toSorted((a, b) => a - b)
  const lines = first === -1 ? [] : ids.slice(first, last + 1)
  const chosen = columns.slice(left, right + 1)
  const rows = () => lines.flatMap(id => store.get(id) ?? [])

  // figures change under the selection
  const text = useSyncExternalStore(store.subscribeChanges, () => sumsText(chosen, rows()))
  useEffect(() => announce(text, 'status'), [text])

  const key = `${lines.join(' ')} ${left} ${right}`
  const mark = useEffectEvent(() => {
    const isSelected = new Set(lines)
    for (const line of grid.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])
      [...line.children].forEach((cell, at) => {
        const isIn = isSelected.has(line.dataset['line'] ?? '') && at >= left && at <= right
        if (isIn) cell.setAttribute('aria-selected', 'true')
        else cell.removeAttribute('aria-selected')
      })
  })
  useEffect(() => {
    const { current } = grid
    if (current === null) return undefined
    mark()
    // rows that scroll into sight
    const watch = new MutationObserver(() => mark())
    watch.observe(current, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      for (const cell of current.querySelectorAll('[aria-selected]')) cell.removeAttribute('aria-selected')
    }
  }, [grid, key])

  const copy = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'c') return
    event.preventDefault()
    // chosen rows are not copied as well
    event.stopPropagation()
    void copyText(tsvOf({ columns: chosen, rows: rows() }, false), 'The selection')
  })
  useEffect(() => {
    const { current } = grid
    const listen = (event: KeyboardEvent) => copy(event)
    current?.addEventListener('keydown', listen)
    return () => current?.removeEventListener('keydown', listen)
  }, [grid])

  return lines.length === 0 ? null : <span>{text}</span>
}
