import type { Earnings } from '@desk/schema/columns/supply-cost'
import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import type { ProjectFilters } from '@desk/schema/projects/project'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { passing } from '#nouns/projects/project-filters'

const LIVE = sql.lit(STATUS_CODES.live)

/** The number of effectively live objects of an account. */
export interface InField {
  readonly projects: number
  readonly surveys: number
  readonly sources: number
}

/** The effectively live objects among the account's filtered projects. */
export async function countInField(tx: Tx, accountId: number, filters: ProjectFilters): Promise<InField> {
  const { rows } = await sql<InField>`
    with live as (select p.account_id, p.project_id from project p where p.status = ${LIVE} and ${passing(accountId, filters)})
    select (select count(*) from live) as projects,
           (select count(*) from live p join survey v on v.account_id = p.account_id and v.project_id = p.project_id and v.status = ${LIVE}) as surveys,
           (select count(*) from live p join source s on s.account_id = p.account_id and s.project_id = p.project_id and s.status = ${LIVE}
            join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id and v.status = ${LIVE}) as sources`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('Counts without groups are one row.')
  return row
}

// 0: all business units
const ofUnit = (unit: number): RawBuilder<unknown> => (unit === 0 ? sql`true` : sql`p.business_unit_id = ${unit}`)

/** Revenue and cost of the account's filtered projects, each complete at the prices in force when it was made. */
export async function readMoney(tx: Tx, accountId: number, unit: number, filters: ProjectFilters): Promise<Earnings> {
  const { rows } = await sql<Earnings>`
    select coalesce(sum(r.completes), 0)::bigint as completes, coalesce(sum(r.revenue_cents), 0)::bigint as "revenueCents",
           coalesce(sum(r.expense_cents), 0)::bigint as "expenseCents", coalesce(sum(r.priced_completes), 0)::bigint as "pricedCompletes",
           coalesce(sum(r.priced_revenue_cents), 0)::bigint as "pricedRevenueCents"
    from project p join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
    where ${passing(accountId, filters)} and ${ofUnit(unit)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

export async function hasUnit(tx: Tx, accountId: number, unit: number): Promise<boolean> {
  const { rows } =
    await sql`select from business_unit where account_id = ${accountId} and business_unit_id = ${unit}`.execute(tx)
  return rows.length > 0
}

export interface ManagerCounts {
  readonly uid: number
  readonly name: string
  readonly projects: number
  readonly liveProjects: number
  readonly entrants: number
  readonly terms: number
  readonly oQs: number
  readonly completes: number
}

/** Project managers with the figures of their filtered projects, the most completes first. */
export async function listManagers(
  tx: Tx,
  accountId: number,
  unit: number,
  filters: ProjectFilters,
  page: Page,
): Promise<readonly ManagerCounts[]> {
  const { rows } = await sql<ManagerCounts>`
    select coalesce(u.user_id, ${NO_CONSULTANT_UID}::int) as uid, coalesce(min(u.firstname || ' ' || u.lastname), 'Other (no consultant)') as name,
           count(*) as projects, count(*) filter (where p.status = ${LIVE}) as "liveProjects",
           coalesce(sum(r.entrants), 0)::bigint as entrants, coalesce(sum(r.terms), 0)::bigint as terms, coalesce(sum(r.oqs), 0)::bigint as "oQs",
           coalesce(sum(r.completes), 0)::bigint as completes
    from project p
    left join user_account m on m.account_id = p.account_id and m.user_id = p.consultant_user_id
    left join app_user u on u.user_id = m.user_id
    left join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
    where ${passing(accountId, filters)} and ${ofUnit(unit)}
    group by u.user_id order by completes desc, uid limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

/** Completes of the account's projects that pass the filters, between borders; buckets without any are left out. */
export async function sumProjectBuckets(
  tx: Tx,
  accountId: number,
  filters: ProjectFilters,
  borders: readonly Date[],
): Promise<readonly { readonly bucket: number; readonly live: number; readonly test: number }[]> {
  const at = sql`${borders.map(border => border.toISOString())}::timestamptz[]`
  const { rows } = await sql<{ bucket: number; live: number; test: number }>`
    select width_bucket(h.hour, ${at}) - 1 as bucket, sum(h.completes_live)::bigint as live, sum(h.completes_test)::bigint as test
    from project p
    join hour_bucket h on h.account_id = p.account_id and h.scope = 1 and h.scope_id = p.project_id and h.hour >= ${borders[0]} and h.hour < ${borders.at(-1)}
    where ${passing(accountId, filters)} group by 1`.execute(tx)
  return rows
}
