import { sql, type RawBuilder } from 'kysely'
import { CAUSE, ITS_RESPONDENT, REASON, REQUEST } from './line-columns.ts'

export interface WhichLines {
  readonly accountId: number
  /** A query of `source_id`s of the account. */
  readonly sources: RawBuilder<unknown>
  readonly from: Date
  readonly to: Date
  /**
   * Holds for the lines, or the sums of lines, `m` that are wanted, by `source_id, starts_at, supplier_id, from_code, to_code, cause, reason, request` alone:
   * the hours of such sums are all that is read.
   */
  readonly isWanted: RawBuilder<unknown>
  /** So many of the newest are enough; null: all of them. */
  readonly enough: number | null
  /** Few days have such lines, and `isWanted` names no `starts_at`: sums of days say which, so that their hours alone are read. */
  readonly isRare?: boolean
}

/**
 * Single lines of the ledger that change figures within a time, as a query in parentheses: with the columns of
 * `movesWithin`, where 0 means no supplier, no earlier state and no reconciliation, and with `rdud, at, position,
 * detail, interview_seconds`. The sums of hours say which hours have any, and at which positions (docs/decisions/0062); with `enough`,
 * the newest hours that hold so many are read.
 */
export function linesWithin({
  accountId,
  sources,
  from,
  to,
  isWanted,
  enough,
  isRare = false,
}: WhichLines): RawBuilder<unknown> {
  const hour = (at: RawBuilder<unknown>) => sql`date_trunc('hour', ${at}, 'UTC')`
  const lines = sql`e.account_id = ${accountId} and e.changed and not e.is_test and e.at >= ${from} and e.at < ${to}`
  const days = sql`(
    select distinct o.source_id, m.starts_at as day from one o join ledger_sum m on m.account_id = ${accountId} and m.source_id = o.source_id and m.grain = 'day'
      and m.starts_at > ${from}::timestamptz - interval '24 hours' and m.starts_at < ${to}
    where ${isWanted})`
  return sql`(
    with one as materialized (
      select s.source_id, coalesce(f.position, 0) as position
      from (${sources}) s left join ledger_folded f on f.account_id = ${accountId} and f.source_id = s.source_id
    ), found as materialized (
      select m.source_id, m.starts_at, min(m.first_position) as first_position, max(m.last_position) as last_position,
        -- of an hour that the time cuts, some lines may lie beyond it
        case when m.starts_at >= ${from} and m.starts_at + interval '1 hour' <= ${to} then sum(m.respondents) else 0 end as respondents
      from ${isRare ? days : sql`one`} o join ledger_sum m on m.account_id = ${accountId} and m.source_id = o.source_id and m.grain = 'hour'
        ${isRare ? sql`and m.starts_at >= o.day and m.starts_at < o.day + interval '24 hours'` : sql``} and m.starts_at >= ${hour(sql`${from}::timestamptz`)} and m.starts_at < ${to}
      where ${isWanted} group by m.source_id, m.starts_at
    ), newest as materialized (
      select *, coalesce(sum(respondents) over (order by starts_at desc groups between unbounded preceding and 1 preceding), 0) as newer from found
    ), line as (
      select e.* from newest h cross join lateral (
        select * from respondent_event e
        where ${lines} and e.source_id = h.source_id and e.position between h.first_position and h.last_position and ${hour(sql`e.at`)} = h.starts_at offset 0) e
      ${enough === null ? sql`` : sql`where h.newer < ${enough}`}
      union all
      select e.* from one o cross join lateral (
        select * from respondent_event e where ${lines} and e.source_id = o.source_id and e.position > o.position offset 0) e
    )
    select * from (
      select e.rdud, e.at, e.position, e.detail, e.interview_seconds, e.source_id, ${hour(sql`e.at`)} as starts_at, coalesce(r.supplier_id, 0) as supplier_id, coalesce(e.from_code, 0)::smallint as from_code, e.to_code,
        ${CAUSE} as cause, ${REASON} as reason, ${REQUEST} as request
      from line e left join ${ITS_RESPONDENT} on true
    ) m where ${isWanted}
  )`
}
