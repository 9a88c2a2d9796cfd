import { workbookText } from '@desk/schema/files/workbook-text'
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

const columnOf = ({ label, kind, widthPx }: FileColumn<never>): ColumnDef => {
  const numFmt = FORMATS[kind]
  return {
    header: workbookText(label),
    width: Math.ceil(widthPx / PX_OF_A_CHARACTER),
    ...(numFmt === undefined ? {} : { numFmt }),
  }
}

const cellOf = (value: string | number | null): string | number | null =>
  typeof value === 'string' ? workbookText(value) : value

/**
 * Lines as a workbook, some bytes at a time. Texts are cells of text, which nothing runs; beyond what a sheet holds another one follows.
 * @param name of the sheet
 */
export async function* xlsxFile<Line>(
  name: string,
  columns: readonly FileColumn<Line>[],
  batches: AsyncIterable<readonly Line[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  async function* rows() {
    for await (const lines of batches)
      for (const line of lines) yield columns.map(({ valueOf }) => cellOf(valueOf(line)))
  }
  const source = rows()
  try {
    yield* writeXlsxStream(source, { name, columns: columns.map(columnOf), freezePane: { rows: 1 } })
  } finally {
    // a file that nobody reads on ends the reading of its lines
    await source.return()
  }
}
