import type { ReportDimension } from '@desk/schema/reports/report'
import type { LineKeyFields } from '@desk/schema/reports/report-change'
import type { ChangeCause } from '@desk/schema/figures/figure-change'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { among, isOfLine, detailsOf, keysOf, studiesOf, type LineKeys, type ReportScope } from './report-lines.store.ts'

/** Completes that stored requests adjusted, and what that changed in money: negative where less is paid. */
export interface Adjusted {
  readonly rejected: number
  readonly accepted: number
  readonly revenueCents: number
  /** Of those whose supply price is known, and how many these are. */
  readonly expenseCents: number
  readonly pricedCompletes: number
}

/** The adjustments of a month for a reason. */
export interface Adjustment extends Adjusted, LineKeys {
  /** When the request was stored, in the account's zone: 2026-10. */
  readonly month: string
  readonly reasonCode: number | null
}

// of a row, +1 where it became a complete and −1 where it was one: as the requests sum theirs (nouns/reconciliation)
const SIGN = sql`(case when r.to_code in (30, 51) then 1 else 0 end - case when r.from_code in (30, 51) then 1 else 0 end)`
const SUMS = sql`
  count(*) filter (where ${SIGN} < 0)::int as rejected, count(*) filter (where ${SIGN} > 0)::int as accepted,
  coalesce(sum(${SIGN} * coalesce(r.sell_cents, 0)), 0)::float8 as "revenueCents",
  coalesce(sum(${SIGN} * coalesce(r.supply_cents, 0)), 0)::float8 as "expenseCents",
  count(*) filter (where ${SIGN} <> 0 and r.supply_cents > 0)::int as "pricedCompletes"`
const MONTH = sql`to_char(q.stored_at at time zone z.iana_name, 'YYYY-MM')`

/** The applied rows of stored requests that a scope leaves; an undo is a request of its own, whose rows lead back. */
export function appliedOf(accountId: number, scope: ReportScope): RawBuilder<unknown> {
  return sql`
    from reconciliation q
    join account a on a.account_id = q.account_id
    join time_zone z on z.code = a.time_zone_code
    join reconciliation_row r on r.account_id = q.account_id and r.reconciliation_id = q.reconciliation_id and r.is_applied
    left join supplier u on u.account_id = r.account_id and u.supplier_id = r.supplier_id
    join source s on s.account_id = r.account_id and s.source_id = r.source_id
    ${studiesOf(accountId, scope)} and q.account_id = ${accountId} and q.state in ('stored', 'undone')
    and ${among(sql`r.supplier_id`, scope.pm_sup_ud)}
    ${scope.from === undefined ? sql`` : sql`and q.stored_at >= ${scope.from}::timestamptz`}
    ${scope.to === undefined ? sql`` : sql`and q.stored_at < ${scope.to}::timestamptz`}`
}

/** Lines of reconciliation, the last month first. @param by their dimensions beside month and reason, at most two */
export const selectAdjustments = (
  accountId: number,
  scope: ReportScope,
  by: readonly ReportDimension[],
): RawBuilder<Adjustment> => sql`
  select ${keysOf(by)}, ${MONTH} as month, r.reason_code as "reasonCode", ${SUMS}, ${detailsOf(by)} ${appliedOf(accountId, scope)}
  group by 1, 3, 5, 6 order by 5 desc, 1 nulls last, 3 nulls last, 6 nulls last`

/** The total of all lines. */
export async function readAdjusted(tx: Tx, accountId: number, scope: ReportScope): Promise<Adjusted> {
  const { rows } = await sql<Adjusted>`select ${SUMS} ${appliedOf(accountId, scope)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

/** Rows of reconciliations that changed its figures alike. */
export interface AdjustedAlike extends Adjusted {
  readonly isAfter: false
  readonly supplierId: number | null
  readonly cause: ChangeCause
  readonly from: RespondentCode | null
  readonly to: RespondentCode | null
  readonly rule: null
  readonly request: number
  readonly respondents: number
}

/** Holds for rows `r` of requests `q` that belong to a line of reconciliation. */
export const isOfAdjustedLine = (keys: readonly LineKeyFields[]): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...keys.map(key =>
        key.is === 'month'
          ? sql`${MONTH} is not distinct from ${key.id}::text`
          : key.is === 'reason'
            ? sql`r.reason_code::text is not distinct from ${key.id}::text`
            : isOfLine(key),
      ),
    ],
    sql` and `,
  )

/** The changes by the requests stored within the scope's time, for a line or the total. */
export async function listAdjustedAlike(
  tx: Tx,
  accountId: number,
  scope: ReportScope,
  keys: readonly LineKeyFields[],
): Promise<readonly AdjustedAlike[]> {
  const { rows } = await sql<AdjustedAlike>`
    select false as "isAfter", r.supplier_id as "supplierId", case when q.undo_of is null then 'reconciliation' else 'undo' end as cause,
      r.from_code as "from", r.to_code as "to", null as rule, q.reconciliation_id as request, count(*)::int as respondents, ${SUMS}
    ${appliedOf(accountId, scope)} and ${isOfAdjustedLine(keys)}
    group by 2, 3, 4, 5, 7`.execute(tx)
  return rows
}
