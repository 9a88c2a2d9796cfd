import { FORMULA_START } from '@desk/schema/files/csv-text'
import { csvStart } from '../files/csv-file.ts'
import type { FileColumn, FileNote } from './file-column.ts'

const LINE_END = '\r\n'

/** A text as a cell that no spreadsheet runs as a formula, quoted (§9.11). */
const quoted = (text: string): string => `"${(FORMULA_START.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

function cellOf<Line>({ kind, valueOf }: FileColumn<Line>, line: Line): string {
  const value = valueOf(line)
  if (value === null) return '""'
  // figures are ours: a negative one stays a number
  if (typeof value === 'number') return `"${figureText(kind, value)}"`
  return quoted(value)
}

/** A figure as a spreadsheet reads it: no grouping and no currency sign, at the precision of the screen. */
function figureText(kind: FileColumn<never>['kind'], value: number): string {
  switch (kind) {
    case 'percent':
      return `${(value * 100).toFixed(1)}%`
    case 'money':
    case 'change':
      return value.toFixed(2)
    case 'minutes':
      return value.toFixed(1)
    default:
      return String(value)
  }
}

/** Lines as CSV, some at a time: the columns' names, then a line each, with CRLF (§9.11). */
export async function* csvFile<Line>(
  columns: readonly FileColumn<Line>[],
  batches: AsyncIterable<readonly Line[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield csvStart(columns.map(({ label }) => quoted(label)).join(',') + LINE_END)
  for await (const lines of batches)
    yield Buffer.from(lines.map(line => columns.map(column => cellOf(column, line)).join(',') + LINE_END).join(''))
}

const NOTE_COLUMNS: readonly FileColumn<FileNote>[] = [
  { id: 'note', label: 'Note', kind: 'text', widthPx: 120, valueOf: ([name]) => name },
  { id: 'words', label: 'Words', kind: 'text', widthPx: 360, valueOf: ([, words]) => words },
]

async function* once<Value>(value: Value): AsyncGenerator<Value, void, undefined> {
  yield value
}

/** The notes of a file as a CSV of their own, so that the first row of the file is its head. */
export const notesFile = (notes: readonly FileNote[]): AsyncIterable<Uint8Array> => csvFile(NOTE_COLUMNS, once(notes))
