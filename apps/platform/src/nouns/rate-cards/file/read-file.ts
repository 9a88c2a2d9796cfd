import {
  RATE_FILE_CELLS_MAX,
  RATE_FILE_COLUMNS_MAX,
  RATE_FILE_ROWS_MAX,
  readRateCells,
  type RateFileReading,
  type SentFile,
} from '@desk/schema/rate-cards/rate-card-file'
import { csvCells } from './csv-cells.ts'
import { xlsxCells } from './xlsx-cells.ts'

/** A file as it was read. */
export interface ReadRateFile extends RateFileReading {
  /** The bytes of a CSV; null for a workbook. */
  readonly csv: Buffer | null
}

const startsWith = (bytes: Buffer, ...signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign)

/**
 * Reads the file of a rate card by its content, whatever its name says.
 * @returns a sentence for whoever sent it when it is no table at all
 */
export async function readRateFile({ base64 }: SentFile): Promise<ReadRateFile | string> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) return 'The file is empty.'
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return 'This is a PDF. Upload the rate card as CSV or XLSX.'
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return 'This is an old Excel file (XLS), or one with a password. Save it as XLSX without a password, or as CSV.'
  const isZip = startsWith(bytes, 0x50, 0x4b)
  const cells = isZip ? await xlsxCells(bytes) : csvCells(bytes)
  if (typeof cells === 'string') return cells
  const used = withoutEmptyEnd(cells)
  const width = Math.max(0, ...used.map(row => row.length))
  if (used.length === 0) return 'The file is empty.'
  if (used.length > RATE_FILE_ROWS_MAX) return `The file has more than ${RATE_FILE_ROWS_MAX} rows.`
  if (width > RATE_FILE_COLUMNS_MAX) return `The file has more than ${RATE_FILE_COLUMNS_MAX} columns.`
  if (used.length * width > RATE_FILE_CELLS_MAX) return `The file has more than ${RATE_FILE_CELLS_MAX} cells.`
  return { ...readRateCells(used), csv: isZip ? null : bytes }
}

/** Without the empty rows at the end, and the empty cells at the end of all rows. */
function withoutEmptyEnd(cells: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isEmpty = (text: string): boolean => text.trim() === ''
  const height = cells.findLastIndex(row => !row.every(isEmpty)) + 1
  const rows = cells.slice(0, height)
  const width = Math.max(0, ...rows.map(row => row.findLastIndex(text => !isEmpty(text)) + 1))
  return rows.map(row => row.slice(0, width))
}
