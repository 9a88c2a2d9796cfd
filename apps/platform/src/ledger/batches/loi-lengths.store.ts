import type { Tx } from '#kernel/db/tx'
import { GrowingStatement } from './growing-statement.ts'
import { rollupKey, type Scope } from '../facts/ledger-facts.ts'
import type { LoiBucket } from '../facts/loi-median.ts'
import { binaryArray } from './row-set.ts'

export interface LoiLookup {
  readonly scope: Scope
  readonly scopeId: number
  readonly from: number
  readonly to: number
}

// interview lengths are stored by source; a survey or a project sums them over its sources. Lines that no sweep has
// added to the buckets yet count with them, also where one takes away what another brings
const READ_LOI_BUCKETS = new GrowingStatement(
  'ledger_loi_buckets',
  `with wanted as materialized (
    select u.*, s.source_id
    from unnest($2::smallint[], $3::int[], $4::int[], $5::int[]) as u(scope, scope_id, lowest, highest)
    cross join lateral (
      select u.scope_id as source_id where u.scope = 3
      union all select source_id from source where u.scope = 2 and account_id = $1 and survey_id = u.scope_id
      union all select source_id from source where u.scope = 1 and account_id = $1 and project_id = u.scope_id
    ) s
  ), appended as materialized (
    select l.source_id, l.seconds, sum(l.n) as n
    from loi_line t cross join lateral unnest(t.source_ids, t.seconds, t.interviews) as l(source_id, seconds, n)
    where t.account_id = $1 group by 1, 2
  )
  select scope, scope_id, seconds, sum(n)::int from (
    select w.scope, w.scope_id, b.seconds, b.n from wanted w cross join lateral (
      select seconds, n from loi_bucket
      where account_id = $1 and scope = 3 and scope_id = w.source_id and seconds between w.lowest and w.highest and n <> 0 offset 0
    ) b
    union all
    select w.scope, w.scope_id, a.seconds, a.n from wanted w join appended a on a.source_id = w.source_id and a.seconds between w.lowest and w.highest
  ) lengths
  group by scope, scope_id, seconds having sum(n) > 0 order by seconds`,
)

/** The stored interview lengths of each lookup's scope, within its limits, both included, in their order. */
export async function readLoiBuckets(
  tx: Tx,
  accountId: number,
  lookups: readonly LoiLookup[],
): Promise<Map<string, LoiBucket[]>> {
  const buckets = new Map<string, LoiBucket[]>(lookups.map(({ scope, scopeId }) => [rollupKey(scope, scopeId), []]))
  const values = [
    accountId,
    binaryArray(
      'smallint',
      lookups.map(({ scope }) => scope),
    ),
    binaryArray(
      'int',
      lookups.map(({ scopeId }) => scopeId),
    ),
    binaryArray(
      'int',
      lookups.map(({ from }) => from),
    ),
    binaryArray(
      'int',
      lookups.map(({ to }) => to),
    ),
  ]
  const rows = await READ_LOI_BUCKETS.rows<[Scope, number, number, number]>(tx, values, lookups.length)
  for (const [scope, scopeId, seconds, interviews] of rows)
    buckets.get(rollupKey(scope, scopeId))?.push([seconds, interviews])
  return buckets
}

/** The lengths that one step has moved into the buckets. */
export interface FoldedLengths {
  readonly lines: number
  readonly sources: readonly { readonly accountId: number; readonly sourceId: number }[]
}

/**
 * Moves lines of interview lengths into the buckets, for every account; lines and buckets together are the same histogram before and after.
 * @returns how many lines there were, and whose they are
 */
export async function foldLengths(tx: Tx, limit: number): Promise<FoldedLengths> {
  const { rows } = await tx.client.query<FoldedLengths>({
    text: `with taken as (
        delete from loi_line where ctid = any(array(select ctid from loi_line limit $1)) returning *
      ), folded as (
        insert into loi_bucket as b (account_id, scope, scope_id, seconds, n)
        select t.account_id, 3, l.source_id, l.seconds, sum(l.n)
        from taken t cross join lateral unnest(t.source_ids, t.seconds, t.interviews) as l(source_id, seconds, n)
        group by t.account_id, l.source_id, l.seconds having sum(l.n) <> 0
        on conflict (account_id, scope, scope_id, seconds) do update set n = b.n + excluded.n
      )
      select (select count(*)::int from taken) as lines, coalesce((select json_agg(distinct jsonb_build_object('accountId', t.account_id, 'sourceId', s))
        from taken t cross join lateral unnest(t.source_ids) as s), '[]') as sources`,
    values: [limit],
  })
  return rows[0] ?? { lines: 0, sources: [] }
}
