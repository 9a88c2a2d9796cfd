import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { supplyCentsOf } from '@desk/schema/columns/supply-cost'
import type {
  ProjectIndicator,
  ReconciliationSummary,
  WindowMonth,
} from '@desk/schema/reconciliation/reconciliation-summary'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { COMPLETED_AT } from './completed-at-sql.ts'
import { moneyOf, type ChangedMoney } from './on-wire.ts'
import { findProject, findWindow, numberToType, type AccountWindow } from './requests.store.ts'
import { deadlineOf, monthOf, openWindow } from './window-sql.ts'

const DAY_MS = 86_400_000

interface Totals extends ChangedMoney {
  readonly completes: number
  readonly rejected: number
  readonly accepted: number
  readonly rud: string
  readonly requests: number
  readonly lastStoredAt: Date | null
  readonly createdOn: string
}

/** The reconciliation of a project at a glance (api:R4); undefined when the account has no such project. */
export async function readSummary(
  tx: Tx,
  accountId: number,
  projectId: number,
  isSupplySeen: boolean,
  now: Date,
): Promise<ReconciliationSummary | undefined> {
  const project = await findProject(tx, accountId, projectId)
  if (project === undefined) return undefined
  const window = await findWindow(tx, accountId)
  const { rows } = await sql<Totals>`
    select coalesce(o.completes, 0)::float8 as completes, coalesce(o.code_50, 0)::float8 as rejected, coalesce(o.code_51, 0)::float8 as accepted,
      coalesce(n.rud, '') as rud, n.requests, n.sell_cents as "sellCents", n.supply_cents as "supplyCents", n.changes, n.priced_changes as "pricedChanges", n.last_stored_at as "lastStoredAt",
      to_char(${project.createdAt}::timestamptz at time zone ${window.zone}::text, 'YYYY-MM-DD') as "createdOn"
    from (
      select (array_agg(r.reconciliation_id::text order by r.stored_at desc) filter (where r.version = 'old' and r.kind = 'file' and r.state = 'stored'))[1] as rud,
        count(*)::int as requests, coalesce(sum(r.sell_cents) filter (where r.state in ('stored', 'undone')), 0)::float8 as sell_cents,
        coalesce(sum(r.supply_cents) filter (where r.state in ('stored', 'undone')), 0)::float8 as supply_cents,
        coalesce(sum(r.changes) filter (where r.state in ('stored', 'undone')), 0)::int as changes,
        coalesce(sum(r.priced_changes) filter (where r.state in ('stored', 'undone')), 0)::int as priced_changes, max(r.stored_at) as last_stored_at
      from reconciliation r where r.account_id = ${accountId} and r.project_id = ${projectId}
    ) n
    left join rollup o on o.account_id = ${accountId} and o.scope = 1 and o.scope_id = ${projectId}`.execute(tx)
  const [totals] = rows
  if (totals === undefined) throw new Error('A query without a condition gives one row')
  const months = await listMonths(tx, accountId, projectId, window, isSupplySeen, now)
  const open = months.filter(({ is_open, completes }) => is_open && completes > 0)
  return {
    data: { rud: totals.rud },
    pm_proj_ud: projectId,
    pm_proj_name: project.name,
    pm_proj_rep_num: project.number,
    number_to_type: numberToType(projectId, project),
    created_at: project.createdAt.toISOString(),
    created_on: totals.createdOn,
    time_zone: window.zone,
    window_day: window.day,
    completes: totals.completes,
    rejected: totals.rejected,
    accepted: totals.accepted,
    open_completes: open.reduce((sum, { completes }) => sum + completes, 0),
    next_deadline_at: open.map(({ deadline_at }) => deadline_at).toSorted()[0] ?? null,
    months,
    money: moneyOf(totals, isSupplySeen),
    requests: totals.requests,
    last_stored_at: totals.lastStoredAt?.toISOString() ?? null,
  }
}

/** The completes of this month and the one before: of older ones the window is closed. */
async function listMonths(
  tx: Tx,
  accountId: number,
  projectId: number,
  window: AccountWindow,
  isSupplySeen: boolean,
  now: Date,
): Promise<readonly WindowMonth[]> {
  const { rows } = await sql<
    Omit<WindowMonth, 'deadline_at' | 'is_open' | 'supply_cents' | 'priced_completes'> & {
      readonly deadline_at: Date
      readonly expenseCents: number
      readonly pricedCompletes: number
    }
  >`
    select ${monthOf(window, sql`c.completed_at`)} as month, min(${deadlineOf(window, sql`c.completed_at`)}) as deadline_at,
      count(*) filter (where c.code in (30, 51))::int as completes, count(*) filter (where c.code = 50)::int as rejected,
      coalesce(sum(c.sell_price_cents) filter (where c.code in (30, 51)), 0)::float8 as sell_cents,
      coalesce(sum(c.cpi_cents) filter (where c.code in (30, 51)), 0)::float8 as "expenseCents",
      count(*) filter (where c.code in (30, 51) and c.cpi_cents > 0)::int as "pricedCompletes"
    from (
      select r.code, r.sell_price_cents, r.cpi_cents, ${COMPLETED_AT} as completed_at from respondent r
      where r.account_id = ${accountId} and r.rdud >= ${openWindow(window, now)} and r.project_id = ${projectId} and r.code in (30, 50, 51) and not r.is_test
    ) c
    group by 1 order by 1 desc`.execute(tx)
  return rows.map(({ deadline_at, expenseCents, pricedCompletes, ...month }) => ({
    ...month,
    deadline_at: deadline_at.toISOString(),
    is_open: deadline_at.getTime() > now.getTime(),
    ...(isSupplySeen ? supplyCentsOf({ completes: month.completes, pricedCompletes, expenseCents }) : {}),
  }))
}

interface IndicatorRow {
  readonly id: number
  readonly name: string
  readonly open: number
  readonly closing: number
  readonly cents: number
  readonly closesAt: Date | null
  readonly isThisMonth: boolean | null
  readonly lastAt: Date | null
}

/** The Recon Indicators of these projects, or of all with open completes (api:P14); those that close first come first. */
export async function listIndicators(
  tx: Tx,
  accountId: number,
  projectIds: readonly number[],
  page: Page,
  now: Date,
): Promise<readonly ProjectIndicator[]> {
  const window = await findWindow(tx, accountId)
  const isAll = projectIds.length === 0
  const { rows } = await sql<IndicatorRow>`
    with completes as materialized (
      select c.project_id, ${deadlineOf(window, sql`c.completed_at`)} as deadline_at, c.sell_price_cents from (
        select r.project_id, r.sell_price_cents, ${COMPLETED_AT} as completed_at from respondent r
        where r.account_id = ${accountId} and r.rdud >= ${openWindow(window, now)} and r.code in (30, 51) and not r.is_test
          and (${isAll}::boolean or r.project_id = any (${projectIds}::int[]))
      ) c
    ), closing as (
      select project_id, deadline_at, count(*)::int as n, coalesce(sum(sell_price_cents), 0)::float8 as cents
      from completes where deadline_at > ${now} group by 1, 2
    ), indicators as (
      select project_id, sum(n)::int as open, (array_agg(n order by deadline_at))[1] as closing, sum(cents)::float8 as cents, min(deadline_at) as closes_at
      from closing group by 1
    )
    select p.project_id as id, p.name, coalesce(i.open, 0) as open, coalesce(i.closing, 0) as closing, coalesce(i.cents, 0) as cents, i.closes_at as "closesAt",
      date_trunc('month', (i.closes_at - interval '1 second') at time zone ${window.zone}::text) = date_trunc('month', ${now}::timestamptz at time zone ${window.zone}::text) as "isThisMonth",
      (select max(r.stored_at) from reconciliation r where r.account_id = ${accountId} and r.project_id = p.project_id) as "lastAt"
    from project p left join indicators i on i.project_id = p.project_id
    where p.account_id = ${accountId} and case when ${isAll}::boolean then i.project_id is not null else p.project_id = any (${projectIds}::int[]) end
    order by i.closes_at nulls last, i.cents desc nulls last, p.project_id limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return rows.map(({ id, name, open, closing, cents, closesAt, isThisMonth, lastAt }) => ({
    pm_proj_ud: id,
    pm_proj_name: name,
    open_completes: open,
    closing_completes: closing,
    at_risk_cents: cents,
    currency: ACCOUNT_CURRENCY,
    closes_at: closesAt?.toISOString() ?? null,
    days_left: closesAt === null ? null : Math.floor((closesAt.getTime() - now.getTime()) / DAY_MS),
    last_reconciled_at: lastAt?.toISOString() ?? null,
    closing: isThisMonth === null ? null : isThisMonth ? ('this_month' as const) : ('next_month' as const),
  }))
}
