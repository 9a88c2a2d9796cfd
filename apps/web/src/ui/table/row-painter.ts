import { progressPercent, toNumber } from '#ui/format/figures.ts'
import { cellText, isFigure, shownOf, type DataColumn, type Remark } from './column.ts'
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
  const { remark, stated, target: targetOf, due: dueOf, ahead: aheadOf } = column
  const after = stated ?? targetOf
  const ofText = after === undefined ? null : textNodeOf(part(cell, 'data-of'))
  const fill = targetOf === undefined ? null : part(cell, 'data-fill')
  const tick = dueOf === undefined ? null : part(cell, 'data-due')
  const aheadFill = aheadOf === undefined ? null : part(cell, 'data-ahead')
  const flashes = isFigure(column.kind)
  let value: unknown
  let of: unknown
  let dueAt: unknown
  let aheadAt: unknown
  let unknown: string | null = null
  return (row, isFirst) => {
    const nextValue = column.value(row)
    const valueChanged = isFirst || !Object.is(nextValue, value)
    // whether it is not known, other fields of the row say
    if (valueChanged || nextValue === null) {
      value = nextValue
      const shown = shownOf(column, nextValue, row)
      unknown = shown.unknown
      if (text.data !== shown.text) {
        text.data = shown.text
        if (flashes && !isFirst) flash(cell)
        if (column.kind === 'text') cell.title = shown.text
      }
      if (column.unknown !== undefined && remark === undefined && cell.title !== (unknown ?? ''))
        cell.title = unknown ?? ''
    }
    if (remark !== undefined) paintRemark(cell, unknown === null ? remark(row) : { text: unknown })
    if (after === undefined) return
    const nextOf = after(row)
    if (tick !== null) {
      const nextDue = dueOf?.(row)
      if (isFirst || !Object.is(nextDue, dueAt) || !Object.is(nextOf, of)) {
        dueAt = nextDue
        tick.hidden = !(toNumber(nextDue) > 0)
        tick.style.insetInlineStart = `${progressPercent(nextDue, nextOf)}%`
      }
    }
    if (aheadFill !== null) {
      const nextAhead = aheadOf?.(row)
      if (isFirst || !Object.is(nextAhead, aheadAt) || !Object.is(nextOf, of)) {
        aheadAt = nextAhead
        aheadFill.style.transform = `scaleX(${progressPercent(nextAhead, nextOf) / 100})`
      }
    }
    if (!valueChanged && Object.is(nextOf, of)) return
    of = nextOf
    if (ofText !== null) ofText.data = toNumber(nextOf) > 0 ? `/ ${cellText(column, nextOf)}` : ''
    if (fill === null) return
    const share = progressPercent(nextValue, nextOf)
    fill.style.transform = `scaleX(${share / 100})`
    fill.toggleAttribute('data-full', share >= 100)
  }
}

/** Shows a remark on a cell, of a row or of the totals. */
export function paintRemark(cell: HTMLElement, remark: Remark | null): void {
  const { text = '', tone } = remark ?? {}
  if (cell.title !== text) cell.title = text
  if (cell.dataset['tone'] === tone) return
  if (tone === undefined) delete cell.dataset['tone']
  else cell.dataset['tone'] = tone
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
