import {
  RATE_FILE_CELLS_MAX,
  RATE_FILE_COLUMNS_MAX,
  RATE_FILE_ROWS_MAX,
  readRateCells,
  type CellFault,
  type CheckedRateFile,
  type SentFile,
} from '@desk/schema/rate-cards/rate-card-file'
import type { ReadAs } from '@desk/schema/sent-tables/table-reading'
import { cellName, isFilled, type TableRow } from '@desk/schema/sent-tables/table-row'
import { Effect } from 'effect'
import type { TableLimits } from '#kernel/tables/table-parts'
import { readSentTable } from '#kernel/tables/sent-table'

/** A file as it was read. */
export interface ReadRateFile extends CheckedRateFile {
  /** The bytes of a CSV; null for a workbook. */
  readonly csv: Buffer | null
}

/** Titles above the table, and empty rows and columns beside it, take some more than the largest table. */
const LIMITS: TableLimits = {
  what: 'the rate card',
  bytesMax: 1_000_000,
  unpackedBytesMax: 8_000_000,
  filledRowsMax: 2 * RATE_FILE_ROWS_MAX,
  cellsMax: 10 * RATE_FILE_CELLS_MAX,
}

/**
 * Reads the file of a rate card by its content, whatever its name says.
 * @returns a sentence for the person who sent it when it is no table at all
 */
export const readRateFile = Effect.fn('RateCards.readFile')(function* (
  accountId: number,
  { base64 }: SentFile,
  asked: ReadAs,
) {
  const bytes = Buffer.from(base64, 'base64')
  const rows: TableRow[] = []
  const reading = yield* readSentTable(accountId, { kind: 'rates', input: bytes, limits: LIMITS, asked }, part => {
    rows.push(...(part.head === null ? [] : [part.head]), ...part.rows)
  })
  if (typeof reading === 'string') return reading
  const filled = rows.filter(row => isFilled(row.cells) || row.faults !== undefined)
  const [first] = filled
  const last = filled.at(-1)
  if (first === undefined || last === undefined) return 'The file is empty.'
  const used = filled.flatMap(({ cells, faults = [] }) => [
    ...cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [column])),
    ...faults.map(({ column }) => column),
  ])
  const origin = { row: first.row - 1, column: Math.min(...used) }
  const height = last.row - origin.row
  const width = Math.max(...used) + 1 - origin.column
  if (height > RATE_FILE_ROWS_MAX) return `The file has more than ${RATE_FILE_ROWS_MAX} rows.`
  if (width > RATE_FILE_COLUMNS_MAX) return `The file has more than ${RATE_FILE_COLUMNS_MAX} columns.`
  if (height * width > RATE_FILE_CELLS_MAX) return `The file has more than ${RATE_FILE_CELLS_MAX} cells.`
  const cells = Array.from({ length: height }, (): readonly string[] => [])
  for (const row of filled) cells[row.row - 1 - origin.row] = row.cells.slice(origin.column)
  const read = readRateCells(cells, origin)
  const ofCells = filled.flatMap(row =>
    (row.faults ?? []).map(({ column, message }): CellFault => ({
      row: row.row - 1 - origin.row,
      column: column - origin.column,
      cell: cellName(row.row - 1, column),
      message,
    })),
  )
  const named = new Set(ofCells.map(({ cell }) => cell))
  return {
    cells: read.cells,
    // a cell without a value has no other fault
    faults: [...ofCells, ...read.faults.filter(({ cell }) => !named.has(cell))],
    grid: ofCells.length === 0 ? read.grid : null,
    reading,
    csv: reading.sheets.length > 0 ? null : bytes,
  } satisfies ReadRateFile
})
