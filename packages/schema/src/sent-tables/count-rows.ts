import { FIRST_ROWS, startOfTable } from './sent-rows.ts'
import { isFilled, UnreadableTable, type TableRow } from './table-row.ts'
import { textTable } from './text-table.ts'

/**
 * How many rows of a pasted list the platform will judge: by the same reader, without a head, the rows above it, and empty rows.
 * @returns a sentence when it cannot be read
 */
export function countSentRows(text: string): number | string {
  try {
    const first: TableRow[] = []
    let rest = 0
    for (const row of textTable(text, 'list').rows)
      if (!isFilled(row.cells)) continue
      else if (first.length < FIRST_ROWS) first.push(row)
      else rest += 1
    return startOfTable(first, 'list').rows.length + rest
  } catch (error) {
    if (error instanceof UnreadableTable) return error.message
    throw error
  }
}
