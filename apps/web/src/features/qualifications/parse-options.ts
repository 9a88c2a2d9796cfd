import { parse } from 'csv-parse/browser/esm/sync'
import type { ReadOption } from './option-rows.ts'

/** How a text of options is read. */
export type Reading = 'auto' | 'lines' | 'columns'

export interface ParsedOptions {
  readonly options: readonly ReadOption[]
  /** How it was read. */
  readonly reading: 'lines' | 'columns'
  /** Why it could not be read; null: it was. */
  readonly fault: string | null
}

type Column = 'precode' | 'name' | 'english' | 'sort'

/** Heads of columns, as they are written by an export or by hand. */
const HEADS: Readonly<Record<string, Column>> = {
  precode: 'precode',
  code: 'precode',
  name: 'name',
  option: 'name',
  'option name': 'name',
  qualification_options_name: 'name',
  english: 'english',
  'english name': 'english',
  qualification_options_english_name: 'english',
  'sort order': 'sort',
  sort_order_nbr: 'sort',
}
/** Columns without a head, by their number. */
const ORDERS: readonly (readonly Column[])[] = [['name'], ['precode', 'name'], ['precode', 'name', 'english']]
const DELIMITERS = ['\t', ';', ','] as const
const LOOKED_AT_LINES = 50

const headOf = (cells: readonly string[]): readonly Column[] | null => {
  const columns = cells.map(cell => HEADS[cell.trim().toLowerCase()])
  return columns.includes('name') && columns.every((column): column is Column => column !== undefined) ? columns : null
}

/** The separator of the columns; null: none, each line is one option. */
function delimiterOf(lines: readonly string[]): string | null {
  const [first = ''] = lines
  if (first.includes('\t')) return '\t'
  const byHead = DELIMITERS.find(delimiter => headOf(first.split(delimiter).map(unquoted)) !== null)
  if (byHead !== undefined) return byHead
  // names hold commas: three columns in each line are columns, anything else is not
  return (
    DELIMITERS.find(delimiter => lines.length > 0 && lines.every(line => line.split(delimiter).length === 3)) ?? null
  )
}

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/s, '$1')

// an export escapes text that a spreadsheet would run as a formula
const plain = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠])/, '').trim()

function readLines(text: string): readonly ReadOption[] {
  return text.split(/\r\n|\r|\n/).flatMap(line => {
    const name = line.trim()
    return name === '' ? [] : [{ precode: '', name, english: name }]
  })
}

/** Reads options from a text: one in each line, or columns with precode, name and English name, divided by tabs, commas or semicolons. */
export function parseOptions(text: string, asked: Reading = 'auto'): ParsedOptions {
  const content = text.replace(/^\uFEFF/, '')
  const lines = content.split(/\r\n|\r|\n/, LOOKED_AT_LINES).filter(line => line.trim() !== '')
  const delimiter =
    asked === 'lines'
      ? null
      : (delimiterOf(lines) ??
        (asked === 'columns' ? (DELIMITERS.find(each => lines[0]?.includes(each)) ?? ',') : null))
  if (delimiter === null) return { options: readLines(content), reading: 'lines', fault: null }
  try {
    const records: string[][] = parse(content, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      relax_quotes: true,
    })
    const head = headOf(records[0] ?? [])
    const rows = head === null ? records : records.slice(1)
    const widest = rows.reduce((width, row) => Math.max(width, row.length), 1)
    const columns = head ?? ORDERS[Math.min(widest, ORDERS.length) - 1] ?? []
    return { options: rows.flatMap(row => optionOf(row, columns)), reading: 'columns', fault: null }
  } catch (error) {
    return { options: [], reading: 'columns', fault: error instanceof Error ? error.message : String(error) }
  }
}

function optionOf(row: readonly string[], columns: readonly Column[]): readonly ReadOption[] {
  const cell = (column: Column): string => plain(row[columns.indexOf(column)] ?? '')
  const [precode, name, english] = [cell('precode'), cell('name'), cell('english')]
  // a line of separators alone
  if (precode === '' && name === '' && english === '') return []
  return [{ precode, name, english: english === '' ? name : english }]
}
