import type { SupplyCost } from '@desk/schema/columns/supply-cost'
import { DASHBOARD_DAYS, type DashboardFilters } from '@desk/schema/dashboard/dashboard'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { codeList, codesIn } from '#ledger/sums/line-columns'
import { movesWithin } from '#ledger/sums/moves-within'
import { appliedOf, projectsOf, SIGN } from './dashboard.store.ts'

const DAY_MS = 86_400_000
const COMPLETE = codeList(codesIn(['completes']))

/** The ledger's sums of the last days, and the part of them that can still be taken back; money in cents. */
export interface RecentSums extends SupplyCost {
  readonly entrants: number
  /** Of completes with a known length: the lengths of their interviews, measured and stated. */
  readonly interviewSeconds: number
  readonly statedSeconds: number
  /** Sell price of completes whose window of reconciliation is open. */
  readonly atRiskCents: number
}

/** The month, in the account's zone, from which on windows are open: the present one, and the one before it until its day has passed (settlement.md §1). */
async function openSince(tx: Tx, accountId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    select (m.month - case when ${now}::timestamptz < (m.month + make_interval(days => m.day)) at time zone m.zone then interval '1 month' else interval '0' end) at time zone m.zone as since
    from (
      select date_trunc('month', ${now}::timestamptz at time zone z.iana_name) as month, a.reconciliation_window_day::int as day, z.iana_name as zone
      from account a join time_zone z on z.code = a.time_zone_code where a.account_id = ${accountId}
    ) m`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The account of a caller is there')
  return row.since
}

/**
 * Sums of the last days (of UTC), from the ledger's own sums: no respondent is read. The amount at risk is the
 * revenue of the open months' completes, less the part that reconciliations took back.
 */
export async function readRecent(tx: Tx, accountId: number, filters: DashboardFilters, now: Date): Promise<RecentSums> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const since = await openSince(tx, accountId, now)
  const sources = sql`
    select s.source_id from source s join project p on p.account_id = s.account_id and p.project_id = s.project_id
    where s.account_id = ${accountId} and ${projectsOf(accountId, filters)}`
  const lately = new Date(today - (DASHBOARD_DAYS - 1) * DAY_MS)
  const [first, second] = lately < since ? [lately, since] : [since, lately]
  const moves = movesWithin({
    accountId,
    sources,
    isOfAllSources: Object.values(filters).every(choice => choice === undefined),
    // each move is read once: the span that begins first has both parts
    times: [
      { from: first, to: second, isAfter: false },
      { from: second, to: null, isAfter: true },
    ],
    unit: null,
  })
  const within = (from: Date): RawBuilder<unknown> => (from > first ? sql`m.is_after` : sql`true`)
  const isLate = within(lately)
  const { rows } = await sql<RecentSums>`
    select coalesce(sum(m.respondents) filter (where ${isLate} and m.from_code = 0), 0)::bigint as entrants,
      coalesce(sum(m.respondents * ((m.to_code = any(${COMPLETE}))::int - (m.from_code = any(${COMPLETE}))::int)) filter (where ${isLate}), 0)::bigint as completes,
      coalesce(sum(m.expense_cents) filter (where ${isLate}), 0)::bigint as "expenseCents",
      coalesce(sum(m.priced_completes) filter (where ${isLate}), 0)::bigint as "pricedCompletes",
      coalesce(sum(m.interview_seconds) filter (where ${isLate}), 0)::bigint as "interviewSeconds",
      coalesce(sum(m.stated_seconds) filter (where ${isLate}), 0)::bigint as "statedSeconds",
      (coalesce(sum(m.revenue_cents) filter (where ${within(since)} and m.cause not in ('reconciliation', 'undo')), 0) + (
        select coalesce(sum(${SIGN} * coalesce(r.sell_cents, 0)), 0) ${appliedOf(accountId, filters)} and r.completed_at >= ${since}
      ))::bigint as "atRiskCents"
    from ${moves} m`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

/** Live projects with something left to do until their end of field: what they make a day, and what they would have to. */
export interface Pace {
  readonly projects: number
  readonly completes: number
  readonly required: number
}

/** Pace by the completes of the last 24 hours; required is the rest, spread evenly over the days left. */
export async function readPace(tx: Tx, accountId: number, filters: DashboardFilters, now: Date): Promise<Pace> {
  const { rows } = await sql<Pace>`
    select count(*)::int as projects, coalesce(sum(x.made), 0)::float8 as completes, coalesce(sum(x.missing / x.days), 0)::float8 as required
    from (
      select p.target - coalesce(r.completes, 0) as missing, extract(epoch from p.out_of_field_at - ${now}::timestamptz)::float8 / 86400 as days,
        (select coalesce(sum(h.completes_live), 0) from hour_bucket h
          where h.account_id = p.account_id and h.scope = 1 and h.scope_id = p.project_id and h.hour > ${now}::timestamptz - interval '24 hours') as made
      from project p left join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
      where ${projectsOf(accountId, filters)} and p.status = ${STATUS_CODES.live} and p.out_of_field_at > ${now}::timestamptz + interval '1 hour' and p.target > coalesce(r.completes, 0)
    ) x`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}
