import { UnreadableTable } from '@desk/schema/sent-tables/table-row'
import type { TableLimits } from '../table-parts.ts'
import { numberFormat, type NumberFormat } from './number-format.ts'
import { UNREADABLE, type WorkbookZip, type XmlHandlers } from './workbook-zip.ts'

/** A sheet of cells; chart sheets are none. */
export interface Worksheet {
  readonly name: string
  readonly path: string
  readonly isHidden: boolean
}

/** The parts of a workbook that cells refer to. */
export interface WorkbookFacts {
  readonly sheets: readonly Worksheet[]
  readonly texts: readonly string[]
  /** By the style of a cell. */
  readonly formats: readonly NumberFormat[]
  /** Days are counted from 1904. */
  readonly is1904: boolean
}

const WORKSHEET = '/worksheet'
const ESCAPED = /_x([\dA-F]{4})_/gi
/** A sign that XML cannot hold appears in a cell as _x000D_. */
export const unescaped = (text: string): string =>
  text.replaceAll(ESCAPED, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Reads which sheets a workbook has, and what their cells refer to. */
export async function readFacts(zip: WorkbookZip, limits: TableLimits): Promise<WorkbookFacts> {
  const book = {
    sheets: [] as { readonly name: string; readonly id: string; readonly isHidden: boolean }[],
    is1904: false,
  }
  await readPart(zip, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'workbookPr') book.is1904 = isOn(attributes['date1904'])
    if (name !== 'sheet') return
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    const isHidden = ['hidden', 'veryHidden'].includes(attributes['state'] ?? '')
    book.sheets.push({ name: attributes['name'] ?? '', id, isHidden })
  })
  const targets = new Map<string, string>()
  await readPart(zip, 'xl/_rels/workbook.xml.rels', (name, { Type: type = '', Target: target = '', Id: id = '' }) => {
    if (name === 'Relationship' && type.endsWith(WORKSHEET)) targets.set(id, pathOf(target))
  })
  const sheets = book.sheets.flatMap(({ name, id, isHidden }) => {
    const path = targets.get(id)
    return path === undefined ? [] : [{ name, path, isHidden }]
  })
  if (sheets.length === 0 || sheets.some(({ path }) => !zip.has(path))) throw new UnreadableTable(UNREADABLE)
  return { sheets, texts: await readTexts(zip, limits), formats: await readFormats(zip), is1904: book.is1904 }
}

const pathOf = (target: string): string => new URL(target, 'zip:///xl/').pathname.slice(1)
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

async function readPart(zip: WorkbookZip, path: string, open: XmlHandlers['open']): Promise<void> {
  for await (const _ of zip.read(path, { open, close: () => undefined, text: () => undefined }));
}

/** The texts that cells share; how they are pronounced is no part of them. */
async function readTexts(zip: WorkbookZip, { cellsMax, what }: TableLimits): Promise<readonly string[]> {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isPronunciation = false
  const handlers: XmlHandlers = {
    open: name => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPronunciation = true
      isText = name === 't' && !isPronunciation
    },
    close: name => {
      if (name === 'si') texts.push(unescaped(text))
      if (texts.length > cellsMax)
        throw new UnreadableTable(
          `The workbook has more than ${cellsMax.toLocaleString('en-US')} texts. Save only the sheet of ${what}.`,
        )
      if (name === 'rPh') isPronunciation = false
      if (name === 't') isText = false
    },
    text: part => {
      if (isText) text += part
    },
  }
  for await (const _ of zip.read('xl/sharedStrings.xml', handlers));
  return texts
}

async function readFormats(zip: WorkbookZip): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isCellStyles = false
  const handlers: XmlHandlers = {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isCellStyles = true
      if (name === 'xf' && isCellStyles) {
        const id = Number(attributes['numFmtId'] ?? 0)
        formats.push(numberFormat(id, codes.get(id)))
      }
    },
    close: name => {
      if (name === 'cellXfs') isCellStyles = false
    },
    text: () => undefined,
  }
  for await (const _ of zip.read('xl/styles.xml', handlers));
  return formats
}
