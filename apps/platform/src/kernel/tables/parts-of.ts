import { FIRST_ROWS, startOfTable, type TableStart } from '@desk/schema/sent-tables/sent-rows'
import type { TableKindName } from '@desk/schema/sent-tables/table-kinds'
import { UnreadableTable, type TableRow } from '@desk/schema/sent-tables/table-row'
import type { TablePart } from './table-parts.ts'

/** So many rows are passed on at a time. */
const PART_ROWS = 500

/** How one sheet or text is read. */
export interface PartsOptions {
  readonly kind: TableKindName
  readonly sheet: string | null
  readonly linesFrom: number
  readonly askedHeadRow: number | undefined
}

/** The rows of one sheet or text in parts, of which the first holds those by which columns are recognised. @returns where it begins */
export async function* partsOf(
  chunks: AsyncIterable<readonly TableRow[]> | Iterable<readonly TableRow[]>,
  { kind, sheet, linesFrom, askedHeadRow }: PartsOptions,
): AsyncGenerator<TablePart, TableStart, undefined> {
  let rows: TableRow[] = []
  let start: TableStart | null = null
  const opened = (): TablePart => {
    start = startOfTable(rows, kind, askedHeadRow)
    if (start.head === null && askedHeadRow !== undefined && askedHeadRow > 0)
      throw new UnreadableTable(
        `There is nothing in row ${askedHeadRow.toLocaleString('en-US')}, which should name the columns${sheet === null ? '' : ` of the sheet “${sheet}”`}. Give another row, or 0 where none does.`,
      )
    return { isFirst: true, sheet, linesFrom, head: start.head, rows: start.rows }
  }
  const first = Math.max(FIRST_ROWS, askedHeadRow ?? 0)
  for await (const chunk of chunks) {
    rows.push(...chunk)
    if (rows.length < (start === null ? first : PART_ROWS)) continue
    yield start === null ? opened() : { isFirst: false, sheet, linesFrom, head: null, rows }
    rows = []
  }
  if (start === null) yield opened()
  else if (rows.length > 0) yield { isFirst: false, sheet, linesFrom, head: null, rows }
  return start ?? { head: null, notRead: [], rows: [] }
}
