import { LIST_LIMIT_MAX } from '@desk/api/lists'
import type { StatusScope } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { SCOPE_CODES } from '#statuses/status-sql'

/** Forecasts are sealed hourly. Over a longer gap, such as a pause, nothing was expected. */
export const DUE_GAP_HOURS = 2

/** Completes of one object in one bucket, by the bucket's number from 0. */
export interface BucketSum {
  readonly id: number
  readonly bucket: number
  readonly live: number
  readonly test: number
}

/** Adds up hours into buckets; an hour belongs to the bucket in which it starts. Empty buckets are left out. */
export async function sumBuckets(
  tx: Tx,
  accountId: number,
  scope: StatusScope,
  ids: readonly number[],
  borders: readonly Date[],
): Promise<readonly BucketSum[]> {
  const at = sql`${borders.map(border => border.toISOString())}::timestamptz[]`
  const { rows } = await sql<BucketSum>`
    select h.scope_id as id, width_bucket(h.hour, ${at}) - 1 as bucket, sum(h.completes_live) as live, sum(h.completes_test) as test
    from hour_bucket h
    where h.account_id = ${accountId} and h.scope = ${SCOPE_CODES[scope]} and h.scope_id = any(${ids}::int[])
      and h.hour >= ${borders[0]} and h.hour < ${borders.at(-1)}
    group by 1, 2`.execute(tx)
  return rows
}

/** The completes that were due between two sealed forecasts to be full by out-of-field. */
export interface DueStep {
  readonly fromMs: number
  readonly untilMs: number
  readonly due: number
}

const epochMs = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)

/**
 * The completes that the sealed forecasts of these sources expected from one to the next, the oldest first. After a change of target or
 * end a source is due as in the hour that follows. No pace reaches a target of which all is due.
 */
export async function listDueSteps(
  tx: Tx,
  accountId: number,
  sourceIds: readonly number[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly DueStep[]> {
  const { rows } = await sql<DueStep>`
    with point as (
      select f.scope_id, f.seq, f.asked_at as at, f.expected_now as due, concat_ws(' ', f.target, f.ends_at) as plan
      from forecast f
      where f.account_id = ${accountId} and f.scope = ${SCOPE_CODES.source} and f.scope_id = any(${[...sourceIds]}::int[]) and f.quota_no = 0
        and f.asked_at between ${from} and ${to} and f.completes < f.target and f.expected_now < f.target),
    step as (
      select p.*, lag(at) over w as "from", lag(due) over w as "dueBefore", lag(plan) over w as "planBefore",
        lead(at) over w as "next", lead(due) over w as "dueNext", lead(plan) over w as "planNext"
      from point p window w as (partition by scope_id order by seq)),
    rise as (
      select "from", at, case
        when plan = "planBefore" then due - "dueBefore"
        when plan = "planNext" then ("dueNext" - due) * (extract(epoch from at - "from") / nullif(extract(epoch from "next" - at), 0)) end as due
      from step where at > "from" and at - "from" <= make_interval(hours => ${DUE_GAP_HOURS}))
    -- a forecast that knows the hours of the week better may expect less than the one before
    select ${epochMs('"from"')} as "fromMs", ${epochMs('at')} as "untilMs", sum(greatest(0, due))::float8 as due
    from rise group by "from", at having bool_and(due is not null) order by 1, 2`.execute(tx)
  return rows
}

/** The sources of a survey or project that a chart shows. */
export async function listSourceIds(
  tx: Tx,
  accountId: number,
  above: 'project' | 'survey',
  id: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select source_id as id from source where account_id = ${accountId} and ${sql.ref(`${above}_id`)} = ${id} order by source_id limit ${LIST_LIMIT_MAX}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
