import type { ChangeCause } from '@desk/schema/figures/figure-change'
import type { LineKeyFields } from '@desk/schema/reports/report-change'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { CAUSE, codeList, codesIn, ITS_RESPONDENT, REQUEST } from '#ledger/sums/line-columns'
import { movesWithin, type TimeOfMoves } from '#ledger/sums/moves-within'
import type { CountedMove } from '#nouns/figure-changes/decompose'
import { isOfLine, studiesOf, type ReportScope } from './report-lines.store.ts'

/** The hours whose counts are asked for; a left out end is none. */
export interface Hours {
  readonly from?: Date
  readonly to?: Date
}

/** The changes of hours' counts: of whom, in which hours, and since when; those at `to` or later are marked as such. */
export interface AskedHours {
  readonly accountId: number
  readonly scope: ReportScope
  /** The line's keys beside its hour. */
  readonly keys: readonly LineKeyFields[]
  readonly hours: Hours
  readonly from: Date
  readonly to: Date
}

/** Respondents who changed alike, with what they add to the count. */
export interface HourMove extends CountedMove {
  readonly to: RespondentCode
  readonly change: number
}

const COMPLETE = codeList(codesIn(['completes']))
const isIn = (code: RawBuilder<unknown>) => sql`coalesce(${code} = any(${COMPLETE}), false)`

const sourcesOf = ({ accountId, scope, keys }: AskedHours): RawBuilder<unknown> => sql`
  select s.source_id from source s ${studiesOf(accountId, scope)} and ${sql.join([sql`true`, ...keys.map(isOfLine)], sql` and `)}`

/** A move within hours counts in them: both sides of `to`, of the time that they hold. */
function timesOf({ hours, from, to }: AskedHours): readonly TimeOfMoves[] {
  const [begins, ends] = [hours.from?.getTime() ?? -Infinity, hours.to?.getTime() ?? Infinity]
  const time = (fromMs: number, toMs: number, isAfter: boolean): readonly TimeOfMoves[] => {
    const [first, last] = [Math.max(fromMs, begins), Math.min(toMs, ends)]
    return first < last ? [{ from: new Date(first), to: last === Infinity ? null : new Date(last), isAfter }] : []
  }
  return [...time(from.getTime(), to.getTime(), false), ...time(to.getTime(), Infinity, true)]
}

const KEYS = sql`m.is_after as "isAfter", nullif(m.supplier_id, 0) as "supplierId", m.cause, nullif(m.from_code, 0)::int as "from", m.to_code::int as "to",
  case when m.from_code = 0 then nullif(m.reason, '') end as rule, nullif(m.request, 0)::int as request`

/** Moves that count in the hour in which they come. @param counts of moves `m` */
async function listOwn(tx: Tx, asked: AskedHours, counts: RawBuilder<unknown>): Promise<readonly HourMove[]> {
  const times = timesOf(asked)
  if (times.length === 0) return []
  const moves = movesWithin({ accountId: asked.accountId, sources: sourcesOf(asked), times, unit: null })
  const { rows } = await sql<HourMove>`
    select ${KEYS}, sum(m.respondents)::int as respondents, sum(m.respondents)::int as change
    from ${moves} m where ${counts} group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}

/** Who enters counts in the hour in which that is. */
export const listEntered = (tx: Tx, asked: AskedHours): Promise<readonly HourMove[]> =>
  listOwn(tx, asked, sql`m.from_code = 0`)

const truncated = (at: RawBuilder<unknown>) => sql`date_trunc('hour', ${at}, 'UTC')`
const UNDONE: ChangeCause = 'undo'

/**
 * Completes by the hour in which they were made. One that is taken back leaves that hour, and one that an undo restores comes back to it, whenever that happens: which hour it is, their lines
 * say. The sums of days lead to the hours, and these to the positions that have such lines: they are few.
 */
export async function listCompleted(tx: Tx, asked: AskedHours): Promise<readonly HourMove[]> {
  const made = await listOwn(tx, asked, sql`${isIn(sql`m.to_code`)} and m.cause <> ${UNDONE}`)
  return [...made, ...(await listBackdated(tx, asked))]
}

async function listBackdated(tx: Tx, asked: AskedHours): Promise<readonly HourMove[]> {
  const { accountId, hours, from: since, to } = asked
  const from = new Date(Math.max(since.getTime(), hours.from?.getTime() ?? -Infinity))
  const sums = sql`(${isIn(sql`h.from_code`)} or (${isIn(sql`h.to_code`)} and h.cause = ${UNDONE}))`
  const lines = sql`e.account_id = ${accountId} and e.changed and not e.is_test and e.at >= ${from}
    and (${isIn(sql`e.from_code`)} or (${isIn(sql`e.to_code`)} and ${CAUSE} = ${UNDONE}))`
  const restoredAt = (line: 'e' | 'p') =>
    sql`coalesce(to_timestamp((${sql.ref(`${line}.detail`)} ->> 'endedAtMs')::float8 / 1000), ${sql.ref(`${line}.at`)})`
  const counts = (at: RawBuilder<unknown>) => sql`(${at} is not null
    ${hours.from === undefined ? sql`` : sql`and ${at} >= ${hours.from}`} ${hours.to === undefined ? sql`` : sql`and ${at} < ${hours.to}`})::int`
  const { rows } = await sql<HourMove>`
    with one as materialized (
      select s.source_id, coalesce(f.position, 0) as position
      from (${sourcesOf(asked)}) s left join ledger_folded f on f.account_id = ${accountId} and f.source_id = s.source_id
    ), day as materialized (
      select distinct h.source_id, h.starts_at
      from one o join ledger_sum h on h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = 'day' and h.starts_at > ${from}::timestamptz - interval '1 day'
      where ${sums}
    ), hour as materialized (
      select h.source_id, h.starts_at, min(h.first_position) as first_position, max(h.last_position) as last_position
      from day d cross join lateral (
        select * from ledger_sum h
        where h.account_id = ${accountId} and h.source_id = d.source_id and h.grain = 'hour'
          and h.starts_at >= greatest(d.starts_at, ${truncated(sql`${from}::timestamptz`)}) and h.starts_at < d.starts_at + interval '1 day' offset 0) h
      where ${sums} group by 1, 2
    ), line as (
      select e.* from hour o cross join lateral (
        select * from respondent_event e
        where e.source_id = o.source_id and e.position between o.first_position and o.last_position and ${truncated(sql`e.at`)} = o.starts_at and ${lines} offset 0) e
      union all
      select e.* from one o cross join lateral (
        select * from respondent_event e where e.source_id = o.source_id and e.position > o.position and ${lines} offset 0) e
    ), m as (
      select e.at >= ${to} as is_after, coalesce(r.supplier_id, 0) as supplier_id, ${CAUSE} as cause, e.from_code, e.to_code, '' as reason, ${REQUEST} as request,
        ${counts(sql`p.at`)} as leaves, ${counts(sql`case when ${isIn(sql`e.to_code`)} and ${CAUSE} = ${UNDONE} then ${restoredAt('e')} end`)} as returns,
        ${counts(sql`case when ${isIn(sql`e.to_code`)} and ${CAUSE} <> ${UNDONE} then e.at end`)} as made
      from line e
      left join ${ITS_RESPONDENT} on true
      left join lateral (
        select ${restoredAt('p')} as at from respondent_event p
        where ${isIn(sql`e.from_code`)} and p.account_id = e.account_id and p.rdud = e.rdud and p.changed and ${isIn(sql`p.to_code`)} and p.position < e.position
        order by p.position desc limit 1 offset 0) p on true
    )
    select ${KEYS}, sum(greatest(leaves, returns) * (1 - made))::int as respondents, sum(returns - leaves)::int as change
    from m where leaves + returns > 0 group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}
