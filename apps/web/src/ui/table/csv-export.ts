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
  /** The name of the table ("Sources of Tea study"). */
  readonly title: string
  /** Filters other than the search box, in words ("Status: Live"). */
  readonly filters?: readonly string[]
  /** Zone and currency in words: 'America/New_York (UTC-05:00) · USD'. */
  readonly context: string
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

/** The first line of an export: what it is, which filter and order it shows, in which zone and currency. */
export function csvHeadline<Row extends object>(request: CsvRequest<Row>): string {
  const { title, search, filters = [], sort, columns, context } = request
  const filter = [...filters, ...(search.trim() === '' ? [] : [`Search: ${search.trim()}`])].join('; ')
  const sorted = sort ? columns.find(column => column.id === sort.columnId) : undefined
  return [
    title,
    `Filter: ${filter === '' ? 'none' : filter}`,
    ...(sort && sorted ? [`Order: ${sorted.header}, ${sort.direction}`] : []),
    context,
  ].join(' | ')
}

/**
 * An export of exactly the shown part: visible columns, order and filter; a leading line names filter and zone. Every
 * cell is quoted and lines end with CRLF (§9.11); cells that a spreadsheet would run are made harmless.
 */
export function csvOfShown<Row extends object>(request: CsvRequest<Row>): string {
  const { rows } = request
  const columns = request.columns.filter(({ isExported = true }) => isExported)
  return (
    csvLine([csvHeadline(request)]) +
    csvLine(columns.map(column => column.header)) +
    rows.map(row => csvLine(columns.map(column => csvCell(column, column.value(row))))).join('')
  )
}
