import { FORMULA_START } from './formula-start.ts'

type Cell = string | number | boolean | null | undefined

/** A cell that a spreadsheet takes as text: one that begins like a formula is quoted with an apostrophe. */
function cellOf(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value)
  const harmless = typeof value === 'string' && FORMULA_START.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Cents as a price with two decimals. */
export const priceCell = (cents: number | null | undefined): string =>
  cents === null || cents === undefined ? '' : (cents / 100).toFixed(2)

/** Rows of a CSV file. */
export const csvLines = (rows: readonly (readonly Cell[])[]): Buffer =>
  Buffer.from(rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join(''))
