import { streamXlsxRows, type CellValue } from 'hucre/xlsx'
import { workbookText } from '../files/workbook-text.ts'
import { harmlessText } from './statement-csv.ts'
import type { SignedCell } from './signed-file.ts'

/** Sheets that are read of one file; each has up to 1,048,576 rows. */
const SHEETS_MAX = 20

/** Whether a file is a zip, as workbooks are. */
export const isWorkbook = ([p, k]: Uint8Array): boolean => p === 0x50 && k === 0x4b

/** A cell as a workbook has it. */
export const workbookCell = (cell: SignedCell): SignedCell => (typeof cell === 'string' ? workbookText(cell) : cell)

/** No zip, no workbook, or one that unpacks to more than there may be. */
export class UnreadableWorkbook extends Error {}

const PORTION_ROWS = 1_000

/** The rows of a signed workbook of whatever form, some at a time, as cells of the CSV file of the same lines. @throws UnreadableWorkbook */
export async function* workbookPortions(
  bytes: Uint8Array,
): AsyncGenerator<readonly (readonly string[])[], void, undefined> {
  let rows: string[][] = []
  try {
    for (let sheet = 0; sheet < SHEETS_MAX; sheet += 1) {
      let isEmpty = true
      for await (const { values } of streamXlsxRows(bytes, { sheet })) {
        // the head stands above the rows of every sheet
        if (!(isEmpty && sheet > 0) && values.length > 0) rows.push(values.map(cellOf))
        isEmpty = false
        if (rows.length >= PORTION_ROWS) {
          yield rows
          rows = []
        }
      }
      if (isEmpty) break
    }
    if (rows.length > 0) yield rows
  } catch (error) {
    throw new UnreadableWorkbook('This is no workbook that can be read', { cause: error })
  }
}

function cellOf(value: CellValue | undefined): string {
  if (typeof value === 'string') return harmlessText(value)
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString() : String(value)
}
