import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import type { ReconciliationRow } from '@desk/schema/reconciliation/reconciliation-row'
import type { RowFilter } from '@desk/schema/reconciliation/row-filter'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { Effect } from 'effect'
import { query, type Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { takePlace } from '#kernel/downloads/download-places'
import { MEDIA_TYPES, type StreamedFile } from '#kernel/downloads/file-column'
import { readAllLines } from '#kernel/downloads/line-stream'
import { csvHead, csvLines, priceCell } from '#kernel/files/csv-file'
import { orNotFound } from '#kernel/http/or-not-found'
import { findRequest, findWindow } from './requests.store.ts'
import { allRows } from './rows.store.ts'

const COLUMNS = (isSupplySeen: boolean): readonly string[] => [
  'line',
  'sent',
  'rdud',
  'rid',
  'match',
  'outcome',
  'from',
  'to',
  'reason_code',
  'reason',
  'comment',
  'source',
  ...(isSupplySeen ? ['supplier'] : []),
  'sell_price',
  ...(isSupplySeen ? ['supply_price'] : []),
  'month_of_complete',
  'month_of_adjustment',
  'deadline',
]

const cellsOf = (row: ReconciliationRow, isSupplySeen: boolean) => [
  row.line,
  row.raw_text,
  row.rdud,
  row.rid,
  row.match,
  row.outcome,
  row.from_code === null ? null : RESPONDENT_STATE_LABELS[row.from_code],
  row.to_code === null ? null : RESPONDENT_STATE_LABELS[row.to_code],
  row.reason_code,
  row.reason_code === null ? null : reasonLabel(row.reason_code),
  row.comment,
  row.source?.name,
  ...(isSupplySeen ? [row.supplier?.name] : []),
  priceCell(row.sell_cents),
  ...(isSupplySeen ? [priceCell(row.supply_cents)] : []),
  row.complete_month,
  row.adjustment_month,
  row.deadline_at,
]

async function* rowsAsCsv(
  batches: AsyncIterable<readonly ReconciliationRow[]>,
  isSupplySeen: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield csvHead(COLUMNS(isSupplySeen))
  for await (const rows of batches) yield csvLines(rows.map(row => cellsOf(row, isSupplySeen)))
}

/** Whose rows are asked for, and by whom. */
export interface AskedRows {
  readonly accountId: number
  readonly projectId: number
  readonly requestId: number
  readonly filter: RowFilter
  readonly isSupplySeen: boolean
}

/** Opens the rows of a request as CSV, after a filter: with their present content, none left out (settlement.md §1). */
export const openRowsFile = Effect.fn('Reconciliation.openRowsFile')(function* (
  database: Database['Service'],
  { accountId, projectId, requestId, filter, isSupplySeen }: AskedRows,
) {
  let number = 0
  const isThere = async (tx: Tx) => {
    const request = await findRequest(tx, accountId, requestId)
    number = request?.number ?? 0
    return request?.projectId === projectId
  }
  async function* all(tx: Tx) {
    yield* allRows(tx, accountId, requestId, filter, await findWindow(tx, accountId), isSupplySeen)
  }
  // nothing comes between that would not leave the place again
  const onEnd = yield* takePlace(accountId)
  const found = yield* query(signal => readAllLines(database.core, accountId, { isThere, all }, { signal, onEnd }))
  const { batches, stop } = yield* orNotFound(found)
  return {
    name: `reconciliation-${projectId}-${number}.csv`,
    mediaType: MEDIA_TYPES.csv,
    bytes: rowsAsCsv(batches, isSupplySeen),
    stop,
  } satisfies StreamedFile
})
