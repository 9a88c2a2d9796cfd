import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import type { ReconcilableRespondent, RetrievedRespondents } from '@desk/schema/reconciliation/reconciliation-choice'
import { RECONCILIATION_ROWS_MAX } from '@desk/schema/reconciliation/reconciliation-forms'
import type { ReconciliationRow } from '@desk/schema/reconciliation/reconciliation-row'
import type { RowFilter } from '@desk/schema/reconciliation/row-filter'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { setImmediate } from 'node:timers/promises'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { csvLines, priceCell } from '#kernel/files/csv-file'
import type { AccountWindow } from './requests.store.ts'
import { listRows } from './rows.store.ts'

const PAGE_ROWS = 5_000
/** The rest of an ACCEPT_LIST comes on top of the sent rows. */
const ROWS_MAX = 1_000_000

const ROW_COLUMNS = (isSupplySeen: boolean): readonly string[] => [
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

const cellsOfRow = (row: ReconciliationRow, isSupplySeen: boolean) => [
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

/** The rows of a request as CSV, those that a filter leaves: as they stand, none left out (settlement.md §1). */
export async function rowsAsCsv(
  tx: Tx,
  accountId: number,
  requestId: number,
  filter: RowFilter,
  window: AccountWindow,
  isSupplySeen: boolean,
): Promise<Buffer> {
  const parts = [csvLines([ROW_COLUMNS(isSupplySeen)])]
  for (let offset = 0; offset < ROWS_MAX; offset += PAGE_ROWS) {
    const rows = await listRows(tx, accountId, requestId, filter, { limit: PAGE_ROWS, offset }, window, isSupplySeen)
    parts.push(csvLines(rows.map(row => cellsOfRow(row, isSupplySeen))))
    if (rows.length < PAGE_ROWS) break
    await setImmediate()
  }
  return Buffer.concat(parts)
}

const RESPONDENT_COLUMNS = (isSupplySeen: boolean): readonly string[] => [
  'rdud',
  'rid',
  'state',
  'source',
  ...(isSupplySeen ? ['supplier'] : []),
  'entered_at',
  'completed_at',
  'interview_seconds',
  'sell_price',
  ...(isSupplySeen ? ['supply_price'] : []),
  'deadline',
  'is_open',
]

const cellsOfRespondent = (respondent: ReconcilableRespondent, isSupplySeen: boolean) => [
  respondent.rdud,
  respondent.rid,
  RESPONDENT_STATE_LABELS[respondent.code],
  respondent.source.name,
  ...(isSupplySeen ? [respondent.supplier?.name] : []),
  respondent.entered_at,
  respondent.completed_at,
  respondent.interview_seconds,
  priceCell(respondent.sell_cents),
  ...(isSupplySeen ? [priceCell(respondent.supply_cents)] : []),
  respondent.deadline_at,
  respondent.is_open,
]

/** Chosen respondents as CSV. @param read reads a page of them */
export async function respondentsAsCsv(
  read: (page: Page) => Promise<RetrievedRespondents>,
  isSupplySeen: boolean,
): Promise<Buffer> {
  const { respondents } = await read({ limit: RECONCILIATION_ROWS_MAX, offset: 0 })
  return csvLines([
    RESPONDENT_COLUMNS(isSupplySeen),
    ...respondents.map(respondent => cellsOfRespondent(respondent, isSupplySeen)),
  ])
}
