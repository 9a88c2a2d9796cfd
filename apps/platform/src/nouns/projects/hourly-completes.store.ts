import { LIST_LIMIT_MAX } from '@desk/api/lists'
import type { StatusScope } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { SCOPE_CODES } from '#statuses/status-sql'

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
