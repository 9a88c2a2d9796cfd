import { FIRST_ROWS, startOfTable } from '@desk/schema/sent-tables/sent-rows'
import type { SheetReading } from '@desk/schema/sent-tables/table-reading'
import { UnreadableTable, type TableRow } from '@desk/schema/sent-tables/table-row'
import { Bounds } from '../bounds.ts'
import { namedRows } from '../named-rows.ts'
import { partsOf } from '../parts-of.ts'
import type { TableJob, TableParts } from '../table-parts.ts'
import { sheetRows, type SheetRow } from './sheet-rows.ts'
import { readFacts, type WorkbookFacts, type Worksheet } from './workbook-facts.ts'
import { openWorkbook, type WorkbookZip } from './workbook-zip.ts'

/** Reads the table of a workbook: of all shown sheets that name its columns, else of the first that holds anything. */
export async function* workbookParts(job: TableJob, bytes: Buffer): TableParts {
  const { kind, limits, asked } = job
  const zip = await openWorkbook(bytes, limits)
  const facts = await readFacts(zip, limits)
  const chosen = await chooseSheets(zip, facts, job)
  const bounds = new Bounds(limits)
  const read = new Map<Worksheet, Pick<SheetReading, 'head_row' | 'lines_from'>>()
  const rowsNotRead = []
  const seen = { lastRow: 0, hiddenRows: 0 }
  let linesFrom = 0
  for (const sheet of chosen) {
    seen.lastRow = 0
    const start = yield* partsOf(counted(sheetRows(zip, sheet, facts, bounds), bounds, seen), {
      kind,
      sheet: sheet.name,
      linesFrom,
      askedHeadRow: asked.head_row,
    })
    read.set(sheet, { head_row: start.head?.row ?? null, lines_from: linesFrom })
    rowsNotRead.push(...namedRows(start, linesFrom))
    linesFrom += seen.lastRow
  }
  return {
    delimiter: null,
    head_row: null,
    sheets: facts.sheets.map(sheet => ({
      name: sheet.name,
      is_hidden: sheet.isHidden,
      is_read: read.has(sheet),
      ...(read.get(sheet) ?? { head_row: null, lines_from: 0 }),
    })),
    rows_not_read: rowsNotRead,
    hidden_rows: seen.hiddenRows,
  }
}

/** Counts rows as they pass. */
async function* counted(
  chunks: AsyncIterable<readonly SheetRow[]>,
  bounds: Bounds,
  seen: { lastRow: number; hiddenRows: number },
): AsyncGenerator<readonly TableRow[], void, undefined> {
  for await (const chunk of chunks) {
    for (const row of chunk) {
      bounds.takeRow(row)
      seen.lastRow = row.row
      if (row.isHidden) seen.hiddenRows += 1
    }
    yield chunk.map(({ isHidden: _shown, ...row }) => row)
  }
}

async function chooseSheets(
  zip: WorkbookZip,
  facts: WorkbookFacts,
  { kind, limits, asked }: TableJob,
): Promise<readonly Worksheet[]> {
  if (asked.sheet !== undefined) {
    const named = facts.sheets.find(({ name }) => name === asked.sheet)
    if (named === undefined)
      throw new UnreadableTable(
        `The workbook has no sheet “${asked.sheet}”. Its sheets: ${facts.sheets.map(({ name }) => name).join(', ')}.`,
      )
    return [named]
  }
  const withHead: Worksheet[] = []
  let filled: Worksheet | null = null
  for (const sheet of facts.sheets.filter(({ isHidden }) => !isHidden)) {
    const first: TableRow[] = []
    for await (const rows of sheetRows(zip, sheet, facts, new Bounds(limits))) {
      first.push(...rows)
      if (first.length >= FIRST_ROWS) break
    }
    if (first.length === 0) continue
    filled ??= sheet
    // the grid of a rate card is one sheet, whose head any sheet of figures has
    if (startOfTable(first, kind).head !== null) {
      withHead.push(sheet)
      if (kind === 'rates') break
    }
  }
  if (withHead.length > 0) return withHead
  if (filled !== null) return [filled]
  const hidden = facts.sheets.filter(({ isHidden }) => isHidden).map(({ name }) => `“${name}”`)
  throw new UnreadableTable(
    hidden.length === 0
      ? 'The file has no rows.'
      : `The workbook shows no sheet with rows. Hidden sheets are not read: ${hidden.join(', ')}. Show the right one, and save the workbook.`,
  )
}
