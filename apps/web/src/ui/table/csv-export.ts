import { FORMULA_START } from '@desk/schema/files/csv-text'
import { percent, round, toNumber, type Figure } from '#ui/format/figures.ts'
import type { DataColumn } from './column.ts'
import type { TableSort } from './sort.ts'

/** The content of a table: its visible columns and its rows, in their order, after the filter. */
export interface ShownTable<Row extends object> {
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly search: string
  readonly sort: TableSort | null
}

export interface CsvRequest<Row extends object> extends ShownTable<Row> {
  /** Columns of the export alone, behind the first one: ids, and facts that the view does not show. */
  readonly exported?: readonly DataColumn<Row>[]
}

const LINE_END = '\r\n'

const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** Escapes a cell that a spreadsheet would run as a formula; real negative numbers stay numbers. */
export function harmless(cell: string): string {
  return FORMULA_START.test(cell) && !NEGATIVE_NUMBER.test(cell) ? `'${cell}` : cell
}

/** One line of CSV with its end: every cell quoted, CRLF (§9.11). */
export function csvLine(cells: readonly string[]): string {
  return cells.map(cell => `"${harmless(cell).replaceAll('"', '""')}"`).join(',') + LINE_END
}

/**
 * A figure as a spreadsheet reads it: no grouping and no currency sign, at the precision of the screen. A missing or
 * unknown figure is an empty cell.
 */
export function csvCell<Row extends object>(column: Pick<DataColumn<Row>, 'kind'>, value: Figure): string {
  if (column.kind === 'text' || column.kind === 'custom')
    return value === null || value === undefined ? '' : String(value)
  const number = toNumber(value)
  if (!Number.isFinite(number)) return ''
  switch (column.kind) {
    case 'integer':
      return String(round(number, 0) + 0)
    case 'percent':
      return `${percent(number, 1)}%`
    case 'money':
      return (round(number, 0) / 100).toFixed(2)
    case 'minutes':
      return String(round(number, 1) + 0)
  }
}

/** The table of an export: its head in the first row, then the visible columns and the shown rows in their order. */
export function csvOfShown<Row extends object>({ columns, rows, exported = [] }: CsvRequest<Row>): string {
  const shown = columns.filter(({ isExported = true }) => isExported)
  const others = shown.filter(({ id }) => !exported.some(column => column.id === id))
  const all = [...others.slice(0, 1), ...exported, ...others.slice(1)]
  return (
    csvLine(all.map(column => column.header)) +
    rows.map(row => csvLine(all.map(column => csvCell(column, column.value(row))))).join('')
  )
}

/** A note on an export: 'Filter', 'Status: Live'. */
export type ExportNote = readonly [what: string, words: string]

/** The notes on filters, search, order and number of rows of an export. @param filters of the screen, in words ("Status: Live") */
export function notesOfShown<Row extends object>(
  { search, sort, columns, rows }: ShownTable<Row>,
  filters: readonly string[],
): readonly ExportNote[] {
  const words = search.trim()
  const all = [...filters, ...(words === '' ? [] : [`Search: ${words}`])]
  const sorted = sort === null ? undefined : columns.find(({ id }) => id === sort.columnId)
  return [
    ...(all.length === 0 ? ['none'] : all).map((filter): ExportNote => ['Filter', filter]),
    ...(sort && sorted ? [['Order', `${sorted.header}, ${sort.direction}`] as const] : []),
    ['Rows', String(rows.length)],
  ]
}
