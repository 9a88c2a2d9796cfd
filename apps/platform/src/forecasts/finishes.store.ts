import { ENDED_STATUSES } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { SIGN } from '#ledger/sums/line-columns'
import { FORECAST_SCOPES, type ForecastObject } from './seal.store.ts'

/** The finish of an object, as the ledger and the history have it. */
export interface Finish extends ForecastObject {
  readonly finishedAt: Date
  /** Whether its target was full; false: it ended short of it. */
  readonly isFull: boolean
  /** The last change of price, target, status or out of field by a user until then. */
  readonly changedAt: Date | null
}

const { project, survey, source, quota } = FORECAST_SCOPES
const ENDED = sql`any(${[...ENDED_STATUSES]}::int[])`

/** Fields of the history whose change makes another finish. */
export const MOVES_A_FINISH: readonly string[] = [
  'respondents',
  'out_of_field_date',
  'supplier_cpi',
  'suppliers',
  'pacing',
  'qualifications',
  'quotas',
]

const endedAt = (row: string) =>
  sql`case when ${sql.ref(`${row}.status`)} = ${ENDED} then ${sql.ref(`${row}.status_changed_at`)} end`

/** The objects `o` with what they are in: target, completes, and the moments at which they end. */
const placed = (objects: RawBuilder<unknown>) => sql`
  select o.*, s.source_id, y.survey_id, p.project_id,
    case o.scope when ${project} then p.target when ${survey} then y.target when ${source} then s.target else q.target end as target,
    coalesce(case when o.scope = ${quota} then q.completes else r.completes end, 0) as completes,
    least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at) as ends_at,
    least(${endedAt('s')}, ${endedAt('y')}, ${endedAt('p')}) as ended_at
  from (${objects}) o
    left join source s on s.account_id = o.account_id and o.scope in (${source}, ${quota}) and s.source_id = o.scope_id
    left join source_quota q on q.account_id = o.account_id and o.scope = ${quota} and q.source_id = o.scope_id and q.quota_no = o.quota_no
    left join survey y on y.account_id = o.account_id and y.survey_id = case when o.scope = ${survey} then o.scope_id else s.survey_id end
    join project p on p.account_id = o.account_id
      and p.project_id = case o.scope when ${project} then o.scope_id when ${survey} then y.project_id else s.project_id end
    left join rollup r on r.account_id = o.account_id and r.scope = o.scope and r.scope_id = o.scope_id`

/** The moment of the complete that filled the target of `o`, by the lines of the ledger. */
const FILLED_AT = sql`(
  select made.at from (
    select e.at, e.position, sum(${SIGN}) over (order by e.position) as completes
    from respondent_event e
    where e.account_id = o.account_id and e.changed and not e.is_test and ${SIGN} <> 0
      and e.source_id in (select i.source_id from source i where i.account_id = o.account_id
        and case o.scope when ${project} then i.project_id = o.project_id when ${survey} then i.survey_id = o.survey_id else i.source_id = o.source_id end)
      and (o.scope <> ${quota} or exists (
        select from respondent w where w.account_id = e.account_id and w.rdud = e.rdud and w.quota_no = o.quota_no))) made
  where made.completes >= o.target order by made.position limit 1)`

const CHANGED_AT = sql`(
  select max(c.at) from (
    select e.at from object_edit e
    where e.account_id = o.account_id and e.user_id is not null and e.at <= f.finished_at
      and (e.scope, e.object_id) in (('source', o.source_id), ('survey', o.survey_id), ('project', o.project_id))
      and exists (select from jsonb_array_elements(e.changes) c where c ->> 'field' = any(${[...MOVES_A_FINISH]}::text[]))
    union all
    select t.at from status_event t
    where t.account_id = o.account_id and t.user_id is not null and t.at <= f.finished_at
      and (t.scope, t.scope_id) in (('source', o.source_id), ('survey', o.survey_id), ('project', o.project_id))) c)`

/**
 * The finishes of objects: full with the complete that filled the target; else short, when it ended or went out of field.
 * An object that goes on has none.
 * @param objects SQL of rows with `account_id`, `scope`, `scope_id` and `quota_no`
 */
export const finishesOf = (objects: RawBuilder<unknown>, nowMs: number): RawBuilder<Finish> => sql<Finish>`
  select o.scope, o.scope_id as "scopeId", o.quota_no as "quotaNo", f.finished_at as "finishedAt", f.is_full as "isFull", ${CHANGED_AT} as "changedAt"
  from (${placed(objects)}) o
    cross join lateral (select case when o.target > 0 and o.completes >= o.target then ${FILLED_AT} end as at) filled
    cross join lateral (
      select coalesce(filled.at, least(o.ends_at, o.ended_at)) as finished_at, filled.at is not null as is_full
      where filled.at is not null or o.ended_at is not null or o.ends_at <= to_timestamp(${nowMs}::float8 / 1000)) f`

/** Stores the finishes of an account's objects, and opens again those that go on. @returns how many finished */
export async function storeFinishes(tx: Tx, accountId: number, nowMs: number): Promise<number> {
  const objects = (finished: RawBuilder<unknown>) =>
    sql`select account_id, scope, scope_id, quota_no from forecast_finish where account_id = ${accountId} and ${finished}`
  const { rows } = await sql`
    with finish as (${finishesOf(objects(sql`finished_at is null`), nowMs)})
    update forecast_finish f set finished_at = n."finishedAt", is_full = n."isFull", changed_at = n."changedAt"
    from finish n where f.account_id = ${accountId} and f.scope = n.scope and f.scope_id = n."scopeId" and f.quota_no = n."quotaNo"
    returning f.scope`.execute(tx)
  // a raised target, a later end or a new launch takes a finish back
  await sql`
    update forecast_finish f set finished_at = null, is_full = null, changed_at = null
    from (${placed(objects(sql`finished_at is not null`))}) o
    where f.account_id = ${accountId} and f.scope = o.scope and f.scope_id = o.scope_id and f.quota_no = o.quota_no
      and (o.target = 0 or o.completes < o.target) and o.ended_at is null and (o.ends_at is null or o.ends_at > to_timestamp(${nowMs}::float8 / 1000))`.execute(
    tx,
  )
  return rows.length
}
