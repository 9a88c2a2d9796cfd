import type { ChangeCause } from '@desk/schema/figures/figure-change'
import { isOfMoves, type ReportDimension } from '@desk/schema/reports/report'
import type { LineKeyFields } from '@desk/schema/reports/report-change'
import { COUNT_COLUMNS, type RespondentCode } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { codeList, codesIn } from '#ledger/sums/line-columns'
import { movesWithin, type UnitOfMoves } from '#ledger/sums/moves-within'
import {
  among,
  codesOf,
  detailsOf,
  isNarrowedToSources,
  isOfLine,
  keysOf,
  studiesOf,
  type LineKeys,
  type MoveCounts,
  type ReportScope,
} from './report-lines.store.ts'

/** The subject of a report of moves. */
export interface AskedMoves {
  readonly accountId: number
  readonly scope: ReportScope
  /** The dimensions of its lines. */
  readonly by: readonly ReportDimension[]
  /** The zone of days and months. */
  readonly zoneCode: number
  /** States that lines do not tell apart. */
  readonly hiddenCodes: readonly RespondentCode[]
  /** Of the report's time, the moves within this one alone, separated by causes; rejects by when they were stored. */
  readonly within?: ChangeTime
  /** Only the moves that can change the asked figure: others are not summed. Left out: all. */
  readonly touching?: Touching
}

/** Moves into or out of states; entries as well, or adjustments alone. */
export interface Touching {
  readonly codes: readonly RespondentCode[]
  readonly hasEntries: boolean
  readonly isOfAdjustments: boolean
}

/** A left out end is none. */
export interface ChangeTime {
  readonly from?: Date
  readonly to?: Date
}

export interface StateCount extends LineKeys {
  readonly code: RespondentCode
  readonly rule: string | null
  readonly respondents: number
  readonly entrants: number
}

const BEGINNING = new Date(0)
const COMPLETE = codeList(codesIn(['completes']))
const GAINS = sql`(m.to_code = any(${COMPLETE}))::int`
const LOSES = sql`(m.from_code = any(${COMPLETE}))::int`
const ADJUSTS = sql`m.adjusts`
/** The dimensions of studies, which a source belongs to. */
export const OF_STUDIES: ReadonlySet<ReportDimension> = new Set([
  'project',
  'survey',
  'source',
  'manager',
  'business_unit',
  'country',
])
/** The repeated columns of a row that is no move of the ledger: of a reject, when its complete had been made. */
const NO_MOVE = sql`0 as expense_cents, 0 as revenue_cents, 0 as priced_completes, 0 as priced_revenue_cents, 0 as interview_seconds, 0 as stated_seconds, 0 as made, 0 as adjusted_revenue, 0 as adjusted_expense, 0 as adjusted_completes, 0 as adjusted_priced`

/** The unit of time that separates moves. */
function unitOf({ by, zoneCode }: AskedMoves): UnitOfMoves | null {
  if (by.includes('hour')) return 'hour'
  if (by.includes('day')) return { of: 'day', zoneCode }
  return by.includes('month') ? { of: 'month', zoneCode } : null
}

/**
 * Holds for sources `s` to which a chosen supplier sent a respondent: each has a row of counts there
 * (docs/decisions/0032), and no other source is looked through.
 */
export const hasSupplied = (accountId: number, { pm_sup_ud: suppliers }: ReportScope): RawBuilder<unknown> =>
  suppliers === undefined
    ? sql`true`
    : sql`s.source_id in (select t.source_id from supplier_rollup t where t.account_id = ${accountId} and ${among(sql`t.supplier_id`, suppliers)})`

/** When moves count: within the report's time, and within that of a change. */
export function timeOf({ scope, within = {} }: AskedMoves): { readonly from: Date; readonly to: Date | null } {
  const from = Math.max(Date.parse(scope.from ?? '') || BEGINNING.getTime(), (within.from ?? BEGINNING).getTime())
  const ends = [
    ...(scope.to === undefined ? [] : [Date.parse(scope.to)]),
    ...(within.to === undefined ? [] : [within.to.getTime()]),
  ]
  return { from: new Date(from), to: ends.length === 0 ? null : new Date(Math.max(from, Math.min(...ends))) }
}

export const touchedBy = ({ codes, hasEntries, isOfAdjustments }: Touching): RawBuilder<unknown> => sql`
  (m.to_code = any(${codeList(codes)}) or m.from_code = any(${codeList(codes)}) ${hasEntries ? sql`or m.from_code = 0` : sql``})
  ${isOfAdjustments ? sql`and m.cause in ('reconciliation', 'undo')` : sql``}`

/** The moves `m` of a scope, summed by what lines tell apart before anything is worked out of them: there are millions of sums, and few lines. */
function movesOf(asked: AskedMoves): RawBuilder<unknown> {
  const { accountId, scope, by } = asked
  const unit = unitOf(asked)
  const moves = movesWithin({
    accountId,
    sources: sql`select s.source_id from source s ${studiesOf(accountId, scope)} and ${hasSupplied(accountId, scope)}`,
    isOfAllSources: !by.some(dimension => OF_STUDIES.has(dimension)) && !isNarrowedToSources(scope),
    times: [{ ...timeOf(asked), isAfter: false }],
    unit,
  })
  const isTold = asked.within !== undefined
  const touches = asked.touching === undefined ? sql`` : sql`and ${touchedBy(asked.touching)}`
  const keys = [
    by.some(dimension => OF_STUDIES.has(dimension)) ? sql`m.source_id` : sql`null::int`,
    isTold || by.includes('supplier') ? sql`m.supplier_id` : sql`null::int`,
    isTold || by.includes('reason') || by.includes('state') ? sql`m.reason` : sql`''::text`,
    // not yet by day or month: only the few sums left are assigned to a zone's days
    unit === null ? sql`null::timestamptz` : sql`m.starts_at`,
  ]
  return sql`
    select ${keys[0]} as source_id, ${keys[1]} as supplier_id, ${keys[2]} as reason, ${keys[3]} as begins_at, m.from_code, m.to_code, m.cause in ('reconciliation', 'undo') as adjusts,
      min(m.starts_at) as starts_at, sum(m.respondents)::bigint as respondents, sum(m.expense_cents)::bigint as expense_cents, sum(m.revenue_cents)::bigint as revenue_cents,
      sum(m.priced_completes)::bigint as priced_completes, sum(m.priced_revenue_cents)::bigint as priced_revenue_cents, sum(m.interview_seconds)::bigint as interview_seconds, sum(m.stated_seconds)::bigint as stated_seconds
      ${isTold ? sql`, m.cause, m.request` : sql``}
    from ${moves} m where ${among(sql`m.supplier_id`, scope.pm_sup_ud)} ${touches}
    group by 1, 2, 3, 4, 5, 6, 7 ${isTold ? sql`, m.cause, m.request` : sql``}
    having sum(m.respondents) <> 0`
}

/**
 * Rows `r` of a report: each move counts once, with both its states; where states are the dimension, twice, as an
 * entry into one state and as an exit from the other. A reject also counts in the time in which its complete had been
 * made.
 */
function rowsOf(asked: AskedMoves): RawBuilder<unknown> {
  const { accountId, scope, by, zoneCode, hiddenCodes, within } = asked
  const told =
    within === undefined
      ? sql``
      : sql`, m.cause, m.request, m.from_code as was, m.to_code as became, case when m.from_code = 0 then m.reason else '' end as rule, m.respondents as people`
  const hasStates = by.includes('state')
  const local = (starts: RawBuilder<unknown>) => sql`
    ${by.includes('month') ? sql`to_char(${starts} at time zone z.iana_name, 'YYYY-MM')` : sql`null::text`} as month,
    ${by.includes('day') ? sql`to_char(${starts} at time zone z.iana_name, 'YYYY-MM-DD')` : sql`null::text`} as day,
    ${by.includes('hour') ? sql`to_char(${starts} at time zone 'UTC', 'YYYY-MM-DD"T"HH24":00:00.000Z"')` : sql`null::text`} as hour`
  const money = (when: RawBuilder<unknown>) => sql`
    case when ${when} then m.expense_cents else 0 end as expense_cents, case when ${when} then m.revenue_cents else 0 end as revenue_cents,
    case when ${when} then m.priced_completes else 0 end as priced_completes, case when ${when} then m.priced_revenue_cents else 0 end as priced_revenue_cents,
    case when ${when} then m.interview_seconds else 0 end as interview_seconds, case when ${when} then m.stated_seconds else 0 end as stated_seconds,
    case when ${when} and not ${ADJUSTS} then m.respondents * (${GAINS} - ${LOSES}) else 0 end as made,
    case when ${when} and ${ADJUSTS} then m.revenue_cents else 0 end as adjusted_revenue, case when ${when} and ${ADJUSTS} then m.expense_cents else 0 end as adjusted_expense,
    case when ${when} and ${ADJUSTS} and ${GAINS} <> ${LOSES} then m.respondents else 0 end as adjusted_completes,
    case when ${when} and ${ADJUSTS} then m.priced_completes * (${GAINS} - ${LOSES}) else 0 end as adjusted_priced`
  // with which reason they had come to the state that they leave, a move does not say: most states are come to with none
  const whose = (reason = sql`m.reason`) =>
    sql`m.source_id, m.supplier_id, ${reason} as reason, ${local(sql`m.starts_at`)}`
  const shown = (code: RawBuilder<unknown>) =>
    hiddenCodes.length === 0 ? code : sql`case when ${code} = any(${codeList(hiddenCodes)}) then null else ${code} end`
  const moves = hasStates
    ? sql`
      select ${whose()}, ${shown(sql`m.to_code`)} as state, m.to_code, 0 as from_code, m.respondents, m.respondents as entrants, ${money(sql`${GAINS} >= ${LOSES}`)}, 0 as rejected ${told} from m, zone z
      union all
      select ${whose(sql`''`)}, ${shown(sql`m.from_code`)}, 0, m.from_code, m.respondents, -m.respondents, ${money(sql`${GAINS} < ${LOSES}`)}, 0 ${told} from m, zone z where m.from_code <> 0`
    : sql`
      select ${whose()}, null::int as state, m.to_code, m.from_code, m.respondents, case when m.from_code = 0 then m.respondents else 0 end as entrants, ${money(sql`true`)}, 0 as rejected ${told} from m, zone z`
  const rejectedAt = [
    ...(scope.from === undefined ? [] : [sql`q.completed_at >= ${scope.from}::timestamptz`]),
    ...(scope.to === undefined ? [] : [sql`q.completed_at < ${scope.to}::timestamptz`]),
  ]
  const rejectedWithin = [
    ...(within?.from === undefined ? [] : [sql`w.stored_at >= ${within.from}`]),
    ...(within?.to === undefined ? [] : [sql`w.stored_at < ${within.to}`]),
  ]
  const storedBy =
    within === undefined
      ? sql``
      : sql`join reconciliation w on w.account_id = q.account_id and w.reconciliation_id = q.reconciliation_id ${rejectedWithin.length === 0 ? sql`` : sql`and ${sql.join(rejectedWithin, sql` and `)}`}`
  const toldOfReject =
    within === undefined
      ? sql``
      : sql`, case when w.undo_of is null then 'reconciliation' else 'undo' end, q.reconciliation_id, coalesce(q.from_code, 0), coalesce(q.to_code, 0), '', 0`
  // an undo leads a rejected one back to a complete
  const rejects = sql`
    select q.source_id, coalesce(q.supplier_id, 0), coalesce(q.reason_code::text, ''), ${local(sql`q.completed_at`)}, null::int, 0, 0, 0, 0, ${NO_MOVE},
      ((q.from_code in (30, 51))::int - (q.to_code in (30, 51))::int) ${toldOfReject}
    from reconciliation_row q ${storedBy} cross join zone z
    where q.account_id = ${accountId} and q.is_applied and q.completed_at is not null and q.source_id in (select s.source_id from source s ${studiesOf(accountId, scope)}) and ${among(sql`coalesce(q.supplier_id, 0)`, scope.pm_sup_ud)} ${rejectedAt.length === 0 ? sql`` : sql`and ${sql.join(rejectedAt, sql` and `)}`}`
  return sql`(
    with zone as (select iana_name from time_zone where code = ${zoneCode}), m as (${movesOf(asked)})
    ${moves} ${hasStates ? sql`` : sql`union all ${rejects}`}
  )`
}

const inState = (codes: readonly RespondentCode[]) =>
  sql`coalesce(sum(r.respondents * ((r.to_code = any(${codeList(codes)}))::int - (r.from_code = any(${codeList(codes)}))::int)), 0)::bigint`

const COUNTS = sql.join([
  sql`coalesce(sum(r.entrants), 0)::bigint as entrants`,
  ...COUNT_COLUMNS.map(column => sql`${inState(codesOf(column))} as ${sql.id(column)}`),
  ...(
    [
      ['priced_completes', 'pricedCompletes'],
      ['expense_cents', 'expenseCents'],
      ['revenue_cents', 'revenueCents'],
      ['priced_revenue_cents', 'pricedRevenueCents'],
      ['interview_seconds', 'interviewSeconds'],
      ['stated_seconds', 'statedSeconds'],
      ['made', 'made'],
      ['rejected', 'rejected'],
      ['adjusted_revenue', 'adjustedRevenueCents'],
      ['adjusted_expense', 'adjustedExpenseCents'],
      ['adjusted_completes', 'adjustedCompletes'],
      ['adjusted_priced', 'adjustedPriced'],
    ] as const
  ).map(([name, count]) => sql`coalesce(sum(${sql.ref(`r.${name}`)}), 0)::bigint as ${sql.id(count)}`),
])

/** The rows `r` of a scope's studies, with the dimensions that their lines may have. */
function trafficOf(asked: AskedMoves): RawBuilder<unknown> {
  const { accountId, scope } = asked
  return sql`
    from ${rowsOf(asked)} r
    left join supplier u on u.account_id = ${accountId} and u.supplier_id = r.supplier_id
    ${
      asked.by.some(dimension => OF_STUDIES.has(dimension))
        ? sql`join source s on s.account_id = ${accountId} and s.source_id = r.source_id ${studiesOf(accountId, scope)}`
        : sql``
    }`
}

/** Of times, the last first; else those with the most entrants. */
const orderOf = (by: readonly ReportDimension[]): RawBuilder<unknown> => {
  const at = by.findIndex(dimension => isOfMoves(dimension) && dimension !== 'state' && dimension !== 'reason')
  return at === -1 ? sql`entrants desc, 1 nulls last, 3 nulls last` : sql`${sql.lit(at === 0 ? 1 : 3)} desc`
}

/** Lines of a report of moves. */
export const selectMoves = (asked: AskedMoves): RawBuilder<MoveCounts & LineKeys> => sql`
  select ${keysOf(asked.by)}, ${COUNTS}, ${detailsOf(asked.by)} ${trafficOf(asked)}
  group by 1, 3 order by ${orderOf(asked.by)}, entrants desc, 1 nulls last, 3 nulls last`

/** The total of all lines. */
export async function readMovesTotal(tx: Tx, asked: AskedMoves): Promise<MoveCounts> {
  const { rows } = await sql<MoveCounts>`select ${COUNTS} ${trafficOf({ ...asked, by: [] })}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

/** The moves that changed a report's figures alike, with their additions to each count. */
export interface MovedAlike extends MoveCounts {
  readonly isAfter: boolean
  readonly supplierId: number | null
  readonly cause: ChangeCause
  readonly from: RespondentCode | null
  readonly to: RespondentCode | null
  readonly rule: string | null
  readonly request: number | null
  readonly respondents: number
}

const ofKeys = (asked: AskedMoves, keys: readonly LineKeyFields[]): RawBuilder<unknown> => {
  const conditions = sql.join([sql`true`, ...keys.map(isOfLine)], sql` and `)
  return sql`${trafficOf(asked)} ${asked.by.some(dimension => OF_STUDIES.has(dimension)) ? sql`and` : sql`where`} ${conditions}`
}

/**
 * The moves of a line, or of the total, within a time: a reject is a move and a line of its reconciliation, of the
 * same respondent.
 * @param isOfRejects whether rejects count, so that respondents of a reconciliation are those of its lines
 */
export async function listMovedAlike(
  tx: Tx,
  asked: AskedMoves & { readonly within: ChangeTime },
  keys: readonly LineKeyFields[],
  isOfRejects: boolean,
): Promise<readonly MovedAlike[]> {
  const { rows } = await sql<MovedAlike>`
    select false as "isAfter", nullif(r.supplier_id, 0) as "supplierId", r.cause, nullif(r.was, 0)::int as "from", nullif(r.became, 0)::int as "to",
      nullif(r.rule, '') as rule, nullif(r.request, 0)::int as request, ${isOfRejects ? sql`sum(case when r.request <> 0 then abs(r.rejected) else r.people end)` : sql`sum(r.people)`}::int as respondents, ${COUNTS}
    ${ofKeys(asked, keys)} group by 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}

/** The sums of a line, or of the total, within a time. */
export async function readMoved(
  tx: Tx,
  asked: AskedMoves & { readonly within: ChangeTime },
  keys: readonly LineKeyFields[],
): Promise<MoveCounts> {
  const { rows } = await sql<MoveCounts>`select ${COUNTS} ${ofKeys(asked, keys)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

/**
 * Lines of states that turned a respondent away or lost them, by rule or reason, the largest first.
 * @param hasRules whether the view separates rules
 */
export const selectTerminations = (
  asked: AskedMoves,
  codes: readonly RespondentCode[],
  hasRules: boolean,
): RawBuilder<StateCount> => sql`
  with cell as materialized (
    select ${keysOf(asked.by)}, r.state as code, ${hasRules ? sql`nullif(r.reason, '')` : sql`null::text`} as rule, sum(r.entrants)::bigint as respondents, ${detailsOf(asked.by)}
    ${trafficOf({ ...asked, by: [...asked.by, 'state'], hiddenCodes: [] })} group by 1, 3, 5, 6
  ), line as (
    select id0, id1, sum(respondents)::bigint as entrants from cell group by 1, 2
  )
  select e.*, l.entrants from cell e join line l on l.id0 is not distinct from e.id0 and l.id1 is not distinct from e.id1
  where e.code = any(${codeList(codes)}) and e.respondents <> 0
  order by e.respondents desc, e.id0 nulls last, e.id1 nulls last, e.code, e.rule nulls last`
