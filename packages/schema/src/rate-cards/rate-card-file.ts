import { centsOf } from '../accounts/currency.ts'
import { Schema } from 'effect'
import { SentFileName } from '../files/file-name.ts'
import { TableReading } from '../sent-tables/table-reading.ts'
import { cellName } from '../sent-tables/table-row.ts'
import { RateGrid } from './rate-card.ts'

/** The most rows and columns of a rate card's file, headers included, and the most cells. */
export const RATE_FILE_ROWS_MAX = 401
export const RATE_FILE_COLUMNS_MAX = 401
export const RATE_FILE_CELLS_MAX = 20_000

/** A file of the largest body that a call may have, in base64. */
const BASE64_MAX_LENGTH = 1_400_000

/** A file in a call: a part of a multipart form, or its JSON. */
export const SentFile = Schema.Struct({
  filename: SentFileName,
  base64: Schema.String.check(
    Schema.isMaxLength(BASE64_MAX_LENGTH),
    Schema.isPattern(/^[A-Za-z0-9+/]*={0,2}$/, { message: 'The file is not in base64' }),
  ),
})
export type SentFile = typeof SentFile.Type

/** A fault in one cell of a table, counted from 0; `cell` as the file's spreadsheet names it: C4. */
export const CellFault = Schema.Struct({
  row: Schema.Int,
  column: Schema.Int,
  cell: Schema.String,
  message: Schema.String,
})
export type CellFault = typeof CellFault.Type

/** A file as it was read, with its faults by cell: row by row; `grid` is null where there is a fault. */
export const RateFileReading = Schema.Struct({
  cells: Schema.Array(Schema.Array(Schema.String)),
  faults: Schema.Array(CellFault),
  grid: Schema.NullOr(RateGrid),
})
export type RateFileReading = typeof RateFileReading.Type

/** A file as it was read, and what it was read as. */
export const CheckedRateFile = Schema.Struct({ ...RateFileReading.fields, reading: TableReading })
export type CheckedRateFile = typeof CheckedRateFile.Type

/** Where the first cell of a table is in its file, from 0. */
export interface TableOrigin {
  readonly row: number
  readonly column: number
}

const MAX_LOI_MINUTES = 1_000
const MAX_PRICE = 100_000

/** A number as a file has it: 1200, 2.50 or 2,50; not 1,200 and not 1.200,50, which two readers read differently. */
function numberIn(text: string): number | null {
  return /^\d{1,9}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : null
}

/** The figure of a cell that may carry its unit: 90%, 10 min, $2.50, 2.50 USD. Each kind of cell has its own unit. */
const UNITS = {
  incidence: /^(?<figure>.*?)\s?%?$/,
  loi: /^(?<figure>.*?)\s?(?:min|minutes)?$/i,
  price: /^(?:US\$|\$|USD)?\s?(?<figure>.*?)\s?(?:US\$|\$|USD)?$/i,
} as const
const figureIn = (text: string, unit: keyof typeof UNITS): number | null =>
  numberIn(UNITS[unit].exec(text.trim())?.groups?.['figure'] ?? '')

const OTHER_CURRENCY = /\p{Sc}|\b[A-Z]{3}\b/u

/** The cells that mean "ask for a quote". */
const QUOTE_CELL = /^(?:|-|quote|ask|n\/a)$/i

interface Header {
  readonly row: number
  readonly column: number
  readonly value: number | null
}

/**
 * Reads the grid of a rate card (domain.md §6): the first row has the incidences in percent, the first column the LOI in minutes.
 * Every cell is judged, so that all faults of a file are known at once.
 * @param cells the texts of the table, row by row
 * @param origin where the table begins in its file
 */
export function readRateCells(
  cells: readonly (readonly string[])[],
  origin: TableOrigin = { row: 0, column: 0 },
): RateFileReading {
  const faults: CellFault[] = []
  const fault = (row: number, column: number, message: string): void => {
    faults.push({ row, column, cell: cellName(origin.row + row, origin.column + column), message })
  }
  const [first = [], ...rest] = cells
  const width = Math.max(...cells.map(row => row.length), 1)
  if (/^[=+\-@\t\r]/.test(first[0] ?? '')) fault(0, 0, 'The first cell must not begin like a formula')
  if (width < 2) fault(0, 1, 'The first row has the incidences in percent, from the second cell on')
  if (rest.length === 0) fault(1, 0, 'The first column has the LOI in minutes, from the second row on')

  const irs = Array.from({ length: width - 1 }, (_, at) => irAt(first[at + 1] ?? '', at + 1, fault))
  if (irs.length > 0 && irs.every(({ value }) => value !== null && value <= 1))
    for (const { row, column } of irs) fault(row, column, 'Incidence is in percent: 90, not 0.9')
  const lois = rest.map((row, at) => loiAt(row[0] ?? '', at + 1, fault))
  for (const [name, headers] of [
    ['Incidence', irs],
    ['LOI', lois],
  ] as const) {
    const seen = new Set<number>()
    for (const { row, column, value } of headers) {
      if (value !== null && seen.has(value)) fault(row, column, `${name} ${value} is there twice`)
      if (value !== null) seen.add(value)
    }
  }
  const prices = rest.map((row, at) =>
    Array.from({ length: width - 1 }, (_, ofRow) => priceAt(row[ofRow + 1] ?? '', at + 1, ofRow + 1, fault)),
  )
  return { cells, faults, grid: faults.length > 0 ? null : inOrder(lois, irs, prices) }
}

type Fault = (row: number, column: number, message: string) => void

function irAt(text: string, column: number, fault: Fault): Header {
  const value = figureIn(text, 'incidence')
  const isRight = value !== null && value >= 0.1 && value <= 100 && Math.abs(value * 10 - Math.round(value * 10)) < 1e-6
  if (!isRight) fault(0, column, 'Incidence must be a number from 0.1 to 100 with at most one decimal')
  return { row: 0, column, value: isRight ? value : null }
}

function loiAt(text: string, row: number, fault: Fault): Header {
  const value = figureIn(text, 'loi')
  const isRight = value !== null && Number.isInteger(value) && value >= 1 && value <= MAX_LOI_MINUTES
  if (!isRight) fault(row, 0, `LOI must be whole minutes from 1 to ${MAX_LOI_MINUTES}`)
  return { row, column: 0, value: isRight ? value : null }
}

function priceAt(text: string, row: number, column: number, fault: Fault): number | null {
  if (QUOTE_CELL.test(text.trim())) return null
  const value = figureIn(text, 'price')
  if (value === null)
    fault(
      row,
      column,
      OTHER_CURRENCY.test(text.trim())
        ? 'Price must be in US dollars'
        : 'Price must be a number such as 2.50, or empty where a quote is asked for',
    )
  else if (value > MAX_PRICE) fault(row, column, `Price must be at most ${MAX_PRICE}`)
  else if (value === 0) fault(row, column, 'Price must be more than 0; leave it empty where a quote is asked for')
  return centsOf(value)
}

/** The grid with ascending LOI and descending incidence, whatever the order of the file. */
function inOrder(
  lois: readonly Header[],
  irs: readonly Header[],
  prices: readonly (readonly (number | null)[])[],
): RateGrid {
  const rows = [...lois.keys()].toSorted((one, other) => (lois[one]?.value ?? 0) - (lois[other]?.value ?? 0))
  const columns = [...irs.keys()].toSorted((one, other) => (irs[other]?.value ?? 0) - (irs[one]?.value ?? 0))
  return {
    loi_minutes: rows.map(at => lois[at]?.value ?? 0),
    ir_percents: columns.map(at => irs[at]?.value ?? 0),
    prices_minor: rows.map(row => columns.map(column => prices[row]?.[column] ?? null)),
    cpi_min: null,
    cpi_max: null,
  }
}
