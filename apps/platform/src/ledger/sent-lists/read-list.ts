import {
  RECONCILIATION_FILE_BYTES_MAX,
  RECONCILIATION_ROWS_MAX,
} from '@desk/schema/reconciliation/reconciliation-forms'
import { idColumnsOf, isMarkHead } from '@desk/schema/sent-tables/heads'
import type { ReadAs, TableReading } from '@desk/schema/sent-tables/table-reading'
import { cellName, UnreadableTable } from '@desk/schema/sent-tables/table-row'
import { Effect } from 'effect'
import { setImmediate } from 'node:timers/promises'
import { tooManyRows } from '#kernel/tables/bounds'
import type { TableLimits, TablePart } from '#kernel/tables/table-parts'
import { readSentTable } from '#kernel/tables/sent-table'
import { columnsOf, lineOf, type Columns } from './columns.ts'
import type { SentLine } from './sent-line.ts'

/** 100,000 rows with all that exports have beside the id take a tenth of it. */
const UNPACKED_BYTES_MAX = 150_000_000
const CELLS_MAX = 2_000_000
const LIMITS: TableLimits = {
  what: 'the list',
  bytesMax: RECONCILIATION_FILE_BYTES_MAX,
  unpackedBytesMax: UNPACKED_BYTES_MAX,
  filledRowsMax: RECONCILIATION_ROWS_MAX,
  cellsMax: CELLS_MAX,
}

/** A list that was sent. */
export interface SentList {
  readonly lines: readonly SentLine[]
  readonly reading: TableReading
}

/** A list as it comes: a pasted text or the bytes of a file. */
export interface ListInput {
  readonly input: string | Uint8Array
  /** Left out: a list of respondents. */
  readonly kind?: 'list' | 'marks'
  readonly asked?: ReadAs
}

/**
 * Reads the lines of a list by its content: CSV, TSV, TXT or XLSX.
 * @param giveWay called between small parts of it: other requests get the event loop
 * @returns a sentence for the person who sent it when it is no list
 */
export const readSentList = Effect.fn('SentLists.read')(function* (
  accountId: number,
  { input, kind = 'list', asked = {} }: ListInput,
  giveWay: () => Promise<unknown> = setImmediate,
) {
  const lines: SentLine[] = []
  let columns: Columns | null = null
  const idColumns = kind === 'marks' ? markColumnOf : idColumnsOf
  const reading = yield* readSentTable(accountId, { kind, input, limits: LIMITS, asked }, async part => {
    if (part.isFirst || columns === null) columns = columnsOf(part.head?.cells ?? null, cellsOf(part), idColumns)
    for (const row of part.rows) {
      const line = row.row + part.linesFrom
      const { ids, reason, comment } = columns
      const fault = row.faults?.find(({ column }) => [...ids, reason, comment].includes(column))
      if (fault !== undefined)
        throw new UnreadableTable(
          `Cell ${cellName(row.row - 1, fault.column)} of the sheet “${part.sheet ?? ''}”: ${fault.message}.`,
        )
      const read = lineOf(row.cells, line, columns)
      if (read === null) continue
      if (lines.length === RECONCILIATION_ROWS_MAX) throw tooManyRows(RECONCILIATION_ROWS_MAX)
      lines.push(read)
    }
    await giveWay()
  })
  if (typeof reading === 'string') return reading
  return lines.length === 0 ? 'The file has no rows.' : ({ lines, reading } satisfies SentList)
})

const cellsOf = ({ rows }: TablePart): readonly (readonly string[])[] => rows.map(({ cells }) => cells)
const markColumnOf = (head: readonly string[]): readonly number[] => {
  const column = head.findIndex(isMarkHead)
  return column < 0 ? [] : [column]
}
