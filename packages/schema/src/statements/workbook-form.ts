import { workbookEscape } from '../files/workbook-text.ts'
import type { SignedCell } from './signed-file.ts'

/** A reader may take such a text for less than it is, unless its spaces and escapes are named. */
const UNUSUAL = /^$|^\s|\s$|\p{Cc}|_x/u
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const NAME = 'Statement'
const LETTERS = 26

/** Rows that a sheet of any workbook may have. */
export const SHEET_ROWS_MAX = 1_048_576
/** What follows the last row of a sheet. */
export const SHEET_END = '</sheetData></worksheet>'

/** Where a sheet stands in the zip. @param number from 1 */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** What precedes the first row of a sheet. @param widths of its columns, in characters */
export const sheetStart = (widths: readonly number[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

/** The name of a column: A, … Z, AA, … @param column from 0 */
export const columnName = (column: number): string =>
  (column < LETTERS ? '' : columnName(Math.floor(column / LETTERS) - 1)) + String.fromCharCode(65 + (column % LETTERS))

/** A row of a sheet. @param row from 1 */
export function rowXml(row: number, cells: readonly SignedCell[]): string {
  let xml = `<row r="${row}">`
  cells.forEach((cell, column) => (xml += cellXml(`${columnName(column)}${row}`, cell)))
  return `${xml}</row>`
}

/**
 * A cell of a sheet. A plain text is the value of its cell, so that there are half the tags of texts that stand inline: verifying reads them all (docs/decisions/0059).
 * Cells say where they stand, which the format asks of nobody and some readers need.
 * @param at where it stands: A1
 * @param cell with its texts as workbooks have them
 */
export function cellXml(at: string, cell: SignedCell): string {
  if (cell === null) return `<c r="${at}"/>`
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (!UNUSUAL.test(cell)) return `<c r="${at}" t="str"><v>${escaped(cell)}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell).replaceAll(/(?![\t\n])\p{Cc}/gu, workbookEscape)}</t></is></c>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, character => ENTITIES[character] ?? character)

/** What makes a workbook of sheets, in the order of the zip: where each part stands, and its XML. */
export function workbookParts(sheets: number): readonly (readonly [path: string, xml: string])[] {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${numbers.map(number => `<sheet name="${number === 1 ? NAME : `${NAME}_${number}`}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map(number => `<Relationship Id="rId${number}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${numbers.map(number => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    ],
  ]
}
