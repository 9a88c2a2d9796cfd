import { csvHead, csvRow, type SignedCell } from '@desk/schema/statements/signed-file'
import type { StatementFormat } from '@desk/schema/statements/statement'
import type { FileVersion } from '@desk/schema/statements/statement-csv'
import { Stream } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { MEDIA_TYPES, type FileColumn } from '#kernel/downloads/file-column'
import { xlsxFile } from '#kernel/downloads/xlsx-file'
import { STREAMED_HEADER } from '#kernel/http/contract-adapter'

type Cells = readonly SignedCell[]
/** Rows of a signed file, some at a time: its lines, then its seal. */
export type SignedRows = AsyncGenerator<readonly Cells[], void, undefined>

/** A signed file while it is made. */
export interface SignedFile {
  readonly version: FileVersion
  readonly columns: readonly string[]
  readonly rows: SignedRows
}

/** A signed file as CSV, some bytes at a time. */
export async function* signedCsv({ version, columns, rows }: SignedFile): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvHead(columns, version))
  for await (const portion of rows)
    if (portion.length > 0) yield encoder.encode(portion.map(cells => csvRow(cells, version)).join(''))
}

const UNSIGNED =
  'Unsigned copy: nothing proves that these lines are as they were issued. The CSV file of the same lines is signed; verify that one.'
/** Columns that prove a line, and say nothing to people. */
const PROOFS: ReadonlySet<string> = new Set(['rid_commitment', 'salt', 'previous', 'hash'])
const WIDE: ReadonlySet<string> = new Set(['at', 'rid', 'rdud', 'source_name', 'survey_name', 'project_name'])
const [WIDTH_PX, WIDE_PX] = [90, 220]

/** The lines of a signed file as an unsigned workbook, without hashes and seal: a convenience to sum up and filter. */
export async function* unsignedXlsx({ columns, rows }: SignedFile): AsyncGenerator<Uint8Array, void, undefined> {
  async function* lines() {
    for await (const portion of rows) yield portion.filter(([number]) => typeof number === 'number')
  }
  const shown = columns.map((label, at): FileColumn<Cells> => ({
    id: label,
    label,
    kind: 'text',
    widthPx: WIDE.has(label) ? WIDE_PX : WIDTH_PX,
    valueOf: cells => cells[at] ?? null,
  }))
  const withoutProofs = shown.filter(({ id }) => !PROOFS.has(id))
  yield* xlsxFile('Unsigned copy', withoutProofs, lines(), UNSIGNED)
}

/** Answers with the lines of a signed file, which are passed on while they are read. @param name without what tells its format */
export const signedAnswer = (name: string, format: StatementFormat, file: SignedFile) =>
  HttpServerResponse.stream(
    Stream.fromAsyncIterable(format === 'csv' ? signedCsv(file) : unsignedXlsx(file), error => error),
    {
      contentType: MEDIA_TYPES[format],
      headers: { 'content-disposition': `attachment; filename="${name}.${format}"`, [STREAMED_HEADER]: '1' },
    },
  )
