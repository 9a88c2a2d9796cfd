import { textOfWorkbook, workbookText } from '../files/workbook-text.ts'
import { ownZip, type PackedPart } from './own-zip.ts'
import { harmlessText } from './statement-csv.ts'
import { cellXml, columnName, SHEET_END, SHEET_ROWS_MAX, sheetStart, workbookParts } from './workbook-form.ts'

/** A workbook that is not, byte by byte, as we write them: it may be sound, and is read with care. */
export class OtherForm extends Error {}

type Rows = readonly (readonly string[])[]

const SHEETS_MAX = 20
const COLUMNS_MAX = 64
/** Unpacked bytes that are read at a time; no row has as many. */
const CHUNK_BYTES = 1_048_576
const CELL_STARTS = Array.from({ length: COLUMNS_MAX }, (_, column) => `<c r="${columnName(column)}`)
const VALUE_START = '><v>'
const VALUE_END = '</v></c>'
const TEXT_START = ' t="str"><v>'
const INLINE_START = ' t="inlineStr"><is><t xml:space="preserve">'
const INLINE_END = '</t></is></c>'
const ROW_END = '</row>'
const [SPACE, AND, SLASH, LESS, MORE, LOW_LINE, DELETE] = [32, 38, 47, 60, 62, 95, 127]

/**
 * The rows of a signed workbook that is, byte by byte, as we write it (workbook-form.ts, own-zip.ts), some at a time, as cells of the CSV file of the same lines. Only what
 * our writer could have written is read: such a file has one reading, and shows in a spreadsheet what is read here. It takes a third of the time of reading any XML.
 * @throws OtherForm at the first byte that is otherwise
 */
export async function* ownPortions(bytes: Uint8Array): AsyncGenerator<Rows, void, undefined> {
  const zip = typeof DecompressionStream === 'undefined' ? undefined : ownZip(bytes, SHEETS_MAX)
  if (zip === undefined) throw new OtherForm()
  for (const [at, [, xml]] of workbookParts(zip.sheets.length).entries()) {
    const part = zip.others[at]
    if (part === undefined || (await textOf(part)) !== xml) throw new OtherForm()
  }
  let head: readonly string[] | undefined
  for (const part of zip.sheets) {
    const sheet = new OwnSheet()
    for await (const xml of textsOf(part)) {
      const rows = sheet.read(xml)
      // the head stands above the rows of every sheet
      if (sheet.head !== undefined && head !== sheet.head) {
        if (head !== undefined && !isSame(head, sheet.head)) throw new OtherForm()
        if (head === undefined) yield [sheet.head]
        head = sheet.head
      }
      if (rows.length > 0) yield rows
    }
    if (!sheet.isEnded) throw new OtherForm()
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((cell, at) => cell === other[at])

/** Reads a sheet row by row; each must be the one that comes next. */
class OwnSheet {
  isEnded = false
  /** Undefined: it was not read yet. */
  head: readonly string[] | undefined
  #row = 0
  #xml = ''
  #at = 0

  /** The rows that follow, without the head. @param xml whole rows, with what stands above the first and below the last */
  read(xml: string): Rows {
    if (this.isEnded) throw new OtherForm()
    this.#xml = xml
    this.#at = this.#row === 0 ? startOf(xml) : 0
    const rows: (readonly string[])[] = []
    while (this.#at < xml.length && !this.isEnded) {
      if (xml.startsWith(SHEET_END, this.#at)) {
        this.#at += SHEET_END.length
        this.isEnded = true
      } else {
        const cells = this.#readRow()
        if (this.head === undefined) this.head = cells
        else if (cells.length > 0) rows.push(cells)
      }
    }
    if (this.#at !== xml.length || (this.head?.length ?? 0) === 0) throw new OtherForm()
    return rows
  }

  #readRow(): readonly string[] {
    this.#row += 1
    if (this.#row > SHEET_ROWS_MAX) throw new OtherForm()
    const cells: string[] = []
    this.#take('<row r="')
    this.#take(`${this.#row}`)
    this.#take('">')
    const rowEnd = `${this.#row}"`
    while (this.#xml.charCodeAt(this.#at + 1) !== SLASH) {
      const start = CELL_STARTS[cells.length]
      if (start === undefined) throw new OtherForm()
      cells.push(this.#readCell(start, rowEnd))
    }
    this.#take(ROW_END)
    return cells
  }

  #readCell(start: string, rowEnd: string): string {
    const from = this.#at
    this.#take(start)
    this.#take(rowEnd)
    const next = this.#xml.charCodeAt(this.#at)
    if (next === SLASH) {
      this.#take('/>')
      return ''
    }
    if (next === MORE) return this.#readNumber()
    const isInline = !this.#xml.startsWith(TEXT_START, this.#at)
    this.#take(isInline ? INLINE_START : TEXT_START)
    const textFrom = this.#at
    const isUsual = this.#skipText()
    const raw = this.#xml.slice(textFrom, this.#at)
    this.#take(isInline ? INLINE_END : VALUE_END)
    if (isUsual && !isInline) return harmlessText(raw)
    const text = textOfWorkbook(withoutEntities(raw))
    // written again it must come out the same
    const cell = `${start.slice('<c r="'.length)}${rowEnd.slice(0, -1)}`
    if (cellXml(cell, workbookText(text)) !== this.#xml.slice(from, this.#at)) throw new OtherForm()
    return harmlessText(text)
  }

  #readNumber(): string {
    this.#take(VALUE_START)
    const from = this.#at
    this.#skipText()
    const number = this.#xml.slice(from, this.#at)
    this.#take(VALUE_END)
    if (String(Number(number)) !== number) throw new OtherForm()
    return number
  }

  /** Goes on to the next tag. Returns whether what stands before it is the text itself, however it is read. */
  #skipText(): boolean {
    const xml = this.#xml
    const from = this.#at
    let isUsual = true
    let at = from
    let code = 0
    for (; at < xml.length; at += 1) {
      code = xml.charCodeAt(at)
      if (code === LESS) break
      if (code < SPACE || code >= DELETE || code === AND || code === MORE || code === LOW_LINE) isUsual = false
    }
    this.#at = at
    return isUsual && at > from && xml.charCodeAt(from) !== SPACE && xml.charCodeAt(at - 1) !== SPACE
  }

  #take(expected: string): void {
    const xml = this.#xml
    const from = this.#at
    // by character: `startsWith` takes twice as long for so few of them
    for (let at = 0; at < expected.length; at += 1)
      if (xml.charCodeAt(from + at) !== expected.charCodeAt(at)) throw new OtherForm()
    this.#at = from + expected.length
  }
}

const DATA_START = '<sheetData>'

/** Where the first row begins. */
function startOf(xml: string): number {
  const end = xml.indexOf(DATA_START) + DATA_START.length
  const start = xml.slice(0, end)
  const widths = [...start.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width))
  if (sheetStart(widths) !== start) throw new OtherForm()
  return end
}

const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const withoutEntities = (xml: string): string =>
  xml.includes('&') ? xml.replaceAll(/&(?:amp|lt|gt);/g, entity => CHARACTERS[entity] ?? entity) : xml

async function textOf(part: PackedPart): Promise<string> {
  if (part.bytes >= CHUNK_BYTES) throw new OtherForm()
  let text = ''
  for await (const xml of textsOf(part)) text += xml
  return text
}

/** The text of a part, some at a time: parted where a row begins. */
async function* textsOf({ packed, bytes }: PackedPart): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decode = (some: Uint8Array): string => {
    try {
      return decoder.decode(some)
    } catch {
      throw new OtherForm()
    }
  }
  const held = new Uint8Array(CHUNK_BYTES)
  let length = 0
  let left = bytes
  for await (const chunk of unpacked(packed)) {
    left -= chunk.length
    if (left < 0) throw new OtherForm()
    for (let from = 0; from < chunk.length;) {
      const some = chunk.subarray(from, from + CHUNK_BYTES - length)
      held.set(some, length)
      length += some.length
      from += some.length
      if (length < CHUNK_BYTES) continue
      const end = lastRowOf(held)
      yield decode(held.subarray(0, end))
      held.copyWithin(0, end)
      length -= end
    }
  }
  if (left !== 0) throw new OtherForm()
  if (length > 0) yield decode(held.subarray(0, length))
}

const ROW_LETTER = 114

/** Where the last row begins: no text holds its first character, and nothing else begins with these two. */
function lastRowOf(bytes: Uint8Array): number {
  for (let at = bytes.length - 2; at > 0; at -= 1) if (bytes[at] === LESS && bytes[at + 1] === ROW_LETTER) return at
  throw new OtherForm()
}

async function* unpacked(packed: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      // a stream takes no bytes of memory that is shared
      controller.enqueue(new Uint8Array(packed))
      controller.close()
    },
  })
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new OtherForm()
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
