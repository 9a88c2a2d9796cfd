import { progressPercent, toNumber } from '#ui/format/figures.ts'
import { cellText, isFigure, shownOf, type DataColumn } from './column.ts'
import { flash } from './flash.ts'

/** Writes a row's texts directly into its cells, and only into those whose value changed. */
export interface RowPainter<Row> {
  readonly paint: (row: Row) => void
}

/**
 * Makes the painter of one mounted row. Cells of kind `custom` are React's own and passed over.
 * @param cells the row's cell elements, one for each column
 */
export function createRowPainter<Row extends object>(
  cells: readonly HTMLElement[],
  columns: readonly DataColumn<Row>[],
): RowPainter<Row> {
  const painters = columns.flatMap((column, index) => {
    const cell = cells[index]
    return cell === undefined || column.kind === 'custom' ? [] : [cellPainter(cell, column)]
  })
  let isFirst = true
  return {
    paint(row) {
      for (const paintCell of painters) paintCell(row, isFirst)
      isFirst = false
    },
  }
}

function cellPainter<Row extends object>(
  cell: HTMLElement,
  column: DataColumn<Row>,
): (row: Row, isFirst: boolean) => void {
  const text = textNodeOf(cell.querySelector<HTMLElement>('[data-figure]') ?? cell)
  const targetParts = column.target
    ? { targetOf: column.target, of: textNodeOf(part(cell, 'data-of')), fill: part(cell, 'data-fill') }
    : null
  const flashes = isFigure(column.kind)
  let value: unknown
  let target: unknown
  return (row, isFirst) => {
    const nextValue = column.value(row)
    const valueChanged = isFirst || !Object.is(nextValue, value)
    // whether it is not known, other fields of the row say
    if (valueChanged || nextValue === null) {
      value = nextValue
      const { text: nextText, unknown } = shownOf(column, nextValue, row)
      if (text.data !== nextText) {
        text.data = nextText
        if (column.kind === 'text' || column.unknown !== undefined)
          cell.title = unknown ?? (column.kind === 'text' ? nextText : '')
        if (flashes && !isFirst) flash(cell)
      }
    }
    if (!targetParts) return
    const nextTarget = targetParts.targetOf(row)
    if (!valueChanged && Object.is(nextTarget, target)) return
    target = nextTarget
    const share = progressPercent(nextValue, nextTarget)
    targetParts.of.data = toNumber(nextTarget) > 0 ? `/ ${cellText(column, nextTarget)}` : ''
    targetParts.fill.style.transform = `scaleX(${share / 100})`
    targetParts.fill.toggleAttribute('data-full', share >= 100)
  }
}

function part(cell: HTMLElement, mark: string): HTMLElement {
  const found = cell.querySelector<HTMLElement>(`[${mark}]`)
  if (!found) throw new Error(`A cell with a target has no part ${mark}: table-row.tsx makes it.`)
  return found
}

function textNodeOf(element: HTMLElement): Text {
  const first = element.firstChild
  return first instanceof Text ? first : element.appendChild(document.createTextNode(''))
}
