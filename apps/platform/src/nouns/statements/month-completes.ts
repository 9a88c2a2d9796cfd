import { sql, type RawBuilder } from 'kysely'
import { CAUSE } from '#ledger/sums/line-columns'
import { segmentsOf } from '#ledger/sums/segments'
import type { Tx } from '#kernel/db/tx'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import { monthOf } from '../reconciliation/window-sql.ts'
import type { ChangedStatement } from './changed-lines.ts'
import { nextMonth, type Month } from './months.ts'
import { IS_FIRST, MOVES } from './movements-sql.ts'

const HOUR_MS = 3_600_000
/** Within so long of where a month begins, clocks that are set back may tell months apart by the moment. */
const MARGIN_MS = 2 * HOUR_MS

/** When a month begins and ends, to the hours in which clocks are set back. */
export interface MonthTime {
  readonly startsMs: number
  readonly endsMs: number
}

export async function timeOf(tx: Tx, { zone }: AccountWindow, month: Month): Promise<MonthTime> {
  const start = (of: Month) =>
    sql`(extract(epoch from ${`${of}-01`}::timestamp at time zone ${zone}::text) * 1000)::float8`
  const { rows } =
    await sql<MonthTime>`select ${start(month)} as "startsMs", ${start(nextMonth(month))} as "endsMs"`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A month begins and ends')
  return row
}

export interface WhichCompletes {
  readonly accountId: number
  readonly of: ChangedStatement
  readonly window: AccountWindow
  readonly time: MonthTime
  readonly from: Date
  readonly to: Date
  /** A query of sources of the account: `source_id, project_id, scope_id`, null where several suppliers have some of its respondents. */
  readonly places: RawBuilder<unknown>
}

/** A time whose lines are read themselves. */
interface LineTime {
  readonly fromMs: number
  readonly toMs: number
  /** Each line says whether it is of the month. */
  readonly isEdge: boolean
}

interface Pieces {
  readonly whole: readonly { phase: number; grain: string; fromMs: number; toMs: number | null }[]
  readonly lines: readonly LineTime[]
}

/** Times that follow each other as one. */
const joined = (times: readonly LineTime[]): readonly LineTime[] =>
  times
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .reduce<readonly LineTime[]>((before, time) => {
      const last = before.at(-1)
      return last !== undefined && last.toMs === time.fromMs && last.isEdge === time.isEdge
        ? [...before.slice(0, -1), { ...last, toMs: time.toMs }]
        : [...before, time]
    }, [])

/** The whole hours that are of the month, however its clocks are set. */
const sureOf = ({ startsMs, endsMs }: MonthTime) => ({
  fromMs: Math.ceil((startsMs + MARGIN_MS) / HOUR_MS) * HOUR_MS,
  toMs: Math.floor((endsMs - MARGIN_MS) / HOUR_MS) * HOUR_MS,
})

/**
 * The parts of a month that are read from sums, separated by the two moments, and those read from the lines
 * themselves.
 */
export function piecesOf(time: MonthTime, fromMs: number, toMs: number): Pieces {
  const { startsMs, endsMs } = time
  const { fromMs: sureFromMs, toMs: sureToMs } = sureOf(time)
  const within = (ms: number) => Math.min(Math.max(ms, sureFromMs), sureToMs)
  const bounds = [sureFromMs, within(fromMs), within(toMs), sureToMs]
  const phases = [0, 1, 2].flatMap(phase => {
    const [first = 0, last = 0] = bounds.slice(phase, phase + 2)
    return first < last ? [{ phase, ...segmentsOf(first, last, 'day') }] : []
  })
  return {
    whole: phases.flatMap(({ phase, whole }) => whole.map(piece => ({ phase, ...piece }))),
    lines: joined([
      { fromMs: startsMs - MARGIN_MS, toMs: sureFromMs, isEdge: true },
      ...phases.flatMap(({ cut }) => cut.map(time => ({ ...time, isEdge: false }))),
      { fromMs: sureToMs, toMs: endsMs + MARGIN_MS, isEdge: true },
    ]),
  }
}

const instant = (ms: number | null) => sql`${ms === null ? null : new Date(ms)}::timestamptz`
/** The sums `h` of what `MOVES` and `IS_FIRST` say of lines. */
const SUMS_FIRSTS = sql`h.to_code in (30, 51) and h.from_code not in (30, 51) and h.request = 0`

/**
 * The completes that returns made in a month, as statements have them: no statement has those of an open month yet,
 * and a closed one has all that had come by its closing. So neither lines of statements nor other months are looked
 * through. All but the hours that the two moments cut, and those around the ends of the month, is read from the sums
 * of the ledger (docs/decisions/0062); one sum of a statement from the lines, as the sums know no prices. Queries in
 * parentheses, within one statement with `ctes`.
 */
export interface MonthCompletes {
  readonly ctes: RawBuilder<unknown>
  /** `phase, project_id, scope_id, cause, lines, cents`: before the first moment (0), between the two (1), from the second on (2). */
  readonly summed: RawBuilder<unknown>
  /** The newest between the moments: `at, position, project_id, rdud, to_code, cents`. */
  newest(enough: number): RawBuilder<unknown>
}

export function monthCompletes({ accountId, of, window, time, from, to, places }: WhichCompletes): MonthCompletes {
  const { scope, scopeId, sum, month } = of
  const isSupply = scope === 'supplier'
  const price = isSupply ? sql`coalesce(e.cpi_cents, 0)` : sql`coalesce(e.sell_price_cents, 0)`
  const ofSum = sum === undefined ? sql`` : sql`and ${price} = ${sum.priceCents}`
  const supplierOf = sql`(select coalesce(r.supplier_id, 0) from respondent r where r.account_id = ${accountId} and r.rdud = e.rdud)`
  const whose = isSupply ? sql`coalesce(o.scope_id, ${supplierOf})` : sql`o.scope_id`
  const first = sql`e.account_id = ${accountId} and ${MOVES} and ${IS_FIRST} ${ofSum}`
  const sure = sureOf(time)
  /** Most lines are placed by comparing their moments, which costs less than the month of each. */
  const ofMonth = sql`case when e.at >= ${instant(sure.fromMs)} and e.at < ${instant(sure.toMs)} then true else ${monthOf(window, sql`e.at`)} = ${month} end`
  const during = ({ fromMs, toMs }: { fromMs: number; toMs: number }) =>
    sql`e.at >= ${instant(fromMs)} and e.at < ${instant(toMs)}`
  const monthMs = { fromMs: time.startsMs - MARGIN_MS, toMs: time.endsMs + MARGIN_MS }
  const spanMs = {
    fromMs: Math.max(from.getTime(), monthMs.fromMs),
    toMs: Math.max(Math.min(to.getTime(), monthMs.toMs), monthMs.fromMs),
  }
  const pieces = sum === undefined ? piecesOf(time, from.getTime(), to.getTime()) : undefined

  /** Lines of sources `o` in no sum yet, as a table expression. */
  const unsummed = (times: { fromMs: number; toMs: number }) => sql`
    place o cross join lateral (
      select * from respondent_event e where ${first} and e.source_id = o.source_id and e.position > o.summed and ${during(times)} and ${ofMonth} offset 0) e`
  /** Sums of hours `h` that begin in a time, of sources `o`. */
  const hours = (fromMs: number, toMs: number) => sql`
    place o join ledger_sum h on h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = 'hour' and ${SUMS_FIRSTS}
      and h.starts_at >= date_trunc('hour', ${instant(fromMs)}, 'UTC') and h.starts_at < ${instant(toMs)}`
  const lines: readonly { from: RawBuilder<unknown>; where: RawBuilder<unknown> }[] =
    pieces === undefined
      ? [
          {
            from: sql`respondent_event e join place o on o.source_id = e.source_id`,
            where: sql`${first} and ${during(monthMs)} and ${ofMonth}`,
          },
        ]
      : [
          ...pieces.lines.map(({ isEdge, ...times }) => ({
            from: sql`respondent_event e join place o on o.source_id = e.source_id`,
            // the sums of its hours say between which positions
            where: sql`${first} and ${during(times)} and e.position <= o.summed ${isEdge ? sql`and ${ofMonth}` : sql``}
              and e.position >= (select min(h.first_position) from ${hours(times.fromMs, times.toMs)}) and e.position <= (select max(h.last_position) from ${hours(times.fromMs, times.toMs)})`,
          })),
          { from: unsummed(monthMs), where: sql`true` },
        ]
  const phase = sql`case when e.at < ${from}::timestamptz then 0 when e.at < ${to}::timestamptz then 1 else 2 end`
  const ofScope = (id: RawBuilder<unknown>) => (scopeId === null ? sql`true` : sql`${id} = ${scopeId}`)

  const ofLines = sql`
    select e.phase, e.project_id, e.scope_id, ${CAUSE} as cause, e.lines, e.cents from (
      select e.phase, e.project_id, e.scope_id, e.from_code, e.to_code, case when e.late then '{"late": true}'::jsonb end as detail, count(*) as lines, sum(e.cents) as cents from (
        ${sql.join(
          lines.map(
            line => sql`
        select ${phase} as phase, o.project_id, ${whose} as scope_id, e.from_code, e.to_code, (e.detail ? 'late') is true as late, ${price} as cents from ${line.from} where ${line.where}`,
          ),
          sql` union all `,
        )}
      ) e group by e.phase, e.project_id, e.scope_id, e.from_code, e.to_code, e.late
    ) e`
  const ofSums = (pieces?.whole ?? []).map(
    ({ phase: at, grain, fromMs, toMs }) => sql`
    select ${sql.lit(at)}, o.project_id, ${isSupply ? sql`h.supplier_id` : sql`o.scope_id`}, h.cause, h.respondents, ${isSupply ? sql`h.expense_cents` : sql`h.revenue_cents`}
    from place o join ledger_sum h on h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = ${sql.lit(grain)} and ${SUMS_FIRSTS}
      and h.starts_at >= ${instant(fromMs)} and h.starts_at < ${instant(toMs)}`,
  )
  return {
    ctes: sql`place as materialized (
      select s.*, coalesce(f.position, 0) as summed from (${places}) s left join ledger_folded f on f.account_id = ${accountId} and f.source_id = s.source_id)`,
    summed: sql`(select * from (${sql.join([ofLines, ...ofSums], sql` union all `)}) n where ${ofScope(sql`n.scope_id`)})`,
    newest: enough => {
      const columns = sql`e.at, e.position, o.project_id, e.rdud, e.to_code, ${price} as cents`
      const order = sql`order by at desc, position desc`
      /** Of one supplier all are read; of several, each is asked only until there are enough. */
      const some = (table: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
        (select ${columns} from ${table} where ${where} and ${scopeId === null || !isSupply ? sql`true` : sql`o.scope_id = ${scopeId}`} ${order} limit ${enough})
        ${
          scopeId === null || !isSupply
            ? sql``
            : sql`union all (
          select at, position, project_id, rdud, to_code, cents from (
            select ${columns} from ${table} where ${where} and o.scope_id is null ${order} offset 0
          ) e where ${supplierOf} = ${scopeId} limit ${enough})`
        }`
      const table = sql`respondent_event e join place o on o.source_id = e.source_id`
      const all = sql`${first} and ${during(spanMs)} and ${ofMonth}`
      const isWanted = scopeId !== null && isSupply ? sql`h.supplier_id = ${scopeId}` : sql`true`
      const found =
        pieces === undefined
          ? some(table, all)
          : sql`
        ${some(table, sql`${all} and e.position <= o.summed and e.at >= (select starts_at from enough) and e.position between (select first_position from enough) and (select last_position from enough)`)}
        union all ${some(unsummed(spanMs), sql`true`)}`
      return sql`(
        with found as (
          select h.starts_at, min(h.first_position) as first_position, max(h.last_position) as last_position,
            -- of an hour that the time cuts, or the month, some lines may lie beyond it
            case when h.starts_at >= ${instant(Math.max(spanMs.fromMs, time.startsMs + MARGIN_MS))} and h.starts_at + interval '1 hour' <= ${instant(Math.min(spanMs.toMs, time.endsMs - MARGIN_MS))} then sum(h.respondents) else 0 end as respondents
          from ${hours(spanMs.fromMs, spanMs.toMs)} where ${isWanted} group by h.starts_at
        ), newest as (
          select *, coalesce(sum(respondents) over (order by starts_at desc rows between unbounded preceding and 1 preceding), 0) as newer from found
        ), enough as materialized (
          select min(starts_at) as starts_at, min(first_position) as first_position, max(last_position) as last_position from newest where newer < ${enough}
        )
        select * from (${found}) e ${order} limit ${enough}
      )`
    },
  }
}
