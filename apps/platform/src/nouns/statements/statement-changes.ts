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
import { CAUSE } from '#ledger/sums/line-columns'
import { findWindow } from '../reconciliation/requests.store.ts'
import type { Month } from './months.ts'
import { movements } from './movements-sql.ts'
import type { SourceNamed } from './movements.store.ts'
import { findCalendar, listClosed } from './periods.store.ts'
import { hasScope, scopeSql, type StatementScope } from './scopes.ts'
import type { SurveyNamed } from './sell-movements.store.ts'
import { listParts } from './statements.store.ts'
import { added, NO_LINES, type Sums } from './sums.ts'

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

interface Span {
  readonly from: string
  readonly to: string
}

/** Lines alike; before and after the time, only kinds are told apart. */
interface Move {
  readonly isWithin: boolean
  readonly isAfter: boolean
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

interface LineRow {
  readonly at: Date
  readonly kind: LineKind
  readonly origin: Month
  readonly projectId: number
  readonly hex: string
  readonly toCode: RespondentCode
  readonly reason: number | null
  readonly cents: number
}

/** What movements `m` of a sum of an open statement have. */
function inOpenSum(accountId: number, scope: StatementScope, sum: ChangedSum | undefined): RawBuilder<unknown> {
  if (sum === undefined) return sql``
  const place =
    scope === 'supplier'
      ? sql`m.source_id = ${sum.placeId}`
      : sql`m.source_id in (select s.source_id from source s where s.account_id = ${accountId} and s.survey_id = ${sum.placeId})`
  return sql`and ${place} and m.kind = ${sum.kind} and m.origin = ${sum.origin} and ${scopeSql(accountId, scope).cents} = ${sum.priceCents}`
}

/** The lines of statements that are not closed, as they stand now. */
function openLines(accountId: number, { scope, month, scopeId, sum }: ChangedStatement, found: RawBuilder<unknown>) {
  const { id, cents } = scopeSql(accountId, scope)
  return sql`(
    select m.position, m.at, m.kind, m.origin, m.project_id, m.rdud, m.to_code, m.reason, m.request, m.cause, ${id} as scope_id, ${cents} as cents
    from ${found} m where m.booked = ${month} ${scopeId === null ? sql`` : sql`and ${id} = ${scopeId}`} ${inOpenSum(accountId, scope, sum)}
  )`
}

/** What signed lines `l` of a sum have. */
const inClosedSum = (scope: StatementScope, sum: ChangedSum | undefined): RawBuilder<unknown> =>
  sum === undefined
    ? sql``
    : sql`and l.content::jsonb @> ${JSON.stringify({
        [scope === 'supplier' ? 'source' : 'survey']: sum.placeId,
        kind: sum.kind,
        origin: sum.origin,
        amount_cents: sum.priceCents,
      })}::jsonb`

/** The lines of closed statements: what was signed, with what the ledger says of its cause. */
const closedLines = (accountId: number, { scope, month, scopeId, sum }: ChangedStatement) => sql`(
  select l.position, e.at, l.content::jsonb->>'kind' as kind, l.content::jsonb->>'origin' as origin, (l.content::jsonb->>'project')::int as project_id, e.rdud, e.to_code,
    (l.content::jsonb->>'reason')::int as reason, (e.detail->>'request')::int as request, ${CAUSE} as cause, l.scope_id, (l.content::jsonb->>'amount_cents')::int as cents
  from statement_line l join respondent_event e on e.account_id = ${accountId} and e.position = l.position
  where l.account_id = ${accountId} and l.scope = ${scope} and l.month = ${month} ${scopeId === null ? sql`` : sql`and l.scope_id = ${scopeId}`} ${inClosedSum(scope, sum)}
)`

async function readMoves(
  tx: Tx,
  accountId: number,
  { scope, scopeId }: ChangedStatement,
  lines: RawBuilder<unknown>,
  { from, to }: Span,
  view: StreamViewType,
): Promise<readonly Move[]> {
  // the plain external view knows no abandons, so a late return is a return there (domain.md §4)
  const cause = view === 'internal' ? sql`t.cause` : sql`replace(t.cause, 'late_return', 'returned')`
  const { table, tableId } = scopeSql(accountId, scope)
  const within = (column: RawBuilder<unknown>) => sql`case when t.is_within then ${column} end`
  const { rows } = await sql<Move>`
    select n.*, coalesce(p.name, '') as "projectName", coalesce(k.name, '') as "scopeName", q.number as "requestNumber", u.number as "undoesNumber"
    from (
      select t.is_within as "isWithin", t.is_after as "isAfter", t.kind, ${within(sql`t.origin`)} as origin, ${within(sql`t.project_id`)} as "projectId",
        ${scopeId === null ? within(sql`t.scope_id`) : sql`0`} as "scopeId", ${within(cause)} as cause, ${within(sql`t.reason`)} as reason,
        ${within(sql`t.request`)} as request, count(*)::int as lines, sum(t.cents)::float8 as cents
      from (select l.*, l.at >= ${from}::timestamptz and l.at < ${to}::timestamptz as is_within, l.at >= ${to}::timestamptz as is_after from ${lines} l) t
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ) n
    left join project p on p.account_id = ${accountId} and p.project_id = n."projectId"
    left join ${table} k on k.account_id = ${accountId} and k.${tableId} = n."scopeId"
    left join reconciliation q on q.account_id = ${accountId} and q.reconciliation_id = n.request
    left join reconciliation u on u.account_id = ${accountId} and u.reconciliation_id = q.undo_of
    order by abs(n.cents) desc, n.origin, n."projectId", n."scopeId", n.cause, n.request, n.reason`.execute(tx)
  return rows
}

async function readNewest(
  tx: Tx,
  accountId: number,
  lines: RawBuilder<unknown>,
  { from, to }: Span,
): Promise<readonly StatementChangeLine[]> {
  const { rows } = await sql<LineRow>`
    select l.at, l.kind, l.origin, l.project_id as "projectId", replace(l.rdud::text, '-', '') as hex, l.to_code as "toCode", l.reason, l.cents
    from ${lines} l where l.at >= ${from}::timestamptz and l.at < ${to}::timestamptz order by l.at desc, l.position desc limit ${STATEMENT_LINES_SHOWN}`.execute(
    tx,
  )
  return rows.map(row => ({
    at: row.at.toISOString(),
    kind: row.kind,
    origin: row.origin,
    pm_proj_ud: row.projectId,
    rdud: formatRdud(accountId, row.hex),
    to_code: row.toCode,
    reason_code: row.reason,
    amount_cents: row.cents,
  }))
}

const sumsOf = (moves: readonly Pick<Move, 'kind' | 'lines' | 'cents'>[]): Sums =>
  moves.reduce<Sums>(
    (sum, { kind, lines, cents }) =>
      added(sum, {
        lines,
        completes: kind === 'complete' ? lines : 0,
        complete_cents: kind === 'complete' ? cents : 0,
        adjustments: kind === 'adjustment' ? lines : 0,
        adjustment_cents: kind === 'adjustment' ? cents : 0,
        total_cents: cents,
      }),
    NO_LINES,
  )

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
  const { table, tableId } = scopeSql(accountId, scope)
  const { rows } = await (
    isClosed
      ? sql<{
          name: string
        }>`select scope_name as name from statement where account_id = ${accountId} and scope = ${scope} and month = ${month} and scope_id = ${scopeId}`
      : sql<{ name: string }>`select name from ${table} where account_id = ${accountId} and ${tableId} = ${scopeId}`
  ).execute(tx)
  return rows[0]?.name
}

/** What the source or survey of a sum is called, in a closed statement as it was signed. */
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
  const lines =
    closed === undefined
      ? openLines(accountId, of, movements(accountId, window, calendar.firstOpen))
      : closedLines(accountId, of)
  const moves = await readMoves(tx, accountId, of, lines, span, view)
  if (of.scopeId !== null && moves.length === 0) return undefined
  const within = moves.filter(({ isWithin }) => isWithin)
  const before = sumsOf(moves.filter(move => !move.isWithin && !move.isAfter))
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
    after: added(before, sumsOf(within)),
    parts: within.slice(0, STATEMENT_PARTS_MAX).map(partOf),
    others: rest.length === 0 ? null : { parts: rest.length, sums: sumsOf(rest) },
    newest: within.length === 0 ? [] : await readNewest(tx, accountId, lines, span),
  }
}
