import type { Earnings, SupplyCost } from '@desk/schema/columns/supply-cost'
import {
  DASHBOARD_DAYS,
  DASHBOARD_MONTHS,
  DASHBOARD_SUPPLIERS,
  type DashboardFilters,
} from '@desk/schema/dashboard/dashboard'
import { RESPONDENT_STATES, type RespondentCode } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { passing } from '#nouns/projects/project-filters'

const CODES: readonly RespondentCode[] = Object.values(RESPONDENT_STATES).map(({ code }) => code)

/** The account's projects `p` that a dashboard is of. */
export const projectsOf = (
  accountId: number,
  { pm_proj_ud: projectId, ...filters }: DashboardFilters,
): RawBuilder<unknown> =>
  projectId === undefined
    ? passing(accountId, filters)
    : sql`${passing(accountId, filters)} and p.project_id = ${projectId}`

/** The sums of a dashboard's projects; money in cents. */
export interface DashboardSums extends Earnings, Readonly<Record<`code_${RespondentCode}`, number>> {
  /** How many projects there are. */
  readonly projects: number
  readonly target: number
  readonly entrants: number
  readonly terms: number
  readonly oQs: number
}

/** Adds up the rollups of the projects. */
export async function readSums(tx: Tx, accountId: number, filters: DashboardFilters): Promise<DashboardSums> {
  const { rows } = await sql<DashboardSums>`
    select count(*)::int as projects, coalesce(sum(p.target), 0)::bigint as target, coalesce(sum(r.entrants), 0)::bigint as entrants,
      coalesce(sum(r.terms), 0)::bigint as terms, coalesce(sum(r.oqs), 0)::bigint as "oQs", coalesce(sum(r.completes), 0)::bigint as completes,
      coalesce(sum(r.revenue_cents), 0)::bigint as "revenueCents", coalesce(sum(r.expense_cents), 0)::bigint as "expenseCents",
      coalesce(sum(r.priced_completes), 0)::bigint as "pricedCompletes", coalesce(sum(r.priced_revenue_cents), 0)::bigint as "pricedRevenueCents",
      ${sql.join(CODES.map(code => sql`coalesce(sum(${sql.ref(`r.code_${code}`)}), 0)::bigint as ${sql.id(`code_${code}`)}`))}
    from project p left join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
    where ${projectsOf(accountId, filters)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

/** The respondents in each state, states without any left out. */
export const statesOf = (sums: DashboardSums): readonly { readonly code: RespondentCode; readonly count: number }[] =>
  CODES.map(code => ({ code, count: sums[`code_${code}`] })).filter(({ count }) => count !== 0)

const hoursOf = (accountId: number, filters: DashboardFilters): RawBuilder<unknown> => sql`
  from project p join hour_bucket h on h.account_id = p.account_id and h.scope = 1 and h.scope_id = p.project_id
  where ${projectsOf(accountId, filters)}`

// the beginning of the first day of the window, in the zone
const firstDay = (now: Date, zone: string): RawBuilder<unknown> =>
  sql`(date_trunc('day', ${now}::timestamptz at time zone ${zone}::text) - make_interval(days => ${DASHBOARD_DAYS - 1})) at time zone ${zone}::text`

const COUNTS = sql`coalesce(sum(h.entrants), 0)::int as entrants, coalesce(sum(h.completes_live), 0)::int as completes`

/** Entrants and completes of the last days by weekday (1: Monday) and hour of the zone; hours without any are left out. */
export async function readHoursOfWeek(
  tx: Tx,
  accountId: number,
  filters: DashboardFilters,
  now: Date,
  zone: string,
): Promise<readonly { weekday: number; hour: number; entrants: number; completes: number }[]> {
  const { rows } = await sql<{ weekday: number; hour: number; entrants: number; completes: number }>`
    select extract(isodow from h.hour at time zone ${zone}::text)::int as weekday, extract(hour from h.hour at time zone ${zone}::text)::int as hour, ${COUNTS}
    ${hoursOf(accountId, filters)} and h.hour >= ${firstDay(now, zone)} group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** Entrants and completes of each of the last days in the zone, the present one last, empty ones too. */
export async function readDays(
  tx: Tx,
  accountId: number,
  filters: DashboardFilters,
  now: Date,
  zone: string,
): Promise<readonly { day: string; entrants: number; completes: number }[]> {
  const { rows } = await sql<{ day: string; entrants: number; completes: number }>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(c.entrants, 0) as entrants, coalesce(c.completes, 0) as completes
    from generate_series(${firstDay(now, zone)} at time zone ${zone}::text, ${now}::timestamptz at time zone ${zone}::text, interval '1 day') as d(day)
    left join (
      select date_trunc('day', h.hour at time zone ${zone}::text) as day, ${COUNTS} ${hoursOf(accountId, filters)} and h.hour >= ${firstDay(now, zone)} group by 1
    ) c on c.day = d.day order by d.day`.execute(tx)
  return rows
}

/** A supplier's part of the projects; money in cents. */
export interface SupplierSums extends SupplyCost {
  readonly id: number | null
  readonly name: string | null
  readonly entrants: number
  readonly rejected: number
}

/** The suppliers of the projects, those with the most entrants first; a null id: respondents who came by none. */
export async function listSuppliers(
  tx: Tx,
  accountId: number,
  filters: DashboardFilters,
): Promise<readonly SupplierSums[]> {
  const { rows } = await sql<SupplierSums>`
    select nullif(r.supplier_id, 0) as id, min(u.name) as name, sum(r.entrants)::bigint as entrants, sum(r.code_30 + r.code_51)::bigint as completes,
      sum(r.code_50)::bigint as rejected, sum(r.expense_cents)::bigint as "expenseCents", sum(r.priced_completes)::bigint as "pricedCompletes"
    from supplier_rollup r
    join source s on s.account_id = r.account_id and s.source_id = r.source_id
    join project p on p.account_id = s.account_id and p.project_id = s.project_id
    left join supplier u on u.account_id = r.account_id and u.supplier_id = r.supplier_id
    where r.account_id = ${accountId} and ${projectsOf(accountId, filters)}
    group by 1 having sum(r.entrants) > 0 order by entrants desc, 1 nulls last limit ${DASHBOARD_SUPPLIERS}`.execute(tx)
  return rows
}

/** Of an applied row, +1 where it became a complete and −1 where it was one: as in the report on reconciliations. */
export const SIGN = sql`(case when r.to_code in (30, 51) then 1 else 0 end - case when r.from_code in (30, 51) then 1 else 0 end)`

/** The applied rows `r` of stored requests. */
export const appliedOf = (accountId: number, filters: DashboardFilters): RawBuilder<unknown> => sql`
  from reconciliation q
  join project p on p.account_id = q.account_id and p.project_id = q.project_id
  join account a on a.account_id = q.account_id
  join time_zone z on z.code = a.time_zone_code
  join reconciliation_row r on r.account_id = q.account_id and r.reconciliation_id = q.reconciliation_id and r.is_applied
  where q.account_id = ${accountId} and q.state in ('stored', 'undone') and ${projectsOf(accountId, filters)}`

/** The changes by stored reconciliations, in cents; an undo is one that leads back. */
export async function readAdjusted(
  tx: Tx,
  accountId: number,
  filters: DashboardFilters,
): Promise<SupplyCost & { readonly revenueCents: number }> {
  const { rows } = await sql<SupplyCost & { readonly revenueCents: number }>`
    select coalesce(sum(${SIGN} * coalesce(r.sell_cents, 0)), 0)::float8 as "revenueCents", coalesce(sum(${SIGN} * coalesce(r.supply_cents, 0)), 0)::float8 as "expenseCents",
      count(*) filter (where ${SIGN} <> 0)::int as completes, count(*) filter (where ${SIGN} <> 0 and r.supply_cents > 0)::int as "pricedCompletes"
    ${appliedOf(accountId, filters)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

/** The completes of a month, and those of them that were rejected so many months later. */
export interface Cohort {
  readonly month: string
  readonly completes: number
  readonly rejected: readonly { readonly months_later: number; readonly count: number }[]
}

/**
 * The last months of completion in the account's zone, the latest first. A rejected complete has left its hour, so
 * that the completes made are the present ones and the rejected ones.
 */
export async function listCohorts(
  tx: Tx,
  accountId: number,
  filters: DashboardFilters,
  now: Date,
): Promise<readonly Cohort[]> {
  const { rows } = await sql<Cohort>`
    with zone as (select z.iana_name as name from account a join time_zone z on z.code = a.time_zone_code where a.account_id = ${accountId}),
    months as (
      select m.month, m.month at time zone zone.name as starts_at from zone,
        generate_series(date_trunc('month', ${now}::timestamptz at time zone zone.name) - make_interval(months => ${DASHBOARD_MONTHS - 1}),
          date_trunc('month', ${now}::timestamptz at time zone zone.name), interval '1 month') as m(month)
    ),
    standing as (
      select date_trunc('month', h.hour at time zone (select name from zone)) as month, sum(h.completes_live)::int as n
      ${hoursOf(accountId, filters)} and h.hour >= (select min(starts_at) from months) group by 1
    ),
    left_again as (
      select date_trunc('month', r.completed_at at time zone z.iana_name) as month,
        (extract(year from age(date_trunc('month', q.stored_at at time zone z.iana_name), date_trunc('month', r.completed_at at time zone z.iana_name))) * 12
          + extract(month from age(date_trunc('month', q.stored_at at time zone z.iana_name), date_trunc('month', r.completed_at at time zone z.iana_name))))::int as months_later,
        -sum(${SIGN})::int as n
      ${appliedOf(accountId, filters)} and r.completed_at >= (select min(starts_at) from months)
        and (r.from_code = 50 or r.to_code = 50)
      group by 1, 2
    ),
    rejected as (
      select month, sum(n)::int as n, jsonb_agg(jsonb_build_object('months_later', months_later, 'count', n) order by months_later) filter (where n <> 0) as by_month
      from left_again group by 1
    )
    select to_char(m.month, 'YYYY-MM') as month, (coalesce(s.n, 0) + coalesce(l.n, 0))::int as completes, coalesce(l.by_month, '[]') as rejected
    from months m left join standing s on s.month = m.month left join rejected l on l.month = m.month
    order by 1 desc`.execute(tx)
  return rows
}
