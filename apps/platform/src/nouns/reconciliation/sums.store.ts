import type { SourceEffect } from '@desk/schema/reconciliation/reconciliation-preview'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const SIGN = sql`(case when w.to_code in (30, 51) then 1 else 0 end - case when w.from_code in (30, 51) then 1 else 0 end)`
const SUMS = sql`
  count(*)::int as rows, count(*) filter (where w.is_applied)::int as applied,
  coalesce(sum(${SIGN} * coalesce(w.sell_cents, 0)) filter (where w.is_applied), 0)::float8 as sell_cents,
  coalesce(sum(${SIGN} * coalesce(w.supply_cents, 0)) filter (where w.is_applied), 0)::float8 as supply_cents`
const LIST_MAX = 1_000

interface Sum {
  readonly rows: number
  readonly applied: number
  readonly sell_cents: number
  readonly supply_cents: number
}

/** The rows of a request by reason. */
export async function sumByReason(
  tx: Tx,
  accountId: number,
  id: number,
): Promise<readonly (Sum & { readonly reason_code: number | null })[]> {
  const { rows } = await sql<Sum & { readonly reason_code: number | null }>`
    select w.reason_code, ${SUMS} from reconciliation_row w
    where w.account_id = ${accountId} and w.reconciliation_id = ${id} group by w.reason_code order by rows desc, w.reason_code limit ${LIST_MAX}`.execute(
    tx,
  )
  return rows
}

/** The rows of a request with a respondent of the project, by supplier. */
export async function sumBySupplier(
  tx: Tx,
  accountId: number,
  id: number,
): Promise<readonly (Sum & { readonly pm_sup_ud: number | null; readonly name: string })[]> {
  const { rows } = await sql<Sum & { readonly pm_sup_ud: number | null; readonly name: string }>`
    select n.*, coalesce(s.name, '') as name from (
      select w.supplier_id as pm_sup_ud, ${SUMS} from reconciliation_row w
      where w.account_id = ${accountId} and w.reconciliation_id = ${id} and w.rdud is not null group by w.supplier_id
    ) n
    left join supplier s on s.account_id = ${accountId} and s.supplier_id = n.pm_sup_ud order by n.rows desc, n.pm_sup_ud limit ${LIST_MAX}`.execute(
    tx,
  )
  return rows
}

/** A source with what its rejected completes cost, on average. */
export interface EffectOnSource extends SourceEffect {
  readonly supply_cents: number | null
}

/** What storing a request does to each source that it changes. */
export async function effectsOnSources(tx: Tx, accountId: number, id: number): Promise<readonly EffectOnSource[]> {
  const { rows } = await sql<EffectOnSource>`
    select n.source_id as stmid, s.name, s.target, coalesce(o.completes, 0)::int as completes_before,
      (coalesce(o.completes, 0) - n.rejects + n.accepts)::int as completes_after, n.rejects, n.accepts, n.supply_cents
    from (
      select w.source_id, count(*) filter (where ${SIGN} < 0)::int as rejects, count(*) filter (where ${SIGN} > 0)::int as accepts,
        (avg(w.supply_cents) filter (where ${SIGN} < 0))::float8 as supply_cents
      from reconciliation_row w where w.account_id = ${accountId} and w.reconciliation_id = ${id} and w.is_applied group by w.source_id
    ) n
    join source s on s.account_id = ${accountId} and s.source_id = n.source_id
    left join rollup o on o.account_id = ${accountId} and o.scope = 3 and o.scope_id = n.source_id
    order by n.rejects desc, n.source_id limit ${LIST_MAX}`.execute(tx)
  return rows
}
