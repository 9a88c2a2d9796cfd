import type { TableStart } from '@desk/schema/sent-tables/sent-rows'
import type { TableReading } from '@desk/schema/sent-tables/table-reading'

/** The most rows that a reading names. */
const ROWS_SHOWN = 20
const TEXT_MAX_LENGTH = 200

/** The rows above a head, by their lines and what they hold. */
export const namedRows = ({ notRead }: TableStart, linesFrom: number): TableReading['rows_not_read'] =>
  notRead.slice(0, ROWS_SHOWN).map(({ row, cells }) => ({
    line: row + linesFrom,
    text: cells
      .filter(cell => cell.trim() !== '')
      .join(' ')
      .slice(0, TEXT_MAX_LENGTH),
  }))
