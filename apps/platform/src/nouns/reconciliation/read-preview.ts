import { LIST_LIMIT_DEFAULT } from '@desk/api/lists'
import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import type { GiveWay } from '#ledger/batches/right-of-way'
import { guardsOf } from './guards.ts'
import { requestOnWire, seesSupplySide } from './on-wire.ts'
import { NOTHING_BETWEEN } from './progress.ts'
import { findProject, findRequest, findWindow, numberToType } from './requests.store.ts'
import type { RequestRow } from './request-row.ts'
import { listRows } from './rows.store.ts'
import { effectsOnSources, findSums, sumByReason, sumBySupplier } from './sums.store.ts'

/**
 * The effect of storing a judged request, with its first rows, as its caller may see it.
 * @param giveWay called between statements that read all rows
 */
export async function readPreview(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'user' | 'at'>,
  id: number,
  giveWay: GiveWay = NOTHING_BETWEEN.giveWay,
): Promise<ReconciliationPreview> {
  const { accountId, user, at } = actor
  const request = await requireRequest(tx, accountId, id)
  const isSupplySeen = seesSupplySide(user)
  await giveWay()
  const sums = await findSums(tx, accountId, id)
  const sources = await effectsOnSources(tx, accountId, sums)
  const guards = guardsOf(request, sources, isSupplySeen)
  const project = guards.length === 0 ? undefined : await findProject(tx, accountId, request.projectId)
  const suppliers = await sumBySupplier(tx, accountId, sums)
  await giveWay()
  const money = <Sum extends { readonly supply_cents: number | null; readonly priced_completes: number }>({
    supply_cents,
    priced_completes,
    ...sum
  }: Sum) => (isSupplySeen ? { ...sum, supply_cents, priced_completes } : sum)
  const changedSince = request.kind === 'undo' ? notRestored(request) : 0
  return {
    request: requestOnWire(request, isSupplySeen, at),
    digest: request.digest ?? '',
    changes: request.changes,
    open_suggestions: request.openSuggestions,
    number_to_type: project === undefined ? null : numberToType(request.projectId, project),
    guards,
    by_reason: sumByReason(sums).map(sum => ({
      ...money(sum),
      label: sum.reason_code === null ? null : reasonLabel(sum.reason_code),
      is_unticked: sum.reason_code !== null && request.untickedReasons.includes(sum.reason_code),
    })),
    ...(isSupplySeen
      ? {
          by_supplier: suppliers.map(sum => ({
            ...sum,
            is_unticked: sum.pm_sup_ud !== null && request.untickedSuppliers.includes(sum.pm_sup_ud),
          })),
        }
      : {}),
    by_source: sources.map(({ supply_cents: _supplyCents, ...source }) => source),
    changed_since: changedSince,
    rows: await listRows(
      tx,
      accountId,
      id,
      {},
      { limit: LIST_LIMIT_DEFAULT, offset: 0 },
      await findWindow(tx, accountId),
      isSupplySeen,
    ),
  }
}

/** Rows of an undo that something else changed since: of all that could be undone, no other is not eligible. */
const notRestored = ({ outcomes }: RequestRow): number =>
  outcomes.find(({ outcome }) => outcome === 'not_eligible_status')?.rows ?? 0

/** A request that this transaction has just stored or locked. */
export async function requireRequest(tx: Tx, accountId: number, id: number): Promise<RequestRow> {
  const request = await findRequest(tx, accountId, id)
  if (request === undefined) throw new Error('A request that was just written is there')
  return request
}
