import type { Tx } from '#kernel/db/tx'
import type { LengthSpread } from '../facts/ledger-facts.ts'
import { GrowingStatement } from './growing-statement.ts'
import { binaryArray } from './row-set.ts'

const READ_SPREADS = new GrowingStatement(
  'ledger_length_spreads',
  `select u.source_id, s.lengths, s.ln_median, s.ln_mad from unnest($2::int[]) as u(source_id)
   cross join lateral (select * from length_spread where account_id = $1 and source_id = u.source_id offset 0) s`,
)

/** How the interview lengths of sources spread; a source that was never measured is left out. */
export async function readLengthSpreads(
  tx: Tx,
  accountId: number,
  sourceIds: readonly number[],
): Promise<Map<number, LengthSpread>> {
  if (sourceIds.length === 0) return new Map()
  const rows = await READ_SPREADS.rows<[number, number, number, number]>(
    tx,
    [accountId, binaryArray('int', sourceIds)],
    sourceIds.length,
  )
  return new Map(rows.map(([sourceId, lengths, lnMedian, lnMad]) => [sourceId, { lengths, lnMedian, lnMad }]))
}

/** Below this many completes a source's lengths tell no speeder yet. */
const MEASURED_FROM = 30

/**
 * Measures the spread of sources whose buckets have just grown. Each is measured again when a fiftieth more has come, so that all measuring together reads a
 * source's buckets some fifty times for each doubling, whatever its traffic.
 */
export async function measureSpreads(
  tx: Tx,
  sources: readonly { readonly accountId: number; readonly sourceId: number }[],
): Promise<void> {
  if (sources.length === 0) return
  await tx.client.query({
    name: 'measure_length_spreads',
    text: `insert into length_spread as kept (account_id, source_id, lengths, ln_median, ln_mad)
      select u.account_id, u.source_id, m.lengths, m.ln_median, d.ln_mad
      from unnest($1::int[], $2::int[]) as u(account_id, source_id)
      join rollup r on r.account_id = u.account_id and r.scope = 3 and r.scope_id = u.source_id and r.loi_count >= ${MEASURED_FROM}
      left join length_spread k on k.account_id = u.account_id and k.source_id = u.source_id
      cross join lateral (
        select max(total)::int as lengths, min(ln) filter (where 2 * upto >= total) as ln_median from (
          select ln(greatest(seconds, 1)) as ln, sum(n) over (order by seconds) as upto, sum(n) over () as total
          from loi_bucket where account_id = u.account_id and scope = 3 and scope_id = u.source_id and n > 0
        ) lengths
      ) m
      cross join lateral (
        select min(distance) filter (where 2 * upto >= total) as ln_mad from (
          select distance, sum(n) over (order by distance) as upto, sum(n) over () as total from (
            select abs(ln(greatest(seconds, 1)) - m.ln_median) as distance, n
            from loi_bucket where account_id = u.account_id and scope = 3 and scope_id = u.source_id and n > 0
          ) distances
        ) ordered
      ) d
      where m.lengths is not null and (k.lengths is null or 50 * abs(r.loi_count - k.lengths) > k.lengths)
      on conflict (account_id, source_id) do update set (lengths, ln_median, ln_mad) = (excluded.lengths, excluded.ln_median, excluded.ln_mad)`,
    values: [sources.map(({ accountId }) => accountId), sources.map(({ sourceId }) => sourceId)],
  })
}
