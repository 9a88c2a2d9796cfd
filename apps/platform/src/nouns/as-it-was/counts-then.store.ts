import { ADDENDS, addedBy } from '@desk/schema/columns/figure-terms'
import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { RECENT_HOURS } from '@desk/schema/figures/recent-hours'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { readLoiBuckets } from '#ledger/batches/loi-lengths.store'
import { rollupKey, SCOPES } from '#ledger/facts/ledger-facts'
import { codeList, codesIn } from '#ledger/sums/line-columns'
import { linesWithin, type WhichLines } from '#ledger/sums/lines-within'
import { movesWithin } from '#ledger/sums/moves-within'
import {
  countsBefore,
  NO_SUMS,
  sumsBefore,
  type CompleteSince,
  type CountsThen,
  type MoveSince,
  type Sums,
} from './counts-then.ts'

export interface WhichCounts {
  readonly accountId: number
  readonly sourceIds: readonly number[]
  /** The moment; lines at it or later are not counted. */
  readonly at: Date
}

/** With more completes since, their lengths are not read, as they would take seconds. */
const LENGTHS_MAX = 20_000
const HOUR_MS = 3_600_000
const COMPLETE = codeList(codesIn(['completes']))
const movedTo = (to: string, from: string) =>
  sql`(${sql.ref(`m.${to}`)} = any(${COMPLETE}) and not ${sql.ref(`m.${from}`)} = any(${COMPLETE}))`
/** Of moves or lines `m`, those that made a complete. */
const MADE = movedTo('to_code', 'from_code')
const HOUR = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at})::float8 / 3600)`
const COUNTED_AT = (line: string) =>
  sql.raw(`coalesce(to_timestamp((${line}.detail ->> 'endedAtMs')::float8 / 1000), ${line}.at)`)
const ids = ({ sourceIds }: WhichCounts) => sql`${sourceIds}::int[]`
const sources = (which: WhichCounts) => sql`select unnest(${ids(which)}) as source_id`

/**
 * The counts of sources at a moment: those of now, less the ledger's lines since. Its sums give the counts; single lines give the
 * lengths of interviews and the hours of completes (docs/decisions/0112).
 * @returns by source id, in the order asked
 */
export async function readCountsThen(tx: Tx, which: WhichCounts): Promise<ReadonlyMap<number, CountsThen>> {
  const { sourceIds } = which
  if (sourceIds.length === 0) return new Map()
  const moves = await readMoves(tx, which)
  const made = moves.reduce((sum, move) => sum + Math.max(0, addedBy('completes', move)), 0)
  const hasLengths = made <= LENGTHS_MAX
  const now = new Map((await readNow(tx, which)).map(row => [row.sourceId, row]))
  const completes = await readCompletes(tx, which, hasLengths)
  const lengths = hasLengths ? await readLengths(tx, which) : null
  const hours = await readHours(tx, which)
  const last = new Map((await readLastCompletes(tx, which)).map(({ sourceId, at }) => [sourceId, at]))
  return new Map(
    sourceIds.map(sourceId => {
      const isOwn = (of: { readonly sourceId: number }): boolean => of.sourceId === sourceId
      const own = completes.filter(isOwn)
      const ownHours = new Map(hours.filter(isOwn).map(({ hour, completes: count }) => [hour, count]))
      const counts: CountsThen = {
        sums: sumsBefore(now.get(sourceId) ?? NO_SUMS, moves.filter(isOwn)),
        lengths:
          lengths === null ? null : countsBefore(lengths.get(sourceId) ?? new Map(), own, ({ seconds }) => seconds),
        completesByHour: countsBefore(ownHours, own, ({ hour }) =>
          ownHours.has(hour) || isShown(which, hour) ? hour : null,
        ),
        lastCompleteAt: last.get(sourceId) ?? null,
      }
      return [sourceId, counts]
    }),
  )
}

/** The first and the last hour that a row of that moment carries. */
function shownHours({ at }: WhichCounts): readonly [first: number, last: number] {
  const last = Math.floor(at.getTime() / HOUR_MS)
  return [Math.floor(at.getTime() / HOUR_MS - RECENT_HOURS) + 1, last]
}

function isShown(which: WhichCounts, hour: number): boolean {
  const [first, last] = shownHours(which)
  return hour >= first && hour <= last
}

async function readMoves(tx: Tx, which: WhichCounts): Promise<readonly MoveSince[]> {
  const { accountId, at } = which
  const moves = movesWithin({
    accountId,
    sources: sources(which),
    times: [{ from: at, to: null, isAfter: false }],
    unit: null,
  })
  const { rows } = await sql<MoveSince>`
    select m.source_id as "sourceId", nullif(m.from_code, 0) as "from", m.to_code as "to", sum(m.respondents)::int as respondents,
      sum(m.expense_cents)::float8 as "expenseCents", sum(m.priced_completes)::int as "pricedCompletes",
      sum(m.revenue_cents)::float8 as "revenueCents", sum(m.priced_revenue_cents)::float8 as "pricedRevenueCents"
    from ${moves} m group by 1, 2, 3`.execute(tx)
  return rows
}

const STORED = sql.join([
  ...ADDENDS.map(addend => {
    const column = addend === 'expense' ? 'expense_cents' : FIGURE_COLUMNS[addend].rollup
    return sql`${sql.ref(`r.${column}`)}::float8 as ${sql.ref(addend)}`
  }),
  sql`r.revenue_cents::float8 as revenue, r.priced_revenue_cents::float8 as "pricedRevenue"`,
])

async function readNow(tx: Tx, which: WhichCounts) {
  const { rows } = await sql<Sums & { readonly sourceId: number }>`
    select r.scope_id as "sourceId", ${STORED} from rollup r
    where r.account_id = ${which.accountId} and r.scope = ${sql.lit(SCOPES.source)} and r.scope_id = any(${ids(which)})`.execute(
    tx,
  )
  return rows
}

/** Completes that lines since the moment made or took back; without lengths only those that move hours until then. */
export async function readCompletes(
  tx: Tx,
  which: WhichCounts,
  hasLengths: boolean,
): Promise<readonly CompleteSince[]> {
  const { accountId, at } = which
  const [takes, makes] = [movedTo('from_code', 'to_code'), MADE]
  const since = (of: Pick<WhichLines, 'to' | 'isWanted' | 'isRare'>) =>
    linesWithin({ accountId, sources: sources(which), from: at, enough: null, ...of })
  const nextHour = new Date((Math.floor(at.getTime() / HOUR_MS) + 1) * HOUR_MS)
  const lines = hasLengths
    ? since({ to: END_OF_TIME, isWanted: sql`(${takes} or ${makes})` })
    : sql`(
      select * from ${since({ to: nextHour, isWanted: sql`(${makes} and m.cause <> 'undo')` })} early
      union all
      select * from ${since({ to: END_OF_TIME, isWanted: sql`(${takes} or ${makes} and m.cause = 'undo')`, isRare: true })} rare)`
  const { rows } = await sql<CompleteSince>`
    with line as materialized (select * from ${lines} l)
    select m.source_id as "sourceId", 1 as sign, floor(${HOUR(COUNTED_AT('m'))}) as hour, m.interview_seconds as seconds from line m where ${makes}
    union all
    select m.source_id, -1, floor(${HOUR(COUNTED_AT('p'))}), p.interview_seconds from line m cross join lateral (
      select p.at, p.detail, p.interview_seconds from respondent_event p
      where p.account_id = ${accountId} and p.rdud = m.rdud and p.changed and p.to_code = any(${COMPLETE}) and not coalesce(p.from_code = any(${COMPLETE}), false)
        and p.position < m.position
      order by p.position desc limit 1 offset 0) p
    where ${takes}`.execute(tx)
  return rows
}

const END_OF_TIME = new Date('9999-01-01T00:00:00Z')

async function readLengths(tx: Tx, { accountId, sourceIds }: WhichCounts) {
  const wanted = sourceIds.map(scopeId => ({ scope: SCOPES.source, scopeId, from: 0, to: 2_147_483_647 }))
  const buckets = await readLoiBuckets(tx, accountId, wanted)
  return new Map(sourceIds.map(id => [id, new Map(buckets.get(rollupKey(SCOPES.source, id)) ?? [])]))
}

async function readHours(tx: Tx, which: WhichCounts) {
  const [first, last] = shownHours(which)
  const at = (hour: number) => sql`to_timestamp(${hour}::float8 * 3600)`
  const { rows } = await sql<{ sourceId: number; hour: number; completes: number }>`
    select h.scope_id as "sourceId", ${HOUR(sql`h.hour`)} as hour, h.completes_live as completes from hour_bucket h
    where h.account_id = ${which.accountId} and h.scope = ${sql.lit(SCOPES.source)} and h.scope_id = any(${ids(which)})
      and h.hour >= ${at(first)} and h.hour <= ${at(last)} and h.completes_live > 0`.execute(tx)
  return rows
}

/** Of the newest lines by position so many are read for their latest time: the clocks of two platforms may differ. */
const NEWEST_LINES = 10

/** When the last respondent of each source had come back as a complete: in one of its last two hours that have any. */
async function readLastCompletes(tx: Tx, which: WhichCounts) {
  const { accountId, at } = which
  const ofCompletes = sql`m.account_id = ${accountId} and m.source_id = o.source_id and m.grain = 'hour' and m.cause <> 'undo' and ${MADE}`
  const lastHour = (isBefore: RawBuilder<unknown>) =>
    sql`select m.starts_at from ledger_sum m where ${ofCompletes} and ${isBefore} order by m.starts_at desc limit 1 offset 0`
  const newest = (within: RawBuilder<unknown>) => sql`
    select e.at from respondent_event e
    where e.account_id = ${accountId} and e.source_id = o.source_id and ${within} and e.at < ${at} and e.changed and not e.is_test
      and e.to_code = any(${COMPLETE}) and not coalesce(e.from_code = any(${COMPLETE}), false) and e.detail ->> 'endedAtMs' is null
    order by e.position desc limit ${NEWEST_LINES} offset 0`
  const { rows } = await sql<{ sourceId: number; at: Date }>`
    with one as materialized (
      select s.source_id, coalesce(f.position, 0) as position
      from (${sources(which)}) s left join ledger_folded f on f.account_id = ${accountId} and f.source_id = s.source_id
    ), line as (
      select o.source_id, e.at from one o
      cross join lateral (${lastHour(sql`m.starts_at <= ${at}`)}) l
      left join lateral (${lastHour(sql`m.starts_at < l.starts_at`)}) b on true
      cross join lateral (
        select min(m.first_position) as first_position, max(m.last_position) as last_position from ledger_sum m
        where ${ofCompletes} and m.starts_at = any(array[l.starts_at, b.starts_at]) offset 0) h
      cross join lateral (${newest(sql`e.position between h.first_position and h.last_position`)}) e
      union all
      select o.source_id, e.at from one o cross join lateral (${newest(sql`e.position > o.position`)}) e)
    select source_id as "sourceId", max(at) as at from line group by 1`.execute(tx)
  return rows
}
