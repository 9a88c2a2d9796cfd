import type { EventExport } from '@desk/schema/reconciliation/reconciliation-choice'
import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { Effect } from 'effect'
import { query, type Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { takePlace } from '#kernel/downloads/download-places'
import { MEDIA_TYPES, type StreamedFile } from '#kernel/downloads/file-column'
import { readAllLines } from '#kernel/downloads/line-stream'
import { csvHead, csvLines, priceCell } from '#kernel/files/csv-file'
import { orNotFound } from '#kernel/http/or-not-found'
import { formatRdud } from '#ledger/facts/rdud'
import { allEvents, type EventRow } from './events.store.ts'
import { findProject, findWindow } from './requests.store.ts'

const columns = (isSupplySeen: boolean): readonly string[] => [
  'at',
  'request',
  'undoes',
  'by',
  'rdud',
  'rid',
  'from',
  'to',
  'reason_code',
  'reason',
  'source',
  ...(isSupplySeen ? ['supplier'] : []),
  'sell_price',
  ...(isSupplySeen ? ['supply_price'] : []),
]

const cellsOf = (accountId: number, row: EventRow, isSupplySeen: boolean) => [
  row.at.toISOString(),
  row.request,
  row.undoes,
  row.by,
  formatRdud(accountId, row.hex),
  row.rid,
  RESPONDENT_STATE_LABELS[row.fromCode],
  RESPONDENT_STATE_LABELS[row.toCode],
  row.reasonCode,
  row.reasonCode === null ? null : reasonLabel(row.reasonCode),
  row.source,
  ...(isSupplySeen ? [row.supplier] : []),
  priceCell(row.sellCents),
  ...(isSupplySeen ? [priceCell(row.supplyCents)] : []),
]

async function* eventsAsCsv(
  batches: AsyncIterable<readonly EventRow[]>,
  accountId: number,
  isSupplySeen: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield csvHead(columns(isSupplySeen))
  for await (const rows of batches) yield csvLines(rows.map(row => cellsOf(accountId, row, isSupplySeen)))
}

/** Opens the events of a project's reconciliations as CSV, newest first (api:R8): each respondent that a stored request adjusted. */
export const openEventsFile = Effect.fn('Reconciliation.openEventsFile')(function* (
  database: Database['Service'],
  accountId: number,
  asked: EventExport,
  isSupplySeen: boolean,
) {
  const { pm_proj_ud: projectId } = asked
  const isThere = async (tx: Tx) => (await findProject(tx, accountId, projectId)) !== undefined
  async function* all(tx: Tx) {
    yield* allEvents(tx, accountId, asked, await findWindow(tx, accountId))
  }
  // nothing comes between that would not leave the place again
  const onEnd = yield* takePlace(accountId)
  const found = yield* query(signal => readAllLines(database.core, accountId, { isThere, all }, { signal, onEnd }))
  const { batches, stop } = yield* orNotFound(found)
  return {
    name: `reconciliation-events-${projectId}.csv`,
    mediaType: MEDIA_TYPES.csv,
    bytes: eventsAsCsv(batches, accountId, isSupplySeen),
    stop,
  } satisfies StreamedFile
})
