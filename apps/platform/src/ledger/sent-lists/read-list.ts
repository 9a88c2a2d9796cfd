import {
  RECONCILIATION_FILE_BYTES_MAX,
  RECONCILIATION_ROWS_MAX,
} from '@desk/schema/reconciliation/reconciliation-forms'
import { setImmediate } from 'node:timers/promises'
import { columnsOf, lineOf, type Columns } from './columns.ts'
import { csvRows, UnreadableTable } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import type { SentLine } from './sent-line.ts'
import { xlsxRows } from './xlsx-rows.ts'

/** The first rows, by which columns are recognised. */
const HEAD_ROWS = 100

/** Empty lines count for nothing, but each is read. */
const LINES_MAX = 1_000_000

const TOO_MANY_ROWS = `The file has more than ${RECONCILIATION_ROWS_MAX.toLocaleString('en-US')} rows. Split it.`

const startsWith = (bytes: Buffer, ...signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign)

/**
 * Reads the lines of a list by its content, whatever its name says: CSV, TSV, TXT or XLSX.
 * @param giveWay called between small parts of it: other requests get the event loop
 * @returns a sentence for the person who sent it when it is no list
 */
export async function readListFile(
  bytes: Buffer,
  giveWay: () => Promise<unknown> = setImmediate,
): Promise<readonly SentLine[] | string> {
  if (bytes.length === 0) return 'The file is empty.'
  if (bytes.length > RECONCILIATION_FILE_BYTES_MAX)
    return `The file is larger than ${RECONCILIATION_FILE_BYTES_MAX / 1_000_000} MB. Split it.`
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return 'This is a PDF. Upload the list as CSV, TXT or XLSX.'
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return 'This is an old Excel file (XLS), or one with a password. Save it as XLSX without a password, or as CSV.'
  if (startsWith(bytes, 0x50, 0x4b)) return linesIn(xlsxRows(bytes, giveWay))
  const text = decodeText(bytes)
  if (text === null) return 'The file is no text in UTF-8 or UTF-16. Save it as CSV UTF-8, or as XLSX.'
  return readListText(text, giveWay)
}

/** Reads the lines of a pasted text, or of a file's. */
export async function readListText(
  text: string,
  giveWay: () => Promise<unknown> = setImmediate,
): Promise<readonly SentLine[] | string> {
  // oxlint-disable-next-line no-control-regex -- what no text has is looked for
  if (/[\u0000-\u0008\u000E-\u001F]/.test(text)) return 'The file is no list: it holds control characters.'
  return linesIn(csvRows(text, giveWay))
}

async function linesIn(rows: AsyncIterable<readonly string[]>): Promise<readonly SentLine[] | string> {
  const lines: SentLine[] = []
  const head: (readonly string[])[] = []
  let columns: Columns | null = null
  let line = 0
  const take = (row: readonly string[], by: Columns): void => {
    line += 1
    const read = line === 1 && by.hasHeader ? null : lineOf(row, line, by)
    if (read !== null) lines.push(read)
  }
  const recognise = (): Columns => {
    const found = columnsOf(head)
    for (const row of head) take(row, found)
    return found
  }
  try {
    for await (const row of rows) {
      if (columns !== null) take(row, columns)
      else if (head.push(row) === HEAD_ROWS) columns = recognise()
      if (lines.length > RECONCILIATION_ROWS_MAX || line > LINES_MAX) return TOO_MANY_ROWS
    }
    if (columns === null) recognise()
  } catch (error) {
    if (error instanceof UnreadableTable) return error.message
    throw error
  }
  return lines.length === 0 ? 'The file has no rows.' : lines
}
