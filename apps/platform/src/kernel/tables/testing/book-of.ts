import { zipOf, type ZipPart } from '../../files/testing/zip-of.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A sheet of a workbook for tests: the XML of its rows. */
export interface BookSheet {
  readonly name: string
  readonly rows: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly kind?: 'worksheet' | 'chartsheet'
}

/** A workbook of these sheets as a writer of its own would make it. @param more further parts of the zip */
export function bookOf(sheets: readonly BookSheet[], more: readonly ZipPart[] = []): Buffer {
  const kindOf = ({ kind = 'worksheet' }: BookSheet): string => kind
  return zipOf([
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${OFFICE}"><sheets>${sheets
        .map(
          ({ name, state }, at) =>
            `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at}"${state === undefined ? '' : ` state="${state}"`}/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${sheets
        .map(
          (sheet, at) =>
            `<Relationship Id="rId${at}" Type="${OFFICE}/${kindOf(sheet)}" Target="${kindOf(sheet)}s/sheet${at}.xml"/>`,
        )
        .join('')}</Relationships>`,
    },
    ...sheets.map((sheet, at) => ({
      name: `xl/${kindOf(sheet)}s/sheet${at}.xml`,
      content: `<worksheet><sheetData>${sheet.rows}</sheetData></worksheet>`,
    })),
    ...more,
  ])
}

/** The XML of a row of texts, from a column and row on. */
export const textRow = (row: number, texts: readonly string[], attributes = '', from = 'A'): string =>
  `<row r="${row}" ${attributes}>${texts
    .map(
      (text, at) =>
        `<c r="${String.fromCodePoint((from.codePointAt(0) ?? 0) + at)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`,
    )
    .join('')}</row>`
