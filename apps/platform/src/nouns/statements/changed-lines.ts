import type { LineKind } from '@desk/schema/statements/statement-line'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { CAUSE } from '#ledger/sums/line-columns'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import { monthOf } from '../reconciliation/window-sql.ts'
import { nextMonth, type Month } from './months.ts'
import { IS_FIRST, movements, MOVES } from './movements-sql.ts'
import type { SourceNamed } from './movements.store.ts'
import { SCOPE_SQL, type StatementScope } from './scopes.ts'
import type { SurveyNamed } from './sell-movements.store.ts'
import { listParts } from './statements.store.ts'
import { added, NO_LINES, sumsOf, type Sums } from './sums.ts'

/** One sum of a statement: its lines of one source, or survey on the sell side, kind, month of origin and price. */
export interface ChangedSum {
  readonly placeId: number
  readonly kind: LineKind
  readonly origin: Month
  readonly priceCents: number
}

/** Which statement changed; a null id: all statements of its month. */
export interface ChangedStatement {
  readonly scope: StatementScope
  readonly month: Month
  readonly scopeId: number | null
  /** Undefined: all of its lines. */
  readonly sum?: ChangedSum | undefined
}

/** The sources `s` that belong to the source or survey of a sum. */
function ofPlace({ scope, sum }: ChangedStatement): RawBuilder<unknown> {
  if (sum === undefined) return sql``
  return sql`and ${scope === 'supplier' ? sql`s.source_id` : sql`s.survey_id`} = ${sum.placeId}`
}

/** The sources `s` that a statement or a sum has lines of, and perhaps others. */
function sourcesOf(accountId: number, of: ChangedStatement): RawBuilder<unknown> {
  const { scope, scopeId } = of
  const ofSum = ofPlace(of)
  if (scopeId === null) return sql`true ${ofSum}`
  const supplied = sql`exists (select from supplier_rollup t where t.account_id = ${accountId} and t.source_id = s.source_id and t.supplier_id = ${scopeId})`
  return sql`${{ supplier: supplied, project: sql`s.project_id = ${scopeId}`, business_unit: sql`coalesce(u.business_unit_id, 0) = ${scopeId}` }[scope]} ${ofSum}`
}

/**
 * The owner of a statement's or a sum's sources, as `monthCompletes` takes it. In a closed month, a business unit has
 * its signed ones: projects may have moved to another one.
 */
export function placesOf(accountId: number, of: ChangedStatement, isClosed: boolean): RawBuilder<unknown> {
  const { scope, scopeId, month } = of
  const source = sql`
    from source s join project u on u.account_id = ${accountId} and u.project_id = s.project_id`
  if (scope === 'business_unit' && isClosed)
    return sql`
      select s.source_id, s.project_id, t.scope_id ${source} join (
        select distinct t.scope_id, (p->>'pm_sy_ud')::int as survey_id from statement t cross join jsonb_array_elements(t.parts) p
        where t.account_id = ${accountId} and t.scope = ${scope} and t.month = ${month}
      ) t on t.survey_id = s.survey_id
      where s.account_id = ${accountId} and ${scopeId === null ? sql`true` : sql`t.scope_id = ${scopeId}`} ${ofPlace(of)}`
  const onlySupplier = sql`(
    select min(t.supplier_id) from supplier_rollup t where t.account_id = ${accountId} and t.source_id = s.source_id having count(*) = 1)`
  const whose = {
    supplier: onlySupplier,
    project: sql`s.project_id`,
    business_unit: sql`coalesce(u.business_unit_id, 0)`,
  }
  return sql`
    select s.source_id, s.project_id, ${whose[scope]} as scope_id ${source} where s.account_id = ${accountId} and ${sourcesOf(accountId, of)}`
}

/**
 * The lines of statements that are not closed, in their present state: `position, at, kind, origin, project_id, rdud,
 * to_code, reason, request, cause, scope_id, cents`.
 * @param which all but the completes of their month, or all
 */
export function openLines(
  accountId: number,
  of: ChangedStatement,
  window: AccountWindow,
  firstOpen: Month,
  which: 'all' | 'adjustments',
): RawBuilder<unknown> {
  const { scope, month, scopeId, sum } = of
  const { id, cents } = SCOPE_SQL[scope]
  const ofSum =
    sum === undefined
      ? sql``
      : sql`and m.kind = ${sum.kind} and m.origin = ${sum.origin} and ${cents} = ${sum.priceCents}`
  // completes of months that are closed, which came later, are adjustments
  const late = month === firstOpen ? sql`e.at < ${startOf(month)}::timestamptz + ${ZONE_MARGIN}` : sql`false`
  const found =
    which === 'all'
      ? movements(accountId, window, firstOpen, sourcesOf(accountId, of))
      : movements(accountId, window, firstOpen, sourcesOf(accountId, of), late)
  return sql`(
    select m.position, m.at, m.kind, m.origin, m.project_id, m.rdud, m.to_code, m.reason, m.request, m.cause, ${id} as scope_id, ${cents} as cents
    from ${found} m
    where m.booked = ${month} ${which === 'all' ? sql`` : sql`and m.kind = 'adjustment'`} ${scopeId === null ? sql`` : sql`and ${id} = ${scopeId}`} ${ofSum}
  )`
}

/** No lines, with the columns of `openLines`. */
export const NO_LINES_SQL = sql`(
  select 0::bigint as position, now() as at, '' as kind, '' as origin, 0 as project_id, null::uuid as rdud, 0::smallint as to_code, null::int as reason, null::int as request, '' as cause, 0 as scope_id, 0 as cents
  where false)`

/** No zone is further from UTC. */
const ZONE_MARGIN = sql`interval '1 day'`
/** Nor are two zones from each other. */
const SHIFT_MARGIN = sql`interval '2 days'`
const startOf = (month: Month): string => `${month}-01T00:00:00Z`

/**
 * The lines of closed statements that came at a moment or later, with the columns of `openLines`. The ledger has
 * their content and time, and never changes; the statement says which lines are its own. Lines of completes come
 * first in a statement, and are of its month, as their returns are. The subject and the amount of an adjustment are
 * read from the signed lines.
 */
export function closedLines(
  accountId: number,
  of: ChangedStatement,
  from: Date,
  which: 'all' | 'adjustments',
): RawBuilder<unknown> {
  const { scope, month, scopeId, sum } = of
  const isSupply = scope === 'supplier'
  const price = isSupply ? sql`coalesce(e.cpi_cents, 0)` : sql`coalesce(e.sell_price_cents, 0)`
  const line = sql`l.account_id = ${accountId} and l.scope = ${scope} and l.month = ${month} and l.scope_id = t.scope_id`
  const move = sql`e.account_id = ${accountId} and e.position = l.position and ${MOVES} and e.at >= ${from}::timestamptz`
  const ofCompletes = sql`
      from statement t join statement_line l on ${line} and l.line <= t.completes join respondent_event e on ${move}`
  // they are few: each is looked up by itself (offset 0)
  const ofAdjustments = sql`
      from statement t cross join lateral (select * from statement_line l where ${line} and l.line > t.completes offset 0) l
      cross join lateral (select * from respondent_event e where ${move} offset 0) e`
  const itsSource = sql`
      join source s on s.account_id = ${accountId} and s.source_id = e.source_id`
  const ofStatement = sql`t.account_id = ${accountId} and t.scope = ${scope} and t.month = ${month} ${scopeId === null ? sql`` : sql`and t.scope_id = ${scopeId}`}
        ${ofPlace(of)}`
  const columns = sql`e.rdud, e.to_code, (e.detail->>'reason')::int as reason, (e.detail->>'request')::int as request, ${CAUSE} as cause, l.scope_id`
  const completes = sql`
      select l.position, e.at, 'complete' as kind, ${month}::text as origin, s.project_id, ${columns}, ${price} as cents
      ${ofCompletes} ${itsSource}
      where ${ofStatement} and ${IS_FIRST} and e.at >= ${startOf(month)}::timestamptz - ${ZONE_MARGIN} and e.at < ${startOf(nextMonth(month))}::timestamptz + ${ZONE_MARGIN}
        ${sum === undefined ? sql`` : sql`and ${price} = ${sum.priceCents}`}`
  const adjustments = sql`
      select l.position, e.at, 'adjustment' as kind, j.origin, s.project_id, ${columns}, j.amount_cents as cents
      ${ofAdjustments} ${itsSource}
      -- parsed once a line, not each time that something of it is named
      cross join lateral (select j.* from json_to_record(l.content::json) as j (origin text, amount_cents int) offset 0) j
      where ${ofStatement} ${sum === undefined ? sql`` : sql`and j.origin = ${sum.origin} and j.amount_cents = ${sum.priceCents}`}`
  if (which === 'adjustments') return sql`(${adjustments})`
  if (sum === undefined) return sql`(${completes} union all ${adjustments})`
  if (sum.kind === 'adjustment') return sql`(${adjustments})`
  return sql`(${completes} ${sum.origin === month ? sql`` : sql`and false`})`
}

/**
 * Whether a closed month has completes that are of another month by now: the zone of its account changed. A statement has its completes in the order of their moments, so
 * that the first and the last of each tell.
 */
export async function hasOthers(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  { scope, month, scopeId }: ChangedStatement,
): Promise<boolean> {
  const { rows } = await sql`
    select from statement t cross join lateral (values (1), (t.completes)) n (line)
    -- each looked up by itself (offset 0): of a month that has just closed PostgreSQL knows nothing yet, and would read all of its lines
    cross join lateral (
      select l.position from statement_line l
      where l.account_id = ${accountId} and l.scope = ${scope} and l.month = ${month} and l.scope_id = t.scope_id and l.line = n.line offset 0) l
    cross join lateral (
      select e.at from respondent_event e where e.account_id = ${accountId} and e.position = l.position and ${MOVES}
        and e.at >= ${startOf(month)}::timestamptz - ${SHIFT_MARGIN} and e.at < ${startOf(nextMonth(month))}::timestamptz + ${SHIFT_MARGIN} offset 0) e
    where t.account_id = ${accountId} and t.scope = ${scope} and t.month = ${month} and t.completes > 0 ${scopeId === null ? sql`` : sql`and t.scope_id = ${scopeId}`}
      and ${monthOf(window, sql`e.at`)} <> ${month} limit 1`.execute(tx)
  return rows.length > 0
}

/** How many completes each closed statement was signed with, or the one sum of completes that is asked about. */
export async function countSigned(
  tx: Tx,
  accountId: number,
  of: ChangedStatement,
): Promise<ReadonlyMap<number, number>> {
  const { scope, month, scopeId, sum } = of
  if (sum !== undefined && scopeId !== null) {
    const { completes } = await sumClosed(tx, accountId, of)
    return new Map(completes === 0 ? [] : [[scopeId, completes]])
  }
  const { rows } = await sql<{ scopeId: number; completes: number }>`
    select scope_id as "scopeId", completes from statement
    where account_id = ${accountId} and scope = ${scope} and month = ${month} and completes > 0 ${scopeId === null ? sql`` : sql`and scope_id = ${scopeId}`}`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.scopeId, row.completes]))
}

/** The signed totals of a closed statement, one of its sums, or all of its month. */
export async function sumClosed(tx: Tx, accountId: number, of: ChangedStatement): Promise<Sums> {
  const { scope, month, scopeId, sum } = of
  if (sum !== undefined && scopeId !== null) {
    const parts = await listParts<Partial<SourceNamed & SurveyNamed>>(tx, accountId, { scope, month, scopeId })
    return sumsOf(
      parts
        .filter(
          ({ stmid, pm_sy_ud: surveyId, kind, origin, price_cents: priceCents }) =>
            (stmid ?? surveyId) === sum.placeId &&
            kind === sum.kind &&
            origin === sum.origin &&
            priceCents === sum.priceCents,
        )
        .map(({ kind, lines, amount_cents: cents }) => ({ kind, lines, cents })),
    )
  }
  const { rows } = await sql<Sums>`
    select coalesce(sum(lines), 0)::int as lines, coalesce(sum(completes), 0)::int as completes, coalesce(sum(complete_cents), 0)::float8 as complete_cents,
      coalesce(sum(adjustments), 0)::int as adjustments, coalesce(sum(adjustment_cents), 0)::float8 as adjustment_cents, coalesce(sum(total_cents), 0)::float8 as total_cents
    from statement where account_id = ${accountId} and scope = ${scope} and month = ${month} ${scopeId === null ? sql`` : sql`and scope_id = ${scopeId}`}`.execute(
    tx,
  )
  return rows.reduce(added, NO_LINES)
}
