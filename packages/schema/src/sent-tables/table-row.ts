/** A row of a table as it was sent. */
export interface TableRow {
  /** The line or the row of the sheet, from 1; empty ones count. */
  readonly row: number
  readonly cells: readonly string[]
  /** The first cells of the row that have no value to read, by column from 0; absent: all have one. */
  readonly faults?: readonly { readonly column: number; readonly message: string }[]
}

/** A file or text that is no table; the message is a sentence for the person who sent it, and says where. */
export class UnreadableTable extends Error {}

/** Whether a row holds anything. */
export const isFilled = (cells: readonly string[]): boolean => cells.some(cell => cell.trim() !== '')

/** The name of a cell as spreadsheets have it. @param row counted from 0 @param column counted from 0 */
export function cellName(row: number, column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters
  return `${letters}${row + 1}`
}
