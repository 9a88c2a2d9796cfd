import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { ClosingProject } from '../alerts/sweep-closing-windows.ts'
import { COMPLETED_AT } from './completed-at-sql.ts'
import { findWindow } from './requests.store.ts'
import { openWindow } from './window-sql.ts'

const DAY_MS = 86_400_000

/** The window of an account that closes next. */
interface NextClosing {
  readonly closesAt: Date
  /** The month whose completes it is of: its beginning and end. */
  readonly from: Date
  readonly until: Date
}

/**
 * The projects with completes of last month without a reconciliation since that month, while their window closes
 * within so many days. A window that closes later than that costs one small query.
 */
export async function listClosingProjects(
  tx: Tx,
  accountId: number,
  withinDays: number,
  now: Date,
): Promise<readonly ClosingProject[]> {
  const window = await findWindow(tx, accountId)
  const month = sql`date_trunc('month', ${now}::timestamptz at time zone ${window.zone}::text)`
  const { rows: dates } = await sql<NextClosing>`
    select (${month} + make_interval(days => ${window.day}::int)) at time zone ${window.zone}::text as "closesAt",
      (${month} - interval '1 month') at time zone ${window.zone}::text as "from", ${month} at time zone ${window.zone}::text as "until"`.execute(
    tx,
  )
  const [next] = dates
  if (next === undefined) throw new Error('A query without a table gives one row')
  const leftMs = next.closesAt.getTime() - now.getTime()
  if (leftMs <= 0 || leftMs > withinDays * DAY_MS) return []
  const { rows } = await sql<Omit<ClosingProject, 'daysLeft'>>`
    select c.project_id as "projectId", count(*)::int as completes from (
      select r.project_id, ${COMPLETED_AT} as completed_at from respondent r
      where r.account_id = ${accountId} and r.rdud >= ${openWindow(window, now)} and r.code in (30, 51) and not r.is_test
    ) c
    where c.completed_at >= ${next.from} and c.completed_at < ${next.until}
      and not exists (select from reconciliation q where q.account_id = ${accountId} and q.project_id = c.project_id
        and q.kind <> 'undo' and q.state = 'stored' and q.stored_at >= ${next.until})
    group by 1 order by 1`.execute(tx)
  return rows.map(row => ({ ...row, daysLeft: Math.floor(leftMs / DAY_MS) }))
}
