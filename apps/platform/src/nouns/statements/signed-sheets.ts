import type { SignedCell } from '@desk/schema/statements/signed-file'
import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import yazl from 'yazl'

/** What a workbook is written of. */
export interface Sheets {
  /** Of the first sheet; those that follow are numbered. */
  readonly name: string
  /** Stands above the rows of every sheet. */
  readonly head: readonly SignedCell[]
  /** Of each column, in characters. */
  readonly widths: readonly number[]
  readonly portions: AsyncIterator<readonly (readonly SignedCell[])[]>
  /** Rows of a sheet, with its head. */
  readonly rowsMax?: number
}

const ROWS_MAX = 1_048_576
const CHUNK_CHARS = 65_536
/** A reader may take such a text for less than it is, unless its spaces and escapes are named. */
const UNUSUAL = /^$|^\s|\s$|\p{Cc}|_x/u
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
/** Every entry of the zip has it, so that the same rows make the same file. */
const WRITTEN_AT = new Date(1980, 0, 1)

/**
 * Rows as a workbook, some bytes at a time. A plain text is the value of its cell, so that there are half the tags of texts that stand inline: verifying reads them all
 * (docs/decisions/0059). Cells say where they stand, which the format asks of nobody and some readers need.
 */
export async function* sheetsOf({
  rowsMax = ROWS_MAX,
  ...sheets
}: Sheets): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new yazl.ZipFile()
  // the library's stream is Node's own, though its type names less of it
  const output = zip.outputStream as Readable
  zip.on('error', error => output.destroy(error))
  const rows = new Rows(sheets.portions)
  let present: Readable | null = null
  const addSheet = (number: number): void =>
    zip.addReadStreamLazy(`xl/worksheets/sheet${number}.xml`, { mtime: WRITTEN_AT }, given => {
      present = Readable.from(sheetXml(sheets, rows, rowsMax), { objectMode: false })
      present.once('error', error => output.destroy(error))
      present.once('end', () => {
        rows.hasMore().then(
          hasMore => (hasMore ? addSheet(number + 1) : addOthers(zip, sheets.name, number)),
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
  let xml = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>`
  widths.forEach((width, at) => (xml += `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`))
  xml += `</cols><sheetData>${rowXml(1, head)}`
  for (let row = 2; row <= rowsMax && (await rows.hasMore());)
    for (let cells; row <= rowsMax && (cells = rows.next()) !== undefined; row += 1) {
      xml += rowXml(row, cells)
      if (xml.length < CHUNK_CHARS) continue
      yield Buffer.from(xml)
      xml = ''
    }
  yield Buffer.from(`${xml}</sheetData></worksheet>`)
}

function rowXml(row: number, cells: readonly SignedCell[]): string {
  let xml = `<row r="${row}">`
  cells.forEach((cell, column) => (xml += cellXml(`${letters(column)}${row}`, cell)))
  return `${xml}</row>`
}

/** The name of a column: A, … Z, AA, … */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

function cellXml(at: string, cell: SignedCell): string {
  if (cell === null) return `<c r="${at}"/>`
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (!UNUSUAL.test(cell)) return `<c r="${at}" t="str"><v>${escaped(cell)}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell).replaceAll(/(?![\t\n])\p{Cc}/gu, asEscape)}</t></is></c>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, character => ENTITIES[character] ?? character)
/** What XML cannot hold, or would change, as workbooks write it. */
const asEscape = (control: string): string => `_x${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** What makes a workbook of sheets. */
function addOthers(zip: yazl.ZipFile, name: string, sheets: number): void {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(XML + xml), path, { mtime: WRITTEN_AT })
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${numbers.map(number => `<sheet name="${escaped(number === 1 ? name : `${name}_${number}`)}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${numbers.map(number => `<Relationship Id="rId${number}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}</Relationships>`,
  )
  add(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${numbers.map(number => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
  )
  zip.end()
}
