import { cellName, RATE_FILE_COLUMNS_MAX, RATE_FILE_ROWS_MAX } from '@desk/schema/rate-cards/rate-card-file'
import { readXlsx, writeXlsx, type CellValue } from 'hucre'
import { zipFault } from '#kernel/files/zip-fault'

/** One row and column more than may be, so that more is noticed. */
const RANGE = `A1:${cellName(RATE_FILE_ROWS_MAX, RATE_FILE_COLUMNS_MAX)}`
const UNPACKED_BYTES_MAX = 8_000_000
/** Figures of a workbook are binary: 2.1 can be 2.0999999999999996. */
const DECIMALS = 6

/** The cells of the first sheet of a workbook; or why there are none. */
export async function xlsxCells(bytes: Buffer): Promise<readonly (readonly string[])[] | string> {
  const fault = await zipFault(bytes, { unpackedBytesMax: UNPACKED_BYTES_MAX, what: 'the rate card' })
  if (fault !== null) return fault
  try {
    const { sheets } = await readXlsx(bytes, { sheets: [0], range: RANGE })
    return (sheets[0]?.rows ?? []).map(row => row.map(textOf))
  } catch {
    return 'The workbook could not be read. Save it again as XLSX, or as CSV.'
  }
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(Number(value.toFixed(DECIMALS)))
  return value instanceof Date ? value.toISOString() : String(value)
}

/** A workbook of one sheet with these cells. */
export async function xlsxOf(rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Rate card', rows: rows.map(row => [...row]) }] }))
}
