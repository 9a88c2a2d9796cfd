import { csvRow, type SignedCell } from '@desk/schema/statements/signed-file'
import { workbookCell } from '@desk/schema/statements/signed-workbook'
import type { StatementFormat } from '@desk/schema/statements/statement'
import { Stream } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { STREAMED_HEADER } from '#kernel/http/contract-adapter'
import { sheetsOf } from './signed-sheets.ts'

/** Rows of a signed file, some at a time: its head, its lines, its seal. */
export type SignedRows = AsyncGenerator<readonly (readonly SignedCell[])[], void, undefined>

const MEDIA_TYPES: Readonly<Record<StatementFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** Of columns whose texts are long; hashes and the seal are wider than anybody reads. */
const WIDTHS: Readonly<Record<string, number>> = {
  at: 26,
  rdud: 40,
  source_name: 24,
  survey_name: 24,
  project_name: 24,
}
const WIDTH = 12

/** A signed file as CSV, some bytes at a time. */
export async function* signedCsv(portions: SignedRows): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  for await (const rows of portions) if (rows.length > 0) yield encoder.encode(rows.map(csvRow).join(''))
}

/** A signed file as a workbook, some bytes at a time. Texts are cells of text, which nothing runs; beyond what a sheet holds another one follows. */
export async function* signedXlsx(portions: SignedRows): AsyncGenerator<Uint8Array, void, undefined> {
  const head = await portions.next()
  const [columns = [], ...first] = head.done === true ? [] : head.value
  async function* others() {
    yield first.map(written)
    for await (const rows of portions) yield rows.map(written)
  }
  const source = others()
  try {
    yield* sheetsOf({
      head: columns,
      widths: columns.map(column => WIDTHS[String(column)] ?? WIDTH),
      portions: source,
    })
  } finally {
    // a file that nobody reads on ends the reading of its lines
    await source.return()
    await portions.return()
  }
}

const written = (cells: readonly SignedCell[]) => cells.map(workbookCell)

/** Answers with a signed file that is passed on while it is made. @param name without what tells its format */
export const signedAnswer = (name: string, format: StatementFormat, portions: SignedRows) =>
  HttpServerResponse.stream(
    Stream.fromAsyncIterable(format === 'csv' ? signedCsv(portions) : signedXlsx(portions), error => error),
    {
      contentType: MEDIA_TYPES[format],
      headers: { 'content-disposition': `attachment; filename="${name}.${format}"`, [STREAMED_HEADER]: '1' },
    },
  )
