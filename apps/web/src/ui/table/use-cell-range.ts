import { useState } from 'react'
import { HEAD_LINE, TOTALS_LINE, type ActiveCell, type CellRange } from './grid-focus.ts'
import { nextPosition } from './grid-navigation.ts'

const isRow = (line: string): boolean => line !== HEAD_LINE && line !== TOTALS_LINE

/** The lines and columns of a grid, and how its focus moves. */
interface Grid {
  readonly ids: readonly string[]
  readonly columnCount: number
  readonly goTo: (cell: ActiveCell) => void
}

/** A rectangle of cells that shift with a press or an arrow selects; the focus stays at its moving corner (day.md §3). */
export function useCellRange({ ids, columnCount, goTo }: Grid) {
  'use no memo'
  const [range, setRange] = useState<CellRange | null>(null)
  const extend = (event: Event, from: ActiveCell, to: ActiveCell) => {
    event.preventDefault()
    event.stopPropagation()
    setRange({ from: range?.from ?? from, to })
    goTo(to)
  }
  return {
    range,
    clear: () => setRange(null),
    /** A press on a cell without a control there. @param active the cell with the focus */
    press: (event: MouseEvent, { line, column }: ActiveCell, active: ActiveCell) => {
      if (!isRow(line)) return
      if (event.shiftKey) extend(event, isRow(active.line) ? active : { line, column }, { line, column })
      else setRange(null)
    },
    /** A key with shift. */
    key: (event: KeyboardEvent, { line, column }: ActiveCell) => {
      if (!event.key.startsWith('Arrow') || !isRow(line)) return
      const size = { lines: ids.length, columns: columnCount, page: 1 }
      const to = nextPosition(event.key, event.ctrlKey || event.metaKey, { line: ids.indexOf(line), column }, size)
      const id = to === null ? undefined : ids[to.line]
      if (to !== null && id !== undefined) extend(event, { line, column }, { line: id, column: to.column })
    },
  }
}
