import { findHead, TABLE_KINDS, type TableKindName } from './table-kinds.ts'
import { isFilled, type TableRow } from './table-row.ts'

/** A head is found, and columns are recognised, by so many rows. */
export const FIRST_ROWS = 100

/** The rows of a table from its head on. */
export interface TableStart {
  /** The row that names the columns; null: none does. */
  readonly head: TableRow | null
  /** Filled rows above it. */
  readonly notRead: readonly TableRow[]
  /** All others that were read so far, without the head. */
  readonly rows: readonly TableRow[]
}

/**
 * Splits the first rows of a table at its head.
 * @param askedRow the row that has it, by its number; 0: none has
 */
export function startOfTable(first: readonly TableRow[], kind: TableKindName, askedRow?: number): TableStart {
  const found =
    askedRow === undefined
      ? findHead(
          first.map(({ cells }) => cells),
          TABLE_KINDS[kind],
        )
      : first.findIndex(({ row }) => row === askedRow)
  if (found === null || found < 0) return { head: null, notRead: [], rows: first }
  return {
    head: first[found] ?? null,
    notRead: first.slice(0, found).filter(({ cells }) => isFilled(cells)),
    rows: first.slice(found + 1),
  }
}
