import type { UnusualMeasure } from '@desk/schema/alerts/alert'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { INFLIGHT, REASON } from '#ledger/sums/line-columns'
import { movedPart, type EndedAlike } from './moved-part.ts'
import { dayOf, hoursUntil } from './unusual.store.ts'

/** The latest endings of an hour in which the part is looked for. */
const LINES_AN_HOUR = 2_000

/** The part of a source's respondents that moved a figure most; null: none did. */
export async function readMovedMost(
  tx: Tx,
  { accountId, sourceId, untilMs }: { readonly accountId: number; readonly sourceId: number; readonly untilMs: number },
  measure: UnusualMeasure,
): Promise<ReturnType<typeof movedPart>> {
  const { rows } = await sql<EndedAlike>`
    with line as materialized (
      select ${dayOf(untilMs, 'h.starts_at')} = 0 as is_now, e.*
      from (
        select starts_at, min(first_position) as first_position, max(last_position) as last_position from ledger_sum
        where account_id = ${accountId} and source_id = ${sourceId} and grain = 'hour' and starts_at = any(${hoursUntil(untilMs)}::timestamptz[])
          and to_code <> all(${INFLIGHT}) and (from_code = 0 or from_code = any(${INFLIGHT})) and request = 0
        group by 1) h
        cross join lateral (
          select e.rdud, e.from_code, e.to_code, ${REASON} as rule, e.interview_seconds from respondent_event e
          where e.account_id = ${accountId} and e.source_id = ${sourceId} and e.position between h.first_position and h.last_position and e.changed and not e.is_test
            and e.at >= h.starts_at and e.at < h.starts_at + interval '1 hour'
            and e.to_code <> all(${INFLIGHT}) and (e.from_code is null or e.from_code = any(${INFLIGHT}))
          order by e.position desc limit ${LINES_AN_HOUR} offset 0) e),
    usual as (
      select percentile_cont(0.5) within group (order by interview_seconds) as seconds from line where not is_now and interview_seconds > 0)
    select l.is_now as "isNow", l.from_code as "from", l.to_code as code, l.rule, u.name as supplier, c.name as country, e.device,
      count(*)::int as count, (count(*) filter (where l.interview_seconds > 0))::int as timed,
      (count(*) filter (where l.interview_seconds > usual.seconds))::int as long
    from line l cross join usual
      left join lateral (
        select x.country, x.device from respondent_event x
        where x.account_id = ${accountId} and x.rdud = l.rdud and x.from_code is null limit 1 offset 0) e on true
      left join lateral (select r.supplier_id from respondent r where r.account_id = ${accountId} and r.rdud = l.rdud offset 0) r on true
      left join supplier u on u.account_id = ${accountId} and u.supplier_id = r.supplier_id
      left join country c on c.iso2 = e.country
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return movedPart(rows, measure)
}
