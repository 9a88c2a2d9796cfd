import { writeXlsxStream, type ColumnDef } from 'hucre'
import type { FileColumn } from './file-column.ts'

const FORMATS: Readonly<Partial<Record<FileColumn<never>['kind'], string>>> = {
  integer: '#,##0',
  percent: '0.0%',
  money: '#,##0.00',
  change: '#,##0.00',
  minutes: '0.0',
}

/** A character of a spreadsheet's column, in pixels of ours. */
const PX_OF_A_CHARACTER = 7

/**
 * Texts that a workbook reads as the escape of a character, and characters that XML cannot hold: two of Unicode, and
 * halves of pairs.
 */
const ESCAPED = /_(?=x[0-9a-fA-F]{4}_)|[\uFFFE\uFFFF]|\p{Cs}/gu
const HEX = 16

/** A text as a workbook has it: `_xFFFE_`. Control characters stay: the library escapes them. */
const workbookText = (text: string): string =>
  text.replaceAll(ESCAPED, character => `_x${character.charCodeAt(0).toString(HEX).toUpperCase().padStart(4, '0')}_`)

const columnOf = ({ kind, widthPx }: FileColumn<never>, header: string): ColumnDef => {
  const numFmt = FORMATS[kind]
  return {
    header: workbookText(header),
    width: Math.ceil(widthPx / PX_OF_A_CHARACTER),
    ...(numFmt === undefined ? {} : { numFmt }),
  }
}

const cellOf = (value: string | number | null): string | number | null =>
  typeof value === 'string' ? workbookText(value) : value

/**
 * Lines as a workbook, some bytes at a time. Texts are cells of text, which nothing runs; beyond what a sheet holds another one follows.
 * @param name of the sheet
 * @param note the first row of every sheet, above the columns' names; left out: there is none
 */
export async function* xlsxFile<Line>(
  name: string,
  columns: readonly FileColumn<Line>[],
  batches: AsyncIterable<readonly Line[]>,
  note?: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  async function* rows() {
    if (note !== undefined) yield columns.map(({ label }) => cellOf(label))
    for await (const lines of batches)
      for (const line of lines) yield columns.map(({ valueOf }) => cellOf(valueOf(line)))
  }
  const source = rows()
  const headed = columns.map((column, at) => columnOf(column, note === undefined ? column.label : at === 0 ? note : ''))
  try {
    yield* writeXlsxStream(source, {
      name,
      columns: headed,
      freezePane: { rows: note === undefined ? 1 : 2 },
    })
  } finally {
    // a file that loses its reader ends the reading of its lines
    await source.return()
  }
}
