import { UnreadableTable } from '@desk/schema/sent-tables/table-row'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { TableLimits } from '../table-parts.ts'

const ENTRIES_MAX = 200
const MACROS = /vbaProject\.bin$/i

const BROKEN = 'The file is no workbook that can be read. Save it again as XLSX, or as CSV.'
export const UNREADABLE = 'The workbook could not be read. Save it again as XLSX, or as CSV.'

/** A cell takes up to three elements, and a spreadsheet writes few others. */
const ELEMENTS_A_CELL = 4
/** The limit of one element: the longest text of a cell, escaped, is a fifth of it. */
const ELEMENT_MAX_LENGTH = 1_000_000

/** The parts of a workbook that are read, each against the size that the directory says. */
export interface WorkbookZip {
  /** Reads a part as XML; each time some of it was read, it gives way. A part that is absent has nothing. */
  readonly read: (path: string, handlers: XmlHandlers) => AsyncGenerator<void, void, undefined>
  readonly has: (path: string) => boolean
}

/** The handlers of an element, by its name without a prefix, and of text. */
export interface XmlHandlers {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/** Opens a workbook by its directory; nothing is unpacked yet. */
export async function openWorkbook(bytes: Buffer, limits: TableLimits): Promise<WorkbookZip> {
  const { unpackedBytesMax, what, cellsMax } = limits
  const zip = await opened(bytes)
  const entries = await entriesOf(zip, unpackedBytesMax, what)
  if (!entries.has('xl/workbook.xml'))
    throw new UnreadableTable(`This is a zip, and no workbook. Upload ${what} as CSV or XLSX.`)
  let elements = 0
  return {
    has: path => entries.has(path),
    async *read(path, handlers) {
      const entry = entries.get(path)
      if (entry !== undefined)
        yield* elementsIn(await streamOf(zip, entry), handlers, () => {
          elements += 1
          if (elements > cellsMax * ELEMENTS_A_CELL)
            throw new UnreadableTable(
              `The workbook has more than ${(cellsMax * ELEMENTS_A_CELL).toLocaleString('en-US')} elements. Save only the sheet of ${what}.`,
            )
        })
    },
  }
}

const opened = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error === null ? resolve(zip) : reject(new UnreadableTable(BROKEN)),
    )
  })

const entriesOf = (zip: ZipFile, unpackedBytesMax: number, what: string): Promise<ReadonlyMap<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    let unpacked = 0
    const refuse = (sentence: string): void => reject(new UnreadableTable(sentence))
    zip.on('error', () => refuse(BROKEN))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize
      if (zip.entryCount > ENTRIES_MAX || unpacked > unpackedBytesMax)
        return refuse(
          `The workbook unpacks to more than ${unpackedBytesMax / 1_000_000} MB. Save only the sheet of ${what}.`,
        )
      if (MACROS.test(entry.fileName))
        return refuse('The workbook has macros. Save it as XLSX without macros, or as CSV.')
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error === null ? resolve(stream) : reject(new UnreadableTable(BROKEN)),
    )
  })

async function* elementsIn(
  stream: Readable,
  { open, close, text }: XmlHandlers,
  count: () => void,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw new UnreadableTable('The workbook has a document type, which no spreadsheet writes.')
  })
  let length = 0
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    length = 0
    count()
    open(bareName(name), attributes)
  })
  parser.on('closetag', ({ name }: SaxesTagPlain) => {
    length = 0
    close(bareName(name))
  })
  parser.on('text', text)
  parser.on('cdata', text)
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of stream) {
      length += chunk.length
      parser.write(utf8.decode(chunk, { stream: true }))
      if (length > ELEMENT_MAX_LENGTH) throw new UnreadableTable(UNREADABLE)
      yield
    }
    parser.close()
  } catch (error) {
    if (error instanceof UnreadableTable) throw error
    // a part that is more or less than its directory says, or no XML
    throw new UnreadableTable(
      error instanceof Error && /bytes in the stream/i.test(error.message) ? BROKEN : UNREADABLE,
    )
  } finally {
    stream.destroy()
  }
}

const bareName = (name: string): string => name.slice(name.indexOf(':') + 1)
