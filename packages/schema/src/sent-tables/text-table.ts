import { TABLE_KINDS, type TableKind, type TableKindName } from './table-kinds.ts'
import { isFilled, UnreadableTable, type TableRow } from './table-row.ts'
import { textRows } from './text-rows.ts'

/** In this order where nothing else decides: a comma may be the sign of decimals or of a comment, the others seldom are. */
const DELIMITERS = ['\t', ';', '|', ','] as const
/** The delimiter is judged by the first filled rows; by more where none of these has one. */
const JUDGED_ROWS = 100
const JUDGED_ROWS_MOST = 1_000
const JUDGED_WITHIN_LINES = 10_000
/** The first line by which some spreadsheets name the delimiter. */
const NAMED = /^\uFEFF?"?sep=(.)"?[ \t]*(?:\r\n|\n|\r|$)/i

/** A text as a table. */
export interface TextTable {
  /** Null: no row has one. */
  readonly delimiter: string | null
  readonly rows: Iterable<TableRow>
}

/** Reads a text by the delimiter that is asked for, that it names itself, or that its rows show. */
export function textTable(text: string, kind: TableKindName, asked?: string): TextTable {
  const named = NAMED.exec(text)?.[1]
  const delimiter = asked ?? named ?? judgedDelimiter(text, TABLE_KINDS[kind])
  const rows = textRows(text, delimiter)
  if (named !== undefined) rows.next()
  return { delimiter, rows }
}

/** The delimiter that gives the most cells which such a table has, then the most rows of one width. */
function judgedDelimiter(text: string, { fits }: TableKind): string | null {
  for (const among of [JUDGED_ROWS, JUDGED_ROWS_MOST]) {
    let best: { readonly sign: string; readonly fitting: number; readonly even: number } | null = null
    for (const sign of DELIMITERS) {
      const rows = firstRows(text, sign, among).filter(({ length }) => length > 1)
      if (rows.length === 0) continue
      const widths = new Map<number, number>()
      for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1)
      const even = Math.max(...widths.values())
      const fitting = rows.flat().filter(cell => fits(cell.trim())).length
      if (best === null || fitting > best.fitting || (fitting === best.fitting && even > best.even))
        best = { sign, fitting, even }
    }
    if (best !== null) return best.sign
  }
  return DELIMITERS.find(sign => text.includes(sign)) ?? null
}

/** The first filled rows as a sign divides them; those before a row that cannot be read. */
function firstRows(text: string, sign: string, most: number): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  try {
    for (const { row, cells } of textRows(text, sign)) {
      if (isFilled(cells)) found.push(cells)
      if (found.length === most || row >= JUDGED_WITHIN_LINES) break
    }
  } catch (error) {
    // the reader of all rows says it
    if (!(error instanceof UnreadableTable)) throw error
  }
  return found
}
