import { sql, type RawBuilder } from 'kysely'
import type { ReversalCohort } from '#forecasts/reversals'
import type { Tx } from '#kernel/db/tx'
import { ALL_SOURCES } from '#ledger/sums/fold-sums.store'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import { grouped } from '../today/grouped.ts'

/** Months of a whole triangle, the present one included. */
export const TRIANGLE_MONTHS = 12
/** Months whose windows can be open: a window ends in the month after the complete. */
export const OPEN_MONTHS = 2

/** Which completes of an account are asked for; nothing: all. */
export interface ReversalScope {
  readonly projectId?: number | undefined
  readonly supplierId?: number | undefined
  readonly businessUnitId?: number | undefined
}

/** The months of the account's zone that are read, until now. */
export interface TriangleTime {
  readonly window: AccountWindow
  readonly now: Date
  readonly months: number
}

/** Money of completes, and how many they are. */
export interface Value {
  readonly completes: number
  readonly pricedCompletes: number
  readonly sellCents: number
  readonly supplyCents: number
  /** Of the sell price, that of the completes whose supply price is known. */
  readonly pricedSellCents: number
}

/** Whether the account has the project, supplier and business unit of a scope. */
export async function hasScope(
  tx: Tx,
  accountId: number,
  { projectId, supplierId, businessUnitId }: ReversalScope,
): Promise<boolean> {
  const has = (table: string, column: string, id: number | undefined) =>
    id === undefined
      ? sql`true`
      : sql`exists (select from ${sql.table(table)} o where o.account_id = ${accountId} and ${sql.ref(`o.${column}`)} = ${id})`
  const { rows } = await sql<{ has: boolean }>`
    select ${has('project', 'project_id', projectId)} and ${has('supplier', 'supplier_id', supplierId)} and ${has('business_unit', 'business_unit_id', businessUnitId)} as has`.execute(
    tx,
  )
  return rows[0]?.has === true
}

/** The completes of a month and supplier; a month is year × 12 + month. */
export interface CompletedMonth {
  readonly supplierId: number | null
  readonly month: number
  /** Whether its window is over, so that none is rejected any more. */
  readonly isClosed: boolean
  /** Of all completes that were made. */
  readonly made: Value
  /** Of those rejected and not restored, by months later. */
  readonly rejectedByAge: readonly Value[]
}

const VALUE_COLUMNS = sql.raw(
  'completes, priced_completes as "pricedCompletes", sell_cents as "sellCents", supply_cents as "supplyCents", priced_sell_cents as "pricedSellCents"',
)

/** Year × 12 + month of a time without a zone. */
const monthNo = (time: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(extract(year from ${time}) * 12 + extract(month from ${time}))::int`

/** The last months of the account's zone as `m`, worked out once, not for each row: `month, starts_at, first_day, last_day, ends_at, is_closed`. */
const monthsOf = ({ window: { zone, day }, now, months }: TriangleTime): RawBuilder<unknown> => sql`
  m as materialized (
    select n.*, date_trunc('day', n.starts_at + interval '1 day' - interval '1 microsecond', 'UTC') as first_day, date_trunc('day', n.ends_at, 'UTC') as last_day from (
      select ${monthNo(sql`f.at`)} as month, f.at at time zone ${zone}::text as starts_at, (f.at + interval '1 month') at time zone ${zone}::text as ends_at,
        (f.at + interval '1 month' + make_interval(days => ${day}::int)) at time zone ${zone}::text <= ${now}::timestamptz as is_closed
      from generate_series(date_trunc('month', ${now}::timestamptz at time zone ${zone}::text) - make_interval(months => ${months - 1}),
        date_trunc('month', ${now}::timestamptz at time zone ${zone}::text), interval '1 month') as f(at)
    ) n
  )`

interface MonthRow extends Value {
  readonly supplierId: number
  readonly month: number
  readonly isClosed: boolean
}

interface AdjustedRow extends MonthRow {
  readonly age: number
  /** Rejected or restored; else a complete that a reconciliation made. */
  readonly isRejection: boolean
}

const ofProject = ({ projectId, businessUnitId }: ReversalScope): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(projectId === undefined ? [] : [sql`p.project_id = ${projectId}`]),
      ...(businessUnitId === undefined ? [] : [sql`p.business_unit_id = ${businessUnitId}`]),
    ],
    sql` and `,
  )

/** The sums of the ledger that completes of a scope are in: those of its sources, or of the whole account. */
const sourcesOf = (accountId: number, scope: ReversalScope): RawBuilder<unknown> =>
  scope.projectId === undefined && scope.businessUnitId === undefined
    ? sql`(select ${sql.lit(ALL_SOURCES)} as source_id)`
    : sql`(select s.source_id from source s join project p on p.account_id = s.account_id and p.project_id = s.project_id
        where s.account_id = ${accountId} and ${ofProject(scope)})`

/**
 * Completes that returns made, less those that a return took back. Whole days of UTC are read by day, the ends of a month by hour;
 * half an hour of a zone counts with the hour that holds midnight, as in reports.
 */
function madeRows(accountId: number, scope: ReversalScope, time: TriangleTime): RawBuilder<MonthRow> {
  const within = (grain: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`
    select h.* from ledger_sum h where h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = ${sql.lit(grain)} and h.starts_at >= ${from} and h.starts_at < ${to}`
  const firstDay = sql`m.first_day`
  const lastDay = sql`m.last_day`
  const sign = sql`case when h.to_code in (30, 51) then 1 else -1 end`
  return sql<MonthRow>`
    with ${monthsOf(time)}
    select "supplierId", month, "isClosed", ${VALUE_COLUMNS} from (
      select h.supplier_id as "supplierId", m.month, m.is_closed as "isClosed", sum(${sign} * h.respondents)::int as completes, sum(h.priced_completes)::int as priced_completes,
        sum(h.revenue_cents)::float8 as sell_cents, sum(h.expense_cents)::float8 as supply_cents, sum(h.priced_revenue_cents)::float8 as priced_sell_cents
      from m cross join ${sourcesOf(accountId, scope)} o
      cross join lateral (
        ${within('day', firstDay, lastDay)}
        union all ${within('hour', sql`date_trunc('hour', m.starts_at, 'UTC')`, firstDay)}
        union all ${within('hour', lastDay, sql`date_trunc('hour', m.ends_at, 'UTC')`)}
      ) h
      where h.request = 0 and (h.to_code in (30, 51)) <> (h.from_code in (30, 51))
        and ${scope.supplierId === undefined ? sql`true` : sql`h.supplier_id = ${scope.supplierId}`}
      group by 1, 2, 3
    ) n`
}

/** Completes that stored reconciliations took back, restored or made, by the month of the complete. An undo is one that leads back. */
function adjustedRows(accountId: number, scope: ReversalScope, time: TriangleTime): RawBuilder<AdjustedRow> {
  const { zone } = time.window
  const leaves = sql`(case when r.from_code in (30, 51) then 1 else 0 end - case when r.to_code in (30, 51) then 1 else 0 end)`
  const sell = sql`coalesce(r.sell_cents, 0)`
  const supply = sql`coalesce(r.supply_cents, 0)`
  return sql<AdjustedRow>`
    with ${monthsOf(time)}, q as materialized (
      select q.account_id, q.reconciliation_id, ${monthNo(sql`(q.stored_at at time zone ${zone}::text)`)} as month
      from reconciliation q join project p on p.account_id = q.account_id and p.project_id = q.project_id
      where q.account_id = ${accountId} and q.state in ('stored', 'undone') and ${ofProject(scope)} and q.stored_at >= (select min(m.starts_at) from m)
    )
    select "supplierId", month, "isClosed", age, "isRejection", ${VALUE_COLUMNS} from (
      select coalesce(r.supplier_id, 0) as "supplierId", m.month, m.is_closed as "isClosed",
        greatest(0, q.month - m.month) as age, (r.from_code = 50 or r.to_code = 50) as "isRejection",
        sum(${leaves})::int as completes, coalesce(sum(${leaves}) filter (where ${supply} > 0), 0)::int as priced_completes, sum(${leaves} * ${sell})::float8 as sell_cents,
        sum(${leaves} * ${supply})::float8 as supply_cents, coalesce(sum(${leaves} * ${sell}) filter (where ${supply} > 0), 0)::float8 as priced_sell_cents
      from q join reconciliation_row r on r.account_id = q.account_id and r.reconciliation_id = q.reconciliation_id and r.is_applied
      join m on r.completed_at >= m.starts_at and r.completed_at < m.ends_at
      where ${leaves} <> 0 and ${scope.supplierId === undefined ? sql`true` : sql`r.supplier_id = ${scope.supplierId}`}
      group by 1, 2, 3, 4, 5
    ) n`
}

const NOTHING: Value = { completes: 0, pricedCompletes: 0, sellCents: 0, supplyCents: 0, pricedSellCents: 0 }
const plus = (one: Value, other: Value, times: 1 | -1 = 1): Value => ({
  completes: one.completes + times * other.completes,
  pricedCompletes: one.pricedCompletes + times * other.pricedCompletes,
  sellCents: one.sellCents + times * other.sellCents,
  supplyCents: one.supplyCents + times * other.supplyCents,
  pricedSellCents: one.pricedSellCents + times * other.pricedSellCents,
})

/** The completes of the last months by supplier, with those of them that were rejected by months later. */
export async function readTriangle(
  tx: Tx,
  accountId: number,
  scope: ReversalScope,
  time: TriangleTime,
): Promise<readonly CompletedMonth[]> {
  const { rows: returned } = await madeRows(accountId, scope, time).execute(tx)
  const { rows: adjusted } = await adjustedRows(accountId, scope, time).execute(tx)
  const keyOf = ({ supplierId, month }: MonthRow): string => `${supplierId} ${month}`
  return grouped<MonthRow | AdjustedRow>([...returned, ...adjusted], keyOf).flatMap(rows =>
    rows.slice(0, 1).map(({ supplierId, month, isClosed }): CompletedMonth => {
      const rejected = rows.flatMap(row => ('age' in row && row.isRejection ? [row] : []))
      const ages = Math.max(0, ...rejected.map(({ age }) => age + 1))
      return {
        supplierId: supplierId === 0 ? null : supplierId,
        month,
        isClosed,
        made: rows.reduce(
          (sum, row) => ('age' in row ? (row.isRejection ? sum : plus(sum, row, -1)) : plus(sum, row)),
          NOTHING,
        ),
        rejectedByAge: Array.from({ length: ages }, (_, age) =>
          rejected.filter(row => row.age === age).reduce((sum, row) => plus(sum, row), NOTHING),
        ),
      }
    }),
  )
}

/**
 * A row of the triangle in one of its values. Where the window is over, all ages until now are.
 * @param nowMonth the present month
 */
export function cohortOf(
  { supplierId, month, isClosed, made, rejectedByAge }: CompletedMonth,
  nowMonth: number,
  centsOf: (value: Value) => number,
): ReversalCohort {
  const ages = nowMonth - month + (isClosed ? 1 : 0)
  const rejected = (age: number): number => centsOf(rejectedByAge[age] ?? NOTHING)
  return {
    supplierId,
    month,
    completedCents: Math.max(0, centsOf(made)),
    rejectedCentsByAge: Array.from({ length: ages }, (_, age) => rejected(age)),
    runningCents: Math.max(0, rejected(ages)),
  }
}

/** The completes of a month that are left. */
export const leftOf = ({ made, rejectedByAge }: CompletedMonth): Value =>
  rejectedByAge.reduce((left, rejected) => plus(left, rejected, -1), made)
