import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/tx.ts'
import type { RollupCounts } from '../figures/figures.ts'
import type { Page } from '../lists/page.ts'

const LIVE = sql.lit(STATUS_CODES.live)

/** All of an account's traffic, from the rollups of its projects. */
export interface Traffic extends Omit<RollupCounts, 'loiMedianSeconds' | 'lastCompleteAt'> {
  readonly pricedCompletes: number
  readonly liveProjects: number
  readonly liveSurveys: number
  readonly liveSources: number
}

export async function readTraffic(tx: Tx, accountId: number): Promise<Traffic> {
  const { rows } = await sql<Traffic>`
    select coalesce(sum(r.entrants), 0)::bigint as entrants, coalesce(sum(r.eq_terms), 0)::bigint as "eqTerms", coalesce(sum(r.terms), 0)::bigint as terms,
           coalesce(sum(r.oqs), 0)::bigint as "oQs", coalesce(sum(r.sq_terms), 0)::bigint as "sqTerms", coalesce(sum(r.abandons), 0)::bigint as abandons,
           coalesce(sum(r.inflight), 0)::bigint as inflight, coalesce(sum(r.completes), 0)::bigint as completes,
           coalesce(sum(r.priced_completes), 0)::bigint as "pricedCompletes", coalesce(sum(r.expense_cents), 0)::bigint as "expenseCents",
           (select count(*) from project p where p.account_id = ${accountId} and p.status = ${LIVE}) as "liveProjects",
           (select count(*) from survey v join project p on p.account_id = v.account_id and p.project_id = v.project_id
            where v.account_id = ${accountId} and v.status = ${LIVE} and p.status = ${LIVE}) as "liveSurveys",
           (select count(*) from source s join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
            join project p on p.account_id = s.account_id and p.project_id = s.project_id
            where s.account_id = ${accountId} and s.status = ${LIVE} and v.status = ${LIVE} and p.status = ${LIVE}) as "liveSources"
    from rollup r where r.account_id = ${accountId} and r.scope = 1`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

// 0: all business units
const ofUnit = (unit: number): RawBuilder<unknown> => (unit === 0 ? sql`true` : sql`p.business_unit_id = ${unit}`)

export interface Money {
  readonly completes: number
  readonly revenueCents: number
  readonly expenseCents: number
}

/** What the account's projects bring and cost, each complete at the prices in force when it was made. */
export async function readMoney(tx: Tx, accountId: number, unit: number): Promise<Money> {
  const { rows } = await sql<Money>`
    select coalesce(sum(r.completes), 0)::bigint as completes, coalesce(sum(r.revenue_cents), 0)::bigint as "revenueCents",
           coalesce(sum(r.expense_cents), 0)::bigint as "expenseCents"
    from project p join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
    where p.account_id = ${accountId} and ${ofUnit(unit)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

export async function hasUnit(tx: Tx, accountId: number, unit: number): Promise<boolean> {
  const { rows } = await sql`select from business_unit where account_id = ${accountId} and business_unit_id = ${unit}`.execute(tx)
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

/** Project managers with what their projects did, the most completes first. */
export async function listManagers(tx: Tx, accountId: number, unit: number, page: Page): Promise<readonly ManagerCounts[]> {
  const { rows } = await sql<ManagerCounts>`
    select coalesce(u.user_id, ${NO_CONSULTANT_UID}::int) as uid, coalesce(min(u.firstname || ' ' || u.lastname), 'Other (no consultant)') as name,
           count(*) as projects, count(*) filter (where p.status = ${LIVE}) as "liveProjects",
           coalesce(sum(r.entrants), 0)::bigint as entrants, coalesce(sum(r.terms), 0)::bigint as terms, coalesce(sum(r.oqs), 0)::bigint as "oQs",
           coalesce(sum(r.completes), 0)::bigint as completes
    from project p
    left join user_account m on m.account_id = p.account_id and m.user_id = p.consultant_user_id
    left join app_user u on u.user_id = m.user_id
    left join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
    where p.account_id = ${accountId} and ${ofUnit(unit)}
    group by u.user_id order by completes desc, uid limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

/** Completes of the whole account between borders; buckets without any are left out. */
export async function sumAccountBuckets(tx: Tx, accountId: number, borders: readonly Date[]): Promise<readonly { readonly bucket: number; readonly live: number; readonly test: number }[]> {
  const at = sql`${borders.map(border => border.toISOString())}::timestamptz[]`
  const { rows } = await sql<{ bucket: number; live: number; test: number }>`
    select width_bucket(h.hour, ${at}) - 1 as bucket, sum(h.completes_live)::bigint as live, sum(h.completes_test)::bigint as test
    from hour_bucket h where h.account_id = ${accountId} and h.scope = 1 and h.hour >= ${borders[0]} and h.hour < ${borders.at(-1)}
    group by 1`.execute(tx)
  return rows
}
