import type { SupplierMonth } from '@desk/schema/statements/supplier-desk'
import type { Tx } from '#kernel/db/tx'
import { findWindow } from '../reconciliation/requests.store.ts'
import type { Month } from './months.ts'
import { sumOpen } from './movements.store.ts'
import { findCalendar } from './periods.store.ts'
import { listStatementsOf } from './statements.store.ts'
import { addedPriced, NO_PRICED_LINES, type PricedSums } from './sums.ts'

/** How many months are shown at most: ten years. */
const MONTHS_MAX = 120

const monthOf = (month: Month, state: SupplierMonth['state'], sums: PricedSums): SupplierMonth => ({
  month,
  state,
  ...addedPriced(NO_PRICED_LINES, sums),
})

/** The months in which one supplier has a statement, newest first. @param only one month alone; null: every month */
export async function readSupplierMonths(
  tx: Tx,
  accountId: number,
  supplierId: number,
  only: Month | null,
  at: Date,
): Promise<{ readonly zone: string; readonly months: readonly SupplierMonth[] }> {
  const window = await findWindow(tx, accountId)
  const calendar = await findCalendar(tx, accountId, window, at)
  if (calendar === undefined) return { zone: window.zone, months: [] }
  const closed = await listStatementsOf(tx, accountId, supplierId, MONTHS_MAX)
  const open = await sumOpen(tx, accountId, window, calendar.firstOpen, 'supplier')
  const months = [
    ...open.filter(sums => sums.scopeId === supplierId).map(sums => monthOf(sums.month, 'open', sums)),
    ...closed.map(statement => monthOf(statement.month, 'closed', statement)),
  ]
  return {
    zone: window.zone,
    months: months
      .filter(({ month }) => only === null || month === only)
      .toSorted((one, other) => (one.month < other.month ? 1 : -1))
      .slice(0, MONTHS_MAX),
  }
}
