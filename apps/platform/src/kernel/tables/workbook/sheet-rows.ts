import { COLUMNS_MAX } from '@desk/schema/sent-tables/text-rows'
import { cellName, UnreadableTable, type TableRow } from '@desk/schema/sent-tables/table-row'
import type { Bounds } from '../bounds.ts'
import { numberText } from './number-format.ts'
import { isOn, unescaped, type WorkbookFacts, type Worksheet } from './workbook-facts.ts'
import type { WorkbookZip, XmlHandlers } from './workbook-zip.ts'

const PLACE = /^([A-Z]{1,3})[1-9]\d{0,6}$/
/** The last row and the longest text that a spreadsheet has. */
const ROWS_MAX = 1_048_576
const TEXT_MAX_LENGTH = 32_767
const NO_RESULT = 'The formula has no stored result. Open the workbook in a spreadsheet, save it, and send it again'
const NO_TEXT = 'The text of this cell is not in the workbook'

interface Cell {
  readonly column: number
  readonly type: string
  readonly style: number
  hasFormula: boolean
  value: string | null
  text: string
}

interface Row {
  readonly row: number
  readonly isHidden: boolean
  readonly cells: string[]
  readonly faults: { readonly column: number; readonly message: string }[]
  lastColumn: number
}

/** A row as it was read, and whether the sheet shows it. */
export interface SheetRow extends TableRow {
  readonly isHidden: boolean
}

/** The rows of a sheet that have cells, some at a time. A cell without a value that can be read is a fault of its row. */
export async function* sheetRows(
  zip: WorkbookZip,
  { name: sheet, path }: Worksheet,
  facts: WorkbookFacts,
  bounds: Bounds,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  const rows: SheetRow[] = []
  let lastRow = 0
  let row: Row | null = null
  let cell: Cell | null = null
  let within: 'v' | 't' | null = null
  let isPronunciation = false

  const openRow = (attributes: Readonly<Record<string, string>>): void => {
    const number = attributes['r'] === undefined ? lastRow + 1 : Number(attributes['r'])
    if (!Number.isInteger(number) || number <= lastRow)
      throw new UnreadableTable(
        `Row ${String(attributes['r']).slice(0, 20)} of the sheet “${sheet}” is there twice or out of order. Save the workbook again as XLSX, or as CSV.`,
      )
    if (number > ROWS_MAX)
      throw new UnreadableTable(
        `The sheet “${sheet}” has more than ${ROWS_MAX.toLocaleString('en-US')} rows. Split it.`,
      )
    lastRow = number
    row = { row: number, isHidden: isOn(attributes['hidden']), cells: [], faults: [], lastColumn: -1 }
  }
  const openCell = (at: Row, attributes: Readonly<Record<string, string>>): void => {
    const column = columnOf(attributes['r']) ?? at.lastColumn + 1
    bounds.takeCells(1, () => `cell ${cellName(at.row - 1, column)} of the sheet “${sheet}”`)
    if (column <= at.lastColumn)
      throw new UnreadableTable(
        `Cell ${cellName(at.row - 1, column)} of the sheet “${sheet}” is there twice or out of order. Save the workbook again as XLSX, or as CSV.`,
      )
    at.lastColumn = column
    const { t: type = 'n', s: style = '0' } = attributes
    cell = { column, type, style: Number(style), hasFormula: false, value: null, text: '' }
  }
  const closeCell = (at: Row, { column, ...read }: Cell): void => {
    const found = valueOf(read, facts)
    if (found.text === '' && found.fault === undefined) return
    if (column >= COLUMNS_MAX)
      throw new UnreadableTable(
        `Cell ${cellName(at.row - 1, column)} of the sheet “${sheet}” is in column ${(column + 1).toLocaleString('en-US')}; ${bounds.limits.what} has at most ${COLUMNS_MAX.toLocaleString('en-US')} columns. Save only the columns of ${bounds.limits.what}.`,
      )
    if (found.text.length > TEXT_MAX_LENGTH)
      throw new UnreadableTable(
        `Cell ${cellName(at.row - 1, column)} of the sheet “${sheet}” has more than ${TEXT_MAX_LENGTH.toLocaleString('en-US')} characters. Save only the columns of ${bounds.limits.what}.`,
      )
    while (at.cells.length < column) at.cells.push('')
    at.cells.push(found.text)
    if (found.fault !== undefined) at.faults.push({ column, message: found.fault })
  }

  const handlers: XmlHandlers = {
    open: (name, attributes) => {
      if (name === 'row') openRow(attributes)
      else if (row !== null && name === 'c') openCell(row, attributes)
      else if (name === 'rPh') isPronunciation = true
      else if (cell !== null && name === 'f') cell.hasFormula = true
      else if (cell !== null && (name === 'v' || (name === 't' && !isPronunciation))) {
        within = name
        if (name === 'v') cell.value ??= ''
      }
    },
    text: text => {
      if (cell === null || within === null) return
      if (within === 'v') cell.value = (cell.value ?? '') + text
      else cell.text += text
    },
    close: name => {
      if (name === 'v' || name === 't') within = null
      else if (name === 'rPh') isPronunciation = false
      else if (name === 'c' && row !== null && cell !== null) {
        closeCell(row, cell)
        cell = null
      } else if (name === 'row' && row !== null) {
        const { row: number, isHidden, cells, faults } = row
        if (cells.length > 0) rows.push({ row: number, isHidden, cells, ...(faults.length === 0 ? {} : { faults }) })
        row = null
      }
    },
  }
  for await (const _ of zip.read(path, handlers)) if (rows.length > 0) yield rows.splice(0)
  if (rows.length > 0) yield rows.splice(0)
}

/** The column of a cell's name, from 0. */
function columnOf(place: string | undefined): number | null {
  const letters = PLACE.exec(place ?? '')?.[1]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64
  return column - 1
}

function valueOf(
  { type, style, hasFormula, value, text }: Omit<Cell, 'column'>,
  { texts, formats, is1904 }: WorkbookFacts,
): { readonly text: string; readonly fault?: string } {
  // some writers leave an empty value beside a formula that they did not work out
  if (hasFormula && (value === null || (value === '' && type !== 'str'))) return { text: '', fault: NO_RESULT }
  if (type === 'inlineStr') return { text: unescaped(text) }
  if (value === null || value === '') return { text: '' }
  switch (type) {
    case 's': {
      const shared = texts[Number(value)]
      return shared === undefined ? { text: '', fault: NO_TEXT } : { text: shared }
    }
    case 'str':
      return { text: unescaped(value) }
    case 'b':
      return { text: String(isOn(value)) }
    case 'n': {
      const number = Number(value)
      return { text: Number.isFinite(number) ? numberText(number, formats[style] ?? 'plain', is1904) : value }
    }
    default:
      return { text: value }
  }
}
