import { streamXlsxRows, type CellValue } from 'hucre/xlsx'
import { harmlessText } from './statement-csv.ts'
import type { SignedCell } from './signed-file.ts'

/** Sheets that are read of one file; each has up to 1,048,576 rows. */
const SHEETS_MAX = 20

/** Whether a file is a zip, as workbooks are. */
export const isWorkbook = ([p, k]: Uint8Array): boolean => p === 0x50 && k === 0x4b

/** A cell as a workbook has it: what reads like its escape of a character (`_x0041_`) is escaped itself. */
export const workbookCell = (cell: SignedCell): SignedCell =>
  typeof cell === 'string' ? cell.replaceAll(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_') : cell

/** The rows of a signed workbook, as cells of the CSV file of the same lines; undefined: it cannot be read. */
export async function readWorkbook(bytes: Uint8Array): Promise<readonly (readonly string[])[] | undefined> {
  const rows: string[][] = []
  try {
    for (let sheet = 0; sheet < SHEETS_MAX; sheet += 1) {
      let isEmpty = true
      for await (const { values } of streamXlsxRows(bytes, { sheet })) {
        // the head stands above the rows of every sheet
        if (!(isEmpty && sheet > 0) && values.length > 0) rows.push(values.map(cellOf))
        isEmpty = false
      }
      if (isEmpty) break
    }
  } catch {
    // no zip, no workbook, or one that unpacks to more than there may be
    return undefined
  }
  return rows
}

function cellOf(value: CellValue | undefined): string {
  if (typeof value === 'string') return harmlessText(value)
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString() : String(value)
}
