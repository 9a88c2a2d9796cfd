import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { supplyCentsOf } from '@desk/schema/columns/supply-cost'
import { may, type PermissionFacts } from '@desk/schema/permissions/permissions'
import type { ReconciliationMoney, ReconciliationRequest } from '@desk/schema/reconciliation/reconciliation-request'
import type { RequestRow } from './request-row.ts'

/** Whether a caller sees suppliers and supply prices. */
export const seesSupplySide = (user: PermissionFacts): boolean => may(user, 'see the supply side')

/** Completes that requests changed, and what that changed in money. */
export type ChangedMoney = Pick<RequestRow, 'changes' | 'pricedChanges' | 'sellCents' | 'supplyCents'>

/** Sums of money as a caller sees them. */
export const moneyOf = (
  { changes, pricedChanges, sellCents, supplyCents }: ChangedMoney,
  isSupplySeen: boolean,
): ReconciliationMoney => ({
  currency: ACCOUNT_CURRENCY,
  sell_cents: sellCents,
  completes: changes,
  ...(isSupplySeen
    ? supplyCentsOf({ completes: changes, pricedCompletes: pricedChanges, expenseCents: supplyCents })
    : {}),
})

/**
 * A request as it goes over the wire.
 * @param now decides whether it can still be undone
 * @param statementMonths of a stored one, as `findStatementMonths` has them
 */
export function requestOnWire(
  row: RequestRow,
  isSupplySeen: boolean,
  now: Date,
  statementMonths: readonly string[] = [],
): ReconciliationRequest {
  const canBeUndone =
    row.state === 'stored' &&
    row.kind !== 'undo' &&
    row.kind !== 'dispute' &&
    row.undoUntil !== null &&
    row.undoUntil.getTime() > now.getTime()
  return {
    reconciliation_ud: row.id,
    pm_proj_ud: row.projectId,
    number: row.number,
    mode: row.mode,
    version: row.version,
    kind: row.kind,
    channel: row.channel,
    state: row.state,
    filename: row.filename,
    sha256: row.sha256,
    reading: row.reading,
    rules_version: row.rulesVersion,
    note: row.note,
    purchase_order: row.purchaseOrder,
    undo_of: row.undoOf,
    undo_of_number: row.undoOfNumber,
    undo_of_supplier: row.undoOfSupplier,
    rows: row.rows,
    rest_rows: row.restRows,
    outcomes: row.outcomes,
    rest_outcomes: row.restOutcomes,
    undone_rows: row.undoneRows,
    money: moneyOf(row, isSupplySeen),
    fault: row.fault,
    by: row.by,
    by_uid: row.byUid,
    at: row.at.toISOString(),
    stored_by: row.storedBy,
    stored_at: row.storedAt?.toISOString() ?? null,
    undo_until: canBeUndone ? row.undoUntil.toISOString() : null,
    statement_months: statementMonths,
  }
}
