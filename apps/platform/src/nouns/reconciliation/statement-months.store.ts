import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { RequestRow } from './request-row.ts'
import type { AccountWindow } from './requests.store.ts'
import { monthOf } from './window-sql.ts'

/**
 * The months whose statements have what stored requests adjusted, by request, the oldest first (2026-10): that of the complete, or the first one that was open when it was stored
 * (`movements` has the same). A window is open for completes of two months at most, so that the first and the last complete of a request tell all of its months.
 */
export async function findStatementMonths(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  requests: readonly Pick<RequestRow, 'id' | 'storedAt'>[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const stored = requests.flatMap(({ id, storedAt }) => (storedAt === null ? [] : [id]))
  if (stored.length === 0) return new Map()
  const { rows } = await sql<{ id: number; months: readonly string[] }>`
    select r.reconciliation_id as id, array_agg(distinct booked.month order by booked.month) as months
    from reconciliation r
    cross join lateral (values (r.first_completed_at), (r.last_completed_at)) as moment(at)
    cross join lateral (
      select to_char(to_date(max(p.month), 'YYYY-MM') + interval '1 month', 'YYYY-MM') as next
      from statement_period p where p.account_id = ${accountId} and p.closed_at <= r.stored_at
    ) closed
    cross join lateral (select greatest(${monthOf(window, sql`moment.at`)}, closed.next) as month) booked
    where r.account_id = ${accountId} and r.reconciliation_id = any (${stored}::int[]) and moment.at is not null
    group by r.reconciliation_id`.execute(tx)
  return new Map(rows.map(({ id, months }) => [id, months]))
}
