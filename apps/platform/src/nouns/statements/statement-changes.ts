import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { ChangeCause } from '@desk/schema/figures/figure-change'
import type { RespondentCode } from '@desk/schema/respondents/state'
import {
  STATEMENT_LINES_SHOWN,
  STATEMENT_PARTS_MAX,
  type StatementChange,
  type StatementChangeLine,
  type StatementChangePart,
} from '@desk/schema/statements/statement-change'
import type { LineKind } from '@desk/schema/statements/statement-line'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'
import { findWindow, type AccountWindow } from '../reconciliation/requests.store.ts'
import {
  closedLines,
  countSigned,
  hasOthers,
  NO_LINES_SQL,
  openLines,
  placesOf,
  sumClosed,
  type ChangedStatement,
  type ChangedSum,
} from './changed-lines.ts'
import { monthCompletes, timeOf, type MonthCompletes } from './month-completes.ts'
import { monthBefore, type Month } from './months.ts'
import type { SourceNamed } from './movements.store.ts'
import { findCalendar, listClosed } from './periods.store.ts'
import { hasScope, SCOPE_SQL } from './scopes.ts'
import type { SurveyNamed } from './sell-movements.store.ts'
import { listParts } from './statements.store.ts'
import { added, less, sumsOf } from './sums.ts'

interface Span {
  readonly from: string
  readonly to: string
}

/** Lines alike that came within the time. */
interface Move {
  readonly kind: LineKind
  readonly origin: Month
  readonly projectId: number
  readonly projectName: string
  readonly scopeId: number
  readonly scopeName: string
  readonly cause: ChangeCause
  readonly reason: number | null
  readonly requestNumber: number | null
  readonly undoesNumber: number | null
  readonly lines: number
  readonly cents: number
}

/** The lines of a kind that came before the time, or after it. */
interface Outside {
  readonly isAfter: boolean
  readonly kind: LineKind
  readonly lines: number
  readonly cents: number
}

interface LineRow {
  /** As JSON has it. */
  readonly at: string
  readonly kind: LineKind
  readonly origin: Month
  readonly projectId: number
  readonly hex: string
  readonly toCode: RespondentCode
  readonly reason: number | null
  readonly cents: number
}

/** The changes of a statement or a sum, with the earlier and the later sums. */
interface Moved {
  readonly moves: readonly Move[]
  readonly outside: readonly Outside[]
  readonly newest: readonly LineRow[]
  /** How many completes of the month the ledger has, by whose they are, however late they came. */
  readonly counted: readonly { readonly scopeId: number; readonly lines: number }[]
}

const NO_COMPLETES = sql`(select 0 as phase, 0 as project_id, 0 as scope_id, '' as cause, 0 as lines, 0::bigint as cents where false)`

async function readMoved(
  tx: Tx,
  accountId: number,
  { scope, scopeId, month }: ChangedStatement,
  lines: RawBuilder<unknown>,
  completes: MonthCompletes | undefined,
  { from, to }: Span,
  view: StreamViewType,
): Promise<Moved> {
  // the plain external view knows no abandons, so a late return is a return there (domain.md §4)
  const cause = view === 'internal' ? sql`l.cause` : sql`replace(l.cause, 'late_return', 'returned')`
  const { table, tableId } = SCOPE_SQL[scope]
  const phase = sql`case when l.at < ${from}::timestamptz then 0 when l.at < ${to}::timestamptz then 1 else 2 end`
  const ofMonth = sql`'complete' as kind, ${month}::text as origin`
  const { rows } = await sql<Moved>`
    with ${completes === undefined ? sql`` : sql`${completes.ctes},`} line as materialized ${lines},
    complete as materialized ${completes?.summed ?? NO_COMPLETES},
    part as (
      select ${phase} as phase, l.kind, l.origin, l.project_id, l.scope_id, l.cause, l.reason, l.request, 1 as lines, l.cents from line l
      union all select phase, ${ofMonth}, project_id, scope_id, cause, null, null, lines, cents from complete
    ),
    move as (
      select n.*, coalesce(p.name, '') as "projectName", coalesce(k.name, '') as "scopeName", q.number as "requestNumber", u.number as "undoesNumber"
      from (
        select l.kind, l.origin, l.project_id as "projectId", ${scopeId === null ? sql`l.scope_id` : sql`0`} as "scopeId", ${cause} as cause, l.reason, l.request,
          sum(l.lines)::int as lines, sum(l.cents)::float8 as cents
        from part l where l.phase = 1 group by 1, 2, 3, 4, 5, 6, 7
      ) n
      left join project p on p.account_id = ${accountId} and p.project_id = n."projectId"
      left join ${table} k on k.account_id = ${accountId} and k.${tableId} = n."scopeId"
      left join reconciliation q on q.account_id = ${accountId} and q.reconciliation_id = n.request
      left join reconciliation u on u.account_id = ${accountId} and u.reconciliation_id = q.undo_of
    ), outside as (
      select l.phase = 2 as "isAfter", l.kind, sum(l.lines)::int as lines, sum(l.cents)::float8 as cents from part l where l.phase <> 1 group by 1, 2
    ), newest as (
      select l.at, l.position, l.kind, l.origin, l.project_id as "projectId", replace(l.rdud::text, '-', '') as hex, l.to_code as "toCode", l.reason, l.cents from (
        (select l.at, l.position, l.kind, l.origin, l.project_id, l.rdud, l.to_code, l.reason, l.cents from line l where ${phase} = 1 order by l.at desc, l.position desc limit ${STATEMENT_LINES_SHOWN})
        ${completes === undefined ? sql`` : sql`union all select at, position, ${ofMonth}, project_id, rdud, to_code, null, cents from ${completes.newest(STATEMENT_LINES_SHOWN)} m`}
      ) l order by l.at desc, l.position desc limit ${STATEMENT_LINES_SHOWN}
    ), counted as (
      select scope_id as "scopeId", sum(lines)::int as lines from complete group by 1
    )
    select
      (select coalesce(json_agg(m order by abs(m.cents) desc, m.origin, m."projectId", m."scopeId", m.cause, m.request, m.reason), '[]') from move m) as moves,
      (select coalesce(json_agg(o), '[]') from outside o) as outside,
      (select coalesce(json_agg(n order by n.at desc, n.position desc), '[]') from newest n) as newest,
      (select coalesce(json_agg(c), '[]') from counted c) as counted`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('One row tells all of it')
  return row
}

const newestOf = (accountId: number, rows: readonly LineRow[]): readonly StatementChangeLine[] =>
  rows.map(row => ({
    at: new Date(row.at).toISOString(),
    kind: row.kind,
    origin: row.origin,
    pm_proj_ud: row.projectId,
    rdud: formatRdud(accountId, row.hex),
    to_code: row.toCode,
    reason_code: row.reason,
    amount_cents: row.cents,
  }))

const partOf = (move: Move): StatementChangePart => ({
  kind: move.kind,
  origin: move.origin,
  pm_proj_ud: move.projectId,
  project_name: move.projectName,
  of_id: move.scopeId === 0 ? null : move.scopeId,
  of_name: move.scopeName,
  cause: move.cause,
  reason_code: move.reason,
  request_number: move.requestNumber,
  undoes_number: move.undoesNumber,
  lines: move.lines,
  amount_cents: move.cents,
})

/** The statement's name, as a closed one was signed; undefined: there is none. */
async function findName(
  tx: Tx,
  accountId: number,
  { scope, month, scopeId }: ChangedStatement,
  isClosed: boolean,
): Promise<string | undefined> {
  if (scopeId === null || (scopeId === 0 && !isClosed)) return ''
  const { table, tableId } = SCOPE_SQL[scope]
  const { rows } = await (
    isClosed
      ? sql<{
          name: string
        }>`select scope_name as name from statement where account_id = ${accountId} and scope = ${scope} and month = ${month} and scope_id = ${scopeId}`
      : sql<{ name: string }>`select name from ${table} where account_id = ${accountId} and ${tableId} = ${scopeId}`
  ).execute(tx)
  return rows[0]?.name
}

/** The name of a sum's source or survey, in a closed statement as it was signed. */
async function findPlaceName(
  tx: Tx,
  accountId: number,
  { scope, month, scopeId }: ChangedStatement,
  { placeId }: ChangedSum,
  isClosed: boolean,
): Promise<string> {
  if (isClosed && scopeId !== null) {
    const parts = await listParts<Partial<SourceNamed & SurveyNamed>>(tx, accountId, { scope, month, scopeId })
    const part = parts.find(({ stmid, pm_sy_ud: surveyId }) => (stmid ?? surveyId) === placeId)
    return part?.source_name ?? part?.survey_name ?? ''
  }
  const { rows } = await (
    scope === 'supplier'
      ? sql<{ name: string }>`select name from source where account_id = ${accountId} and source_id = ${placeId}`
      : sql<{ name: string }>`select name from survey where account_id = ${accountId} and survey_id = ${placeId}`
  ).execute(tx)
  return rows[0]?.name ?? ''
}

/** The first millisecond at a moment or after it: lines of the ledger have whole ones. */
const firstMs = (at: string): Date => new Date(Date.parse(at) + (/\.\d{3}\d*[1-9]/.test(at) ? 1 : 0))

/** @param firstOpen undefined: the month is closed */
async function readChange(
  tx: Tx,
  { accountId, view }: { readonly accountId: number; readonly view: StreamViewType },
  of: ChangedStatement,
  window: AccountWindow,
  firstOpen: Month | undefined,
  span: Span,
): Promise<Moved> {
  const isClosed = firstOpen === undefined
  // of lines alike PostgreSQL expects a few and would sort all of them to sum them up
  await sql`set local enable_sort = off`.execute(tx)
  const linesOf = (which: 'all' | 'adjustments') =>
    isClosed
      ? closedLines(accountId, of, new Date(span.from), which)
      : openLines(accountId, of, window, firstOpen, which)
  const everyLine = () =>
    readMoved(tx, accountId, of, linesOf(of.sum?.kind === 'adjustment' ? 'adjustments' : 'all'), undefined, span, view)
  const hasCompletes = of.sum === undefined || (of.sum.kind === 'complete' && of.sum.origin === of.month)
  // in another zone than a month closed in, its completes and those of the next one are not the months'
  const closed: ChangedStatement | undefined = isClosed
    ? of
    : of.month === firstOpen
      ? { scope: 'supplier', month: monthBefore(firstOpen), scopeId: null }
      : undefined
  if (!hasCompletes || (closed !== undefined && (await hasOthers(tx, accountId, window, closed)))) return everyLine()
  const time = await timeOf(tx, window, of.month)
  const [from, to] = [firstMs(span.from), firstMs(span.to)]
  const completes = monthCompletes({ accountId, of, window, time, from, to, places: placesOf(accountId, of, isClosed) })
  const moved = await readMoved(
    tx,
    accountId,
    of,
    of.sum === undefined ? linesOf('adjustments') : NO_LINES_SQL,
    completes,
    span,
    view,
  )
  if (!isClosed) return moved
  // a closed statement has no completes that the ledger has not: where there are as many, none came late
  const signed = await countSigned(tx, accountId, of)
  const isSame =
    moved.counted.length === signed.size && moved.counted.every(({ scopeId, lines }) => signed.get(scopeId) === lines)
  return isSame ? moved : everyLine()
}

/** Why a statement, one of its sums, or all of a month, changed between two moments, in one snapshot with what it comes to; undefined: the account has no such statement. */
export async function readStatementChange(
  tx: Tx,
  { accountId, view }: { readonly accountId: number; readonly view: StreamViewType },
  of: ChangedStatement,
  span: Span,
  at: Date,
): Promise<StatementChange | undefined> {
  const window = await findWindow(tx, accountId)
  const calendar = await findCalendar(tx, accountId, window, at)
  if (calendar === undefined || of.month < calendar.first || of.month > calendar.current) return undefined
  const closed = (await listClosed(tx, accountId, of.month, of.month)).get(of.month)
  if (closed === undefined && !(await hasScope(tx, accountId, of.scope))) return undefined
  const name = await findName(tx, accountId, of, closed !== undefined)
  if (name === undefined) return undefined
  const total = closed === undefined ? undefined : await sumClosed(tx, accountId, of)
  const {
    moves: within,
    outside,
    newest,
  } = await readChange(tx, { accountId, view }, of, window, total === undefined ? calendar.firstOpen : undefined, span)
  const changed = sumsOf(within)
  const before =
    total === undefined
      ? sumsOf(outside.filter(({ isAfter }) => !isAfter))
      : less(total, added(changed, sumsOf(outside.filter(({ isAfter }) => isAfter))))
  if (of.scopeId !== null && before.lines + changed.lines + sumsOf(outside).lines === 0) return undefined
  const rest = within.slice(STATEMENT_PARTS_MAX)
  return {
    month: of.month,
    state: closed === undefined ? 'open' : 'closed',
    closed_at: closed?.closedAt.toISOString() ?? null,
    name,
    sum_of: of.sum === undefined ? null : await findPlaceName(tx, accountId, of, of.sum, closed !== undefined),
    currency: ACCOUNT_CURRENCY,
    from: span.from,
    to: span.to,
    before,
    after: added(before, changed),
    parts: within.slice(0, STATEMENT_PARTS_MAX).map(partOf),
    others: rest.length === 0 ? null : { parts: rest.length, sums: sumsOf(rest) },
    newest: newestOf(accountId, newest),
  }
}
