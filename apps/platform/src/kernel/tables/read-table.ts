import { isFilled, UnreadableTable, type TableRow } from '@desk/schema/sent-tables/table-row'
import { textTable } from '@desk/schema/sent-tables/text-table'
import { Bounds } from './bounds.ts'
import { namedRows } from './named-rows.ts'
import { partsOf } from './parts-of.ts'
import type { TableJob, TableParts } from './table-parts.ts'
import { workbookParts } from './workbook/workbook-parts.ts'

const UTF8_MARK = [0xef, 0xbb, 0xbf]

/** The encoding of a text by its first bytes: a byte order mark, or every second byte empty, as plain letters in UTF-16 are. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (UTF8_MARK.every((sign, at) => bytes[at] === sign)) return 'utf-8'
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 200)
  const half = Math.floor(head.length / 2)
  const emptyAt = (rest: number): number => head.filter((byte, at) => at % 2 === rest && byte === 0).length
  if (half > 0 && emptyAt(1) > half * 0.8) return 'utf-16le'
  return half > 0 && emptyAt(0) > half * 0.8 ? 'utf-16be' : 'utf-8'
}

/**
 * The text of a file in UTF-8 or UTF-16, with or without a byte order mark.
 * @returns null: it is in another encoding, or in more than one
 */
function decodeText(bytes: Buffer): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** So many rows of a text are read before others get their turn. */
const CHUNK_ROWS = 100
/** A spreadsheet that was saved as a web page or as XML, often with a name that ends in .xls. */
const MARKUP = /^\uFEFF?\s*<(?:!doctype|html|head|body|table|meta|\?xml|[a-z]+:)/i

const startsWith = (bytes: Uint8Array, ...signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign)

/**
 * Reads a table by its content, whatever its name says: a text in UTF-8 or UTF-16 with any delimiter, or a workbook. It fails with UnreadableTable,
 * a sentence for the person who sent it, and builds nothing beyond the limits.
 */
export async function* readTable(job: TableJob): TableParts {
  const { input, limits } = job
  if (typeof input === 'string') return yield* textParts(job, input)
  if (input.length === 0) throw new UnreadableTable('The file is empty.')
  if (input.length > limits.bytesMax)
    throw new UnreadableTable(`The file is larger than ${limits.bytesMax / 1_000_000} MB. Split it.`)
  if (startsWith(input, 0x25, 0x50, 0x44, 0x46))
    throw new UnreadableTable(`This is a PDF. Upload ${limits.what} as CSV, TXT or XLSX.`)
  if (startsWith(input, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableTable(
      'This is an old Excel file (XLS), or one with a password. Save it as XLSX without a password, or as CSV.',
    )
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.length)
  if (startsWith(input, 0x50, 0x4b)) return yield* workbookParts(job, bytes)
  const text = decodeText(bytes)
  if (text === null)
    throw new UnreadableTable('The file is no text in UTF-8 or UTF-16. Save it as CSV UTF-8, or as XLSX.')
  return yield* textParts(job, text)
}

async function* textParts({ kind, limits, asked }: TableJob, text: string): TableParts {
  if (MARKUP.test(text.slice(0, 1_000)))
    throw new UnreadableTable(
      'This is a web page or XML, not a table. Open it in a spreadsheet, and save it as XLSX or CSV.',
    )
  // oxlint-disable-next-line no-control-regex -- what no text has is looked for
  if (/[\u0000-\u0008\u000E-\u001F]/.test(text))
    throw new UnreadableTable(`The file is not ${limits.what}: it has control characters.`)
  if (asked.sheet !== undefined) throw new UnreadableTable('The file has no sheets: it is a text.')
  const { delimiter, rows } = textTable(text, kind, asked.delimiter)
  const start = yield* partsOf(chunksOf(rows, new Bounds(limits)), {
    kind,
    sheet: null,
    linesFrom: 0,
    askedHeadRow: asked.head_row,
  })
  return {
    delimiter,
    head_row: start.head?.row ?? null,
    sheets: [],
    rows_not_read: namedRows(start, 0),
    hidden_rows: 0,
  }
}

function* chunksOf(rows: Iterable<TableRow>, bounds: Bounds): Generator<readonly TableRow[], void, undefined> {
  let chunk: TableRow[] = []
  for (const row of rows) {
    // an empty line has no cell
    bounds.takeCells(row.cells.length - (isFilled(row.cells) ? 0 : 1), () => `line ${row.row.toLocaleString('en-US')}`)
    bounds.takeRow(row)
    // an empty row holds nothing that the numbers of others do not say
    if (isFilled(row.cells)) chunk.push(row)
    if (chunk.length < CHUNK_ROWS) continue
    yield chunk
    chunk = []
  }
  yield chunk
}
