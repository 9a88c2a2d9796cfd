import { CLOSES_AFTER_DAYS } from '@desk/schema/statements/statement'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import { deadlineOf, monthOf } from '../reconciliation/window-sql.ts'
import { nextMonth, type Month } from './months.ts'

/** The periods of an account: every month before `firstOpen` is closed. */
export interface Calendar {
  /** The month of the first respondent. */
  readonly first: Month
  readonly firstOpen: Month
  /** The month of now. */
  readonly current: Month
}

/** The account's calendar; undefined: no respondent has entered yet. */
export async function findCalendar(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  at: Date,
): Promise<Calendar | undefined> {
  const { rows } = await sql<{ first: Month | null; lastClosed: Month | null; current: Month }>`
    select ${monthOf(window, sql`(select r.entered_at from respondent r where r.account_id = ${accountId} order by r.rdud limit 1)`)} as first,
      (select max(month) from statement_period where account_id = ${accountId}) as "lastClosed", ${monthOf(window, sql`${at}::timestamptz`)} as current`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined || row.first === null) return undefined
  const { first, lastClosed, current } = row
  return { first, current, firstOpen: lastClosed === null ? first : nextMonth(lastClosed) }
}

/** A closed period. */
export interface ClosedPeriod {
  readonly month: Month
  readonly closedAt: Date
  readonly closedBy: string | null
}

/** The closed ones of these months. */
export async function listClosed(
  tx: Tx,
  accountId: number,
  from: Month,
  to: Month,
): Promise<ReadonlyMap<Month, ClosedPeriod>> {
  const { rows } = await sql<ClosedPeriod>`
    select p.month, p.closed_at as "closedAt", ${userName('p.account_id', 'p.closed_by')} as "closedBy"
    from statement_period p where p.account_id = ${accountId} and p.month between ${from} and ${to}`.execute(tx)
  return new Map(rows.map(row => [row.month, row]))
}

/** When a month closes by itself: days after the window of its completes has ended. */
export async function closesAt(tx: Tx, window: AccountWindow, month: Month): Promise<Date> {
  const first = sql`(${`${month}-01`}::date::timestamp at time zone ${window.zone}::text)`
  const { rows } = await sql<{ at: Date }>`
    select (((${deadlineOf(window, first)}) at time zone ${window.zone}::text + make_interval(days => ${CLOSES_AFTER_DAYS})) at time zone ${window.zone}::text) as at`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('A month has a deadline')
  return row.at
}

/** Lets closings of one account run one after the other, until the transaction ends. */
export async function holdPeriods(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('statement periods', ${accountId}))`.execute(tx)
}

export async function insertPeriod(
  tx: Tx,
  accountId: number,
  month: Month,
  closedBy: number | null,
  at: Date,
): Promise<void> {
  await sql`insert into statement_period (account_id, month, closed_at, closed_by) values (${accountId}, ${month}, ${at}, ${closedBy})`.execute(
    tx,
  )
}

/** Accounts with respondents, a page of them by id: a period of theirs may be due. */
export async function listAccounts(tx: Tx, afterId: number, limit: number): Promise<readonly number[]> {
  const { rows } = await sql<{ accountId: number }>`
    select a.account_id as "accountId" from account a
    where a.account_id > ${afterId} and exists (select from respondent r where r.account_id = a.account_id)
    order by a.account_id limit ${limit}`.execute(tx)
  return rows.map(({ accountId }) => accountId)
}
