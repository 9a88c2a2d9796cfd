import { BYTE_ORDER_MARK, csvCell, FORMULA_START } from '@desk/schema/files/csv-text'

type Cell = string | number | boolean | null | undefined

/** A cell that a spreadsheet takes as text: one that begins like a formula is quoted with an apostrophe. */
function cellOf(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value)
  return csvCell(typeof value === 'string' && FORMULA_START.test(text) ? `'${text}` : text)
}

const linesOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join('')

/** Cents as a price with two decimals. */
export const priceCell = (cents: number | null | undefined): string =>
  cents === null || cents === undefined ? '' : (cents / 100).toFixed(2)

/** The start of a CSV file for people, which Excel reads as UTF-8. */
export const csvStart = (text: string): Buffer => Buffer.from(BYTE_ORDER_MARK + text)

/** The first row of a CSV file for people: the names of its columns. */
export const csvHead = (columns: readonly string[]): Buffer => csvStart(linesOf([columns]))

/** Further rows of it. */
export const csvLines = (rows: readonly (readonly Cell[])[]): Buffer => Buffer.from(linesOf(rows))
