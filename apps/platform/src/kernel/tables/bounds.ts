import { isFilled, UnreadableTable, type TableRow } from '@desk/schema/sent-tables/table-row'
import type { TableLimits } from './table-parts.ts'

/** Empty rows count for nothing, but each is read. */
const LINES_MAX = 1_000_000
/** A head and titles above it are no rows of the table; the reader of a list counts its own exactly. */
const ROWS_ABOVE_MAX = 20

const counted = (figure: number): string => figure.toLocaleString('en-US')

/** Counts the parts read of a table, over all of its sheets, and refuses any beyond its limits. */
export class Bounds {
  #filledRows = 0
  #cells = 0

  constructor(readonly limits: TableLimits) {}

  /** Counts cells, empty ones too. @param place where they are, such as “row 7 of the sheet “List”” */
  takeCells(count: number, place: () => string): void {
    this.#cells += count
    const { cellsMax, what } = this.limits
    if (this.#cells > cellsMax)
      throw new UnreadableTable(
        `The file has more than ${counted(cellsMax)} cells: ${place()} is beyond them. Save only the columns of ${what}.`,
      )
  }

  takeRow({ row, cells }: TableRow): void {
    const { filledRowsMax } = this.limits
    if (isFilled(cells)) this.#filledRows += 1
    if (this.#filledRows > filledRowsMax + ROWS_ABOVE_MAX || row > LINES_MAX) throw tooManyRows(filledRowsMax)
  }
}

/** The refusal of a table with more rows than this. */
export const tooManyRows = (rowsMax: number): UnreadableTable =>
  new UnreadableTable(`The file has more than ${counted(rowsMax)} rows. Split it.`)
