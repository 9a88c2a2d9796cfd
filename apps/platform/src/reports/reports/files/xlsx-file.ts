import { reportCell, type ReportColumn, type ReportLine } from '@desk/schema/reports/report-columns'
import { writeXlsxStream, type ColumnDef } from 'hucre'

const FORMATS: Readonly<Partial<Record<ReportColumn['kind'], string>>> = {
  integer: '#,##0',
  percent: '0.0%',
  money: '#,##0.00',
  change: '#,##0.00',
  minutes: '0.0',
}

/** A character of a spreadsheet's column, in pixels of ours. */
const PX_OF_A_CHARACTER = 7

const columnOf = ({ label, kind, widthPx }: ReportColumn): ColumnDef => {
  const numFmt = FORMATS[kind]
  return {
    header: label,
    width: Math.ceil(widthPx / PX_OF_A_CHARACTER),
    ...(numFmt === undefined ? {} : { numFmt }),
  }
}

/**
 * A report as a workbook, some bytes at a time. Texts are cells of text, which nothing runs; beyond what a sheet holds another one follows.
 * @param name of the sheet
 */
export async function* xlsxFile(
  name: string,
  columns: readonly ReportColumn[],
  batches: AsyncIterable<readonly ReportLine[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  async function* rows() {
    for await (const lines of batches) for (const line of lines) yield columns.map(column => reportCell(column, line))
  }
  const source = rows()
  try {
    yield* writeXlsxStream(source, { name, columns: columns.map(columnOf), freezePane: { rows: 1 } })
  } finally {
    // a file that nobody reads on ends the reading of its lines
    await source.return()
  }
}
