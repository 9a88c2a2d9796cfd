import { readNumber } from '#ui/format/read-number.ts'
import type { Axis, Band } from './bands.ts'
import { readRange } from './bands.ts'
import { cellPlace, countOf, placesOf, type Place, type QuotaGrid } from './quota-grid.ts'
import { areWhole, shareWords, spread, sumOf } from './spread.ts'

/** Why a pasted table cannot be taken, at its cell as a spreadsheet names it. */
export interface PasteFault {
  readonly cell: string
  readonly words: string
}

export type ReadPaste =
  | { readonly faults: readonly PasteFault[] }
  | {
      /** The targets by form; a place without one was empty. */
      readonly targets: ReadonlyMap<string, string>
      /** How the values were read, and the remainder that was spread. */
      readonly words: string
    }

const SUM_HEADS = new Set(['all', 'total', 'totals', 'sum', 'grand total'])
const ASCII_LETTERS = 26
const FAULTS_SHOWN = 5

/** The cell's name in a spreadsheet: B2. */
export function cellName(row: number, column: number): string {
  let letters = ''
  for (let rest = column; rest >= 0; rest = Math.floor(rest / ASCII_LETTERS) - 1)
    letters = String.fromCodePoint(65 + (rest % ASCII_LETTERS)) + letters
  return `${letters}${row + 1}`
}

const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/[–—−]/g, '-').replaceAll(/\s+/g, ' ')
const isNumber = (text: string): boolean => readNumber(text).kind === 'number'

/** Rows of cells as a spreadsheet copies them, without empty rows at the end. */
export function cellsOf(text: string): readonly (readonly string[])[] {
  const rows = text
    .split(/\r\n|\r|\n/)
    .map(line => line.split('\t').map(cell => cell.trim().replace(/^"(.*)"$/s, '$1')))
  const last = rows.findLastIndex(row => row.some(cell => cell !== ''))
  return rows.slice(0, last + 1)
}

/** Heads of rows are the leading cells that hold no number; the other axes are heads of columns. */
function headColumns(rows: readonly (readonly string[])[], axes: number): number {
  const below = rows.length > 1 ? rows.slice(1) : rows
  const leading = below.map(row => {
    const first = row.findIndex(isNumber)
    return first === -1 ? row.length : first
  })
  return Math.min(axes, ...leading)
}

/** An empty head cell takes the one before it, as merged cells are copied. */
const filled = (heads: readonly string[]): readonly string[] => {
  let before = ''
  return heads.map(head => (before = head === '' ? before : head))
}

function bandNamed(axis: Axis, head: string): Band | undefined {
  const wanted = plain(head)
  const range = readRange(axis.param, head)
  return axis.bands.find(
    ({ label, condition: { in: codes, min = null, max = null } }) =>
      plain(label) === wanted ||
      (codes === undefined
        ? range !== null && range.min === min && range.max === max
        : codes.length === 1 && codes[0] === head),
  )
}

interface Head {
  /** The heads of each column, or of each row. */
  readonly texts: readonly string[]
  readonly cellAt: (at: number) => string
}

/** The axis that most of the heads belong to, among those that are left. */
function axisOf(axes: readonly Axis[], texts: readonly string[]): Axis | undefined {
  const known = (axis: Axis) => texts.filter(text => bandNamed(axis, text) !== undefined).length
  return axes.toSorted((one, other) => known(other) - known(one))[0]
}

/** Reads a table that a spreadsheet copied: heads of columns and rows are bands of the grid, in any order of the axes. */
export function readPaste(text: string, grid: QuotaGrid, sourceTarget: number): ReadPaste {
  const rows = cellsOf(text)
  // parallel quotas are one list of bands
  const count = grid.isInterlocked ? grid.axes.length : 1
  const rowHeads = headColumns(rows, count)
  const columnHeads = count - rowHeads
  const data = rows.slice(columnHeads)
  const width = Math.max(0, ...rows.map(row => row.length))
  const columns = Array.from({ length: Math.max(0, width - rowHeads) }, (_, at) => at + rowHeads)
  if (data.length === 0 || columns.length === 0)
    return { faults: [{ cell: 'A1', words: 'There are no values below or beside the heads.' }] }
  const heads: readonly (Head & { readonly isColumn: boolean })[] = [
    ...rows.slice(0, columnHeads).map((row, at) => ({
      isColumn: true,
      texts: filled(columns.map(column => row[column] ?? '')),
      cellAt: (index: number) => cellName(at, index + rowHeads),
    })),
    ...Array.from({ length: rowHeads }, (_, column) => ({
      isColumn: false,
      texts: filled(data.map(row => row[column] ?? '')),
      cellAt: (index: number) => cellName(index + columnHeads, column),
    })),
  ]
  const faults: PasteFault[] = []
  let free = grid.axes
  const bands = heads.map(({ texts, cellAt }) => {
    const axis = grid.isInterlocked ? axisOf(free, texts) : undefined
    free = free.filter(each => each !== axis)
    const among = axis === undefined ? grid.axes : [axis]
    return texts.map((head, at) => {
      if (SUM_HEADS.has(plain(head))) return 'sum'
      const band = among.map(each => bandNamed(each, head)).find(found => found !== undefined)
      if (band === undefined && !faults.some(({ cell }) => cell === cellAt(at)))
        faults.push({
          cell: cellAt(at),
          words:
            head === ''
              ? 'A head is missing.'
              : `“${head}” is no band of ${among.map(({ name }) => name).join(' or ')}.`,
        })
      return band
    })
  })
  const values = new Map<string, { readonly place: Place; readonly cell: string; readonly text: string }>()
  for (const [rowAt, row] of data.entries()) {
    for (const [columnAt, column] of columns.entries()) {
      const own = heads.map(({ isColumn }, at) => bands[at]?.[isColumn ? columnAt : rowAt])
      const typed = row[column] ?? ''
      if (typed === '' || own.some(band => band === undefined || band === 'sum')) continue
      const place = cellPlace(own.filter(band => band !== undefined && band !== 'sum'))
      const cell = cellName(rowAt + columnHeads, column)
      if (values.has(place.form)) faults.push({ cell, words: `${place.name} is there twice.` })
      const read = readNumber(typed)
      if (read.kind === 'refused') faults.push({ cell, words: `${read.message}.` })
      values.set(place.form, { place, cell, text: typed })
    }
  }
  if (faults.length === 0 && values.size === 0) faults.push({ cell: 'A1', words: 'All cells are empty.' })
  return faults.length > 0
    ? { faults: faults.slice(0, FAULTS_SHOWN) }
    : targetsIn([...values.values()], grid, sourceTarget)
}

function targetsIn(
  values: readonly { readonly place: Place; readonly cell: string; readonly text: string }[],
  grid: QuotaGrid,
  sourceTarget: number,
): ReadPaste {
  const numbers = values.map(({ text }) => countOf(text))
  const sum = sumOf(numbers)
  const broken = values.find((_, at) => !Number.isInteger(numbers[at]))
  const arePercents = values.some(({ text }) => text.includes('%')) || (broken !== undefined && areWhole(sum))
  if (!arePercents) {
    if (broken !== undefined)
      return { faults: [{ cell: broken.cell, words: `${broken.text} is not a whole number of completes.` }] }
    return {
      targets: new Map(values.map(({ place }, at) => [place.form, String(numbers[at])])),
      words: `${values.length} of ${placesOf(grid).length} cells, ${sum} completes.`,
    }
  }
  const [first] = values
  if (!areWhole(sum)) return { faults: [{ cell: first?.cell ?? 'A1', words: shareWords(sum) }] }
  if (sourceTarget === 0)
    return { faults: [{ cell: first?.cell ?? 'A1', words: 'Shares need a Target (N): give it first.' }] }
  const parts = spread(sourceTarget, numbers)
  return {
    targets: new Map(values.map(({ place }, at) => [place.form, String(parts[at])])),
    words: shareWords(sum),
  }
}
