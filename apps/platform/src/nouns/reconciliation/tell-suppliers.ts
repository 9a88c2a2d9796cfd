import { SUPPLIER_EVENT } from '@desk/schema/webhooks/event-kinds'
import type { Schema } from 'effect'
import { setImmediate } from 'node:timers/promises'
import type { Tx } from '#kernel/db/tx'
import { listSuppliersWithEndpoints } from '../webhooks/queue.store.ts'
import { recordEvent } from '../webhooks/record-event.store.ts'
import { BEFORE_ALL, listOutcomes, type OutcomeRow } from './outcomes.store.ts'
import type { RequestRow } from './request-row.ts'
import { findWindow, type AccountWindow } from './requests.store.ts'

/** Rows of one message: endpoints have a limit of their own, of about a megabyte. */
const ROWS_A_MESSAGE = 1_000

/** Tells each supplier that has an endpoint what a stored request says of its respondents, in as many messages as it takes. */
export async function tellSuppliers(tx: Tx, accountId: number, request: RequestRow): Promise<void> {
  const suppliers = await listSuppliersWithEndpoints(tx, accountId)
  if (suppliers.length === 0) return
  const window = await findWindow(tx, accountId)
  for (const supplierId of suppliers) {
    let after = BEFORE_ALL
    for (let part = 1; ; part++) {
      const rows: readonly OutcomeRow[] = await readPart(tx, accountId, supplierId, request, window, after)
      const shown = rows.slice(0, ROWS_A_MESSAGE)
      const last = shown.at(-1)
      if (last === undefined) break
      const isLast = rows.length <= ROWS_A_MESSAGE
      await recordEvent(tx, {
        accountId,
        projectId: request.projectId,
        kind: SUPPLIER_EVENT,
        supplierId,
        data: eventData(request, supplierId, shown, { part, isLast }),
      })
      if (isLast) break
      after = last.place
      await setImmediate()
    }
  }
}

/** One row more than a message has: whether another message follows. */
const readPart = (
  tx: Tx,
  accountId: number,
  supplierId: number,
  { id }: RequestRow,
  window: AccountWindow,
  after: OutcomeRow['place'],
): Promise<readonly OutcomeRow[]> =>
  listOutcomes(tx, accountId, supplierId, { requestId: id }, window, after, ROWS_A_MESSAGE + 1)

/** The event for the endpoint of a supplier; prices, notes and the list of the client stay in the desk. */
function eventData(
  { id, projectId, kind, undoOf, storedAt }: RequestRow,
  supplierId: number,
  rows: readonly OutcomeRow[],
  { part, isLast }: { readonly part: number; readonly isLast: boolean },
): Schema.JsonObject {
  return {
    reconciliation_ud: id,
    pm_proj_ud: projectId,
    pm_sup_ud: supplierId,
    undoes: kind === 'undo' ? undoOf : null,
    stored_at: storedAt?.toISOString() ?? null,
    part,
    is_last: isLast,
    rows: rows.map(({ rid, rdud, outcome, reason, complete_month, adjustment_month }) => ({
      rid,
      rdud,
      outcome,
      reason_code: reason,
      complete_month,
      adjustment_month,
    })),
  }
}
