import { supplyCentsOf } from '@desk/schema/columns/supply-cost'
import type { SourceEffect } from '@desk/schema/reconciliation/reconciliation-preview'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { RowSum } from './row-sums.ts'

const LIST_MAX = 1_000

interface Sum {
  readonly rows: number
  readonly applied: number
  readonly sell_cents: number
  readonly supply_cents: number | null
  readonly priced_completes: number
}

/** The sums of a request's rows: as they were judged last. */
export async function findSums(tx: Tx, accountId: number, id: number): Promise<readonly RowSum[]> {
  const { rows } = await sql<{ sums: readonly RowSum[] }>`
    select row_sums as sums from reconciliation where account_id = ${accountId} and reconciliation_id = ${id}`.execute(
    tx,
  )
  return rows[0]?.sums ?? []
}

/** The rows of a request by reason, the most first. */
export const sumByReason = (sums: readonly RowSum[]): readonly (Sum & { readonly reason_code: number | null })[] =>
  [...sumBy(sums, ({ reasonCode }) => reasonCode)]
    .map(([reason_code, sum]) => ({ reason_code, ...sum }))
    .sort((one, other) => other.rows - one.rows || byId(one.reason_code, other.reason_code))
    .slice(0, LIST_MAX)

/** The rows of a request with a respondent of the project, by supplier, the most first. */
export async function sumBySupplier(
  tx: Tx,
  accountId: number,
  sums: readonly RowSum[],
): Promise<readonly (Sum & { readonly pm_sup_ud: number | null; readonly name: string })[]> {
  const suppliers = [
    ...sumBy(
      sums.filter(({ isSomebody }) => isSomebody),
      ({ supplierId }) => supplierId,
    ),
  ]
    .map(([pm_sup_ud, sum]) => ({ pm_sup_ud, ...sum }))
    .sort((one, other) => other.rows - one.rows || byId(one.pm_sup_ud, other.pm_sup_ud))
    .slice(0, LIST_MAX)
  const { rows } = await sql<{ id: number; name: string }>`
    select supplier_id as id, name from supplier where account_id = ${accountId} and supplier_id = any (${suppliers.map(({ pm_sup_ud }) => pm_sup_ud)}::int[])`.execute(
    tx,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return suppliers.map(supplier => ({ ...supplier, name: names.get(supplier.pm_sup_ud ?? 0) ?? '' }))
}

function sumBy<Key>(sums: readonly RowSum[], keyOf: (sum: RowSum) => Key): ReadonlyMap<Key, Sum> {
  const all = new Map<Key, typeof NOTHING>()
  for (const sum of sums) {
    const known = all.get(keyOf(sum)) ?? NOTHING
    const change = sum.isApplied ? sum.change : 0
    all.set(keyOf(sum), {
      rows: known.rows + sum.rows,
      sellCents: known.sellCents + change * sum.sellCents,
      completes: known.completes + (sum.isApplied ? sum.rows : 0),
      pricedCompletes: known.pricedCompletes + (sum.isApplied ? sum.withSupplyPrice : 0),
      expenseCents: known.expenseCents + change * sum.supplyCents,
    })
  }
  return new Map(
    [...all].map(([key, { rows, sellCents, ...cost }]) => [
      key,
      { rows, applied: cost.completes, sell_cents: sellCents, ...supplyCentsOf(cost) },
    ]),
  )
}

const NOTHING = { rows: 0, sellCents: 0, completes: 0, pricedCompletes: 0, expenseCents: 0 }

/** None comes last. */
const byId = (one: number | null, other: number | null): number => (one ?? Infinity) - (other ?? Infinity)

/** A source with what its rejected completes cost, on average. */
export interface EffectOnSource extends SourceEffect {
  readonly supply_cents: number | null
}

interface Moved {
  readonly rejects: number
  readonly accepts: number
  readonly rejectedCents: number
  readonly rejectedWithPrice: number
}

/** The effects of storing a request on each source that it changes, the most rejects first. */
export async function effectsOnSources(
  tx: Tx,
  accountId: number,
  sums: readonly RowSum[],
): Promise<readonly EffectOnSource[]> {
  const moved = new Map<number, Moved>()
  for (const { isApplied, sourceId, change, rows, supplyCents, withSupplyPrice } of sums) {
    if (!isApplied || sourceId === null) continue
    const { rejects, accepts, rejectedCents, rejectedWithPrice } = moved.get(sourceId) ?? NOT_MOVED
    const isReject = change < 0
    moved.set(sourceId, {
      rejects: rejects + (isReject ? rows : 0),
      accepts: accepts + (change > 0 ? rows : 0),
      rejectedCents: rejectedCents + (isReject ? supplyCents : 0),
      rejectedWithPrice: rejectedWithPrice + (isReject ? withSupplyPrice : 0),
    })
  }
  const { rows } = await sql<{ id: number; name: string; target: number; completes: number }>`
    select s.source_id as id, s.name, s.target, coalesce(o.completes, 0)::int as completes
    from source s left join rollup o on o.account_id = ${accountId} and o.scope = 3 and o.scope_id = s.source_id
    where s.account_id = ${accountId} and s.source_id = any (${[...moved.keys()]}::int[])`.execute(tx)
  return rows
    .map(({ id, name, target, completes }) => {
      const { rejects, accepts, rejectedCents, rejectedWithPrice } = moved.get(id) ?? NOT_MOVED
      return {
        stmid: id,
        name,
        target,
        completes_before: completes,
        completes_after: completes - rejects + accepts,
        rejects,
        accepts,
        supply_cents: rejectedWithPrice === 0 ? null : rejectedCents / rejectedWithPrice,
      }
    })
    .sort((one, other) => other.rejects - one.rejects || one.stmid - other.stmid)
    .slice(0, LIST_MAX)
}

const NOT_MOVED: Moved = { rejects: 0, accepts: 0, rejectedCents: 0, rejectedWithPrice: 0 }
