import type { SignedCell } from '@desk/schema/statements/signed-file'
import {
  rowXml,
  SHEET_END,
  SHEET_ROWS_MAX,
  sheetPath,
  sheetStart,
  workbookParts,
} from '@desk/schema/statements/workbook-form'
import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import yazl from 'yazl'

/** What a workbook is written of. */
export interface Sheets {
  /** Stands above the rows of every sheet. */
  readonly head: readonly SignedCell[]
  /** Of each column, in characters. */
  readonly widths: readonly number[]
  readonly portions: AsyncIterator<readonly (readonly SignedCell[])[]>
  /** Rows of a sheet, with its head. */
  readonly rowsMax?: number
}

const CHUNK_CHARS = 65_536
/** Every entry of the zip has it, so that the same rows make the same file. */
const WRITTEN_AT = new Date(1980, 0, 1)

/** Rows as a workbook of the form that verifying reads fastest (workbook-form.ts, docs/decisions/0059), some bytes at a time. */
export async function* sheetsOf({
  rowsMax = SHEET_ROWS_MAX,
  ...sheets
}: Sheets): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new yazl.ZipFile()
  // the library's stream is Node's own, though its type names less of it
  const output = zip.outputStream as Readable
  zip.on('error', error => output.destroy(error))
  const rows = new Rows(sheets.portions)
  let present: Readable | null = null
  const addSheet = (number: number): void =>
    zip.addReadStreamLazy(sheetPath(number), { mtime: WRITTEN_AT }, given => {
      present = Readable.from(sheetXml(sheets, rows, rowsMax), { objectMode: false })
      present.once('error', error => output.destroy(error))
      present.once('end', () => {
        rows.hasMore().then(
          hasMore => (hasMore ? addSheet(number + 1) : addOthers(zip, number)),
          (error: Error) => output.destroy(error),
        )
      })
      given(null, present)
    })
  addSheet(1)
  try {
    for await (const bytes of output) yield bytes
  } finally {
    ;(present as Readable | null)?.destroy()
  }
}

/** Rows one after the other, of which some are at hand. */
class Rows {
  readonly #portions: Sheets['portions']
  #portion: readonly (readonly SignedCell[])[] = []
  #at = 0

  constructor(portions: Sheets['portions']) {
    this.#portions = portions
  }

  async hasMore(): Promise<boolean> {
    while (this.#at >= this.#portion.length) {
      const next = await this.#portions.next()
      if (next.done === true) return false
      this.#portion = next.value
      this.#at = 0
    }
    return true
  }

  /** The next row of those at hand; undefined: ask for more. */
  next(): readonly SignedCell[] | undefined {
    return this.#portion[this.#at++]
  }
}

async function* sheetXml(
  { head, widths }: Pick<Sheets, 'head' | 'widths'>,
  rows: Rows,
  rowsMax: number,
): AsyncGenerator<Buffer, void, undefined> {
  let xml = sheetStart(widths) + rowXml(1, head)
  for (let row = 2; row <= rowsMax && (await rows.hasMore());)
    for (let cells; row <= rowsMax && (cells = rows.next()) !== undefined; row += 1) {
      xml += rowXml(row, cells)
      if (xml.length < CHUNK_CHARS) continue
      yield Buffer.from(xml)
      xml = ''
    }
  yield Buffer.from(xml + SHEET_END)
}

function addOthers(zip: yazl.ZipFile, sheets: number): void {
  for (const [path, xml] of workbookParts(sheets)) zip.addBuffer(Buffer.from(xml), path, { mtime: WRITTEN_AT })
  zip.end()
}
