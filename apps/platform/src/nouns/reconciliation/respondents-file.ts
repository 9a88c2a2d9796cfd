import type { ReconcilableRespondent, RetrievedRespondents } from '@desk/schema/reconciliation/reconciliation-choice'
import { RECONCILIATION_ROWS_MAX } from '@desk/schema/reconciliation/reconciliation-forms'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import type { Page } from '#kernel/lists/page'
import { csvHead, csvLines, priceCell } from '#kernel/files/csv-file'

const COLUMNS = (isSupplySeen: boolean): readonly string[] => [
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

const cellsOf = (respondent: ReconcilableRespondent, isSupplySeen: boolean) => [
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
  return Buffer.concat([
    csvHead(COLUMNS(isSupplySeen)),
    csvLines(respondents.map(respondent => cellsOf(respondent, isSupplySeen))),
  ])
}
