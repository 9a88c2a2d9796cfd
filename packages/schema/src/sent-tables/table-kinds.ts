import { RECONCILIATION_REASONS } from '../reconciliation/reasons.ts'
import { isIdHead, isMarkHead } from './heads.ts'

/**
 * The expectations of a reader for a table that may have titles above it, other sheets beside it, and any delimiter.
 */
export interface TableKind {
  /** Whether a row names the columns. */
  readonly isHead: (cells: readonly string[]) => boolean
  /** Whether a row is one of the table: then no head follows. */
  readonly isData: (cells: readonly string[]) => boolean
  /** Whether a cell is one that such a table has: the delimiter that gives the most of them is taken. */
  readonly fits: (cell: string) => boolean
}

const RDUD = /^[0-9a-z]{1,7}-[0-9a-f]{32}$/i
const REASONS = new Set(
  Object.values(RECONCILIATION_REASONS).flatMap(({ code, label }) => [String(code), label.toLowerCase()]),
)
const isReason = (cell: string): boolean => REASONS.has(cell.toLowerCase())
const isOfList = (cell: string): boolean => RDUD.test(cell) || isReason(cell)

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:]+)(?:\/\d{1,3})?$/i

const FIGURE = /^(?:\p{Sc}|[a-z]{3})?\s?\d+(?:[.,]\d+)?\s?(?:%|min|minutes|\p{Sc}|[a-z]{3})?$/iu
const filled = (cells: readonly string[]): readonly string[] => cells.filter(cell => cell.trim() !== '')

/** The kinds of tables that are sent: respondents, marks of Defender, and the grid of a rate card. */
export const TABLE_KINDS = {
  list: {
    isHead: cells => cells.some(isIdHead),
    isData: cells => cells.some(cell => isOfList(cell.trim())),
    fits: cell => isOfList(cell) || isIdHead(cell),
  },
  marks: {
    isHead: cells => cells.some(isMarkHead),
    isData: cells => cells.some(cell => ADDRESS.test(cell.trim())),
    fits: cell => ADDRESS.test(cell) || isMarkHead(cell),
  },
  rates: {
    // a title fills one cell; incidences are beside a corner that is no figure
    isHead: cells => filled(cells).length > 1 && !FIGURE.test((filled(cells)[0] ?? '').trim()),
    isData: cells => filled(cells).length > 1,
    fits: cell => FIGURE.test(cell),
  },
} as const satisfies Record<string, TableKind>
export type TableKindName = keyof typeof TABLE_KINDS

const HEAD_WITHIN_ROWS = 20

/**
 * Finds the row that names the columns among the first filled rows.
 * @returns its index; null: none does
 */
export function findHead(rows: readonly (readonly string[])[], { isHead, isData }: TableKind): number | null {
  let seen = 0
  for (const [index, cells] of rows.entries()) {
    if (filled(cells).length === 0) continue
    if (isHead(cells)) return index
    if (isData(cells) || (seen += 1) >= HEAD_WITHIN_ROWS) return null
  }
  return null
}
