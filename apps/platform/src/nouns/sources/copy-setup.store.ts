import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** A source, and its copy. */
export interface CopyPair {
  readonly fromId: number
  readonly toId: number
}

/** Copies the existing suppliers, prices, qualifications, quotas and redirects of sources; the quotas of a copy start empty. */
export async function copySetup(tx: Tx, accountId: number, pairs: readonly CopyPair[]): Promise<void> {
  const pair = sql`unnest(${pairs.map(({ fromId }) => fromId)}::int[], ${pairs.map(({ toId }) => toId)}::int[]) as p (from_id, to_id)`
  await sql`
    insert into source_supplier (account_id, source_id, supplier_id, allocation_percent, supply_price_cents)
    select x.account_id, p.to_id, x.supplier_id, x.allocation_percent, x.supply_price_cents
    from ${pair} join source_supplier x on x.account_id = ${accountId} and x.source_id = p.from_id
      join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
    where k.deleted_at is null for key share of k`.execute(tx)
  const copies = [
    ['source_qualification', 'qualification_no, name, condition'],
    ['source_quota_group', 'group_no, name, conditions, target'],
    ['source_quota', 'group_no, quota_no, name, conditions, target'],
    ['source_redirect', 'type, url'],
  ] as const
  for (const [table, columns] of copies) {
    await sql`
      insert into ${sql.table(table)} (account_id, source_id, ${sql.raw(columns)})
      select x.account_id, p.to_id, ${sql.raw(columns)}
      from ${pair} join ${sql.table(table)} x on x.account_id = ${accountId} and x.source_id = p.from_id`.execute(tx)
  }
  // in another project the copy cannot exclude that one
  await sql`
    insert into source_exclusion (account_id, source_id, project_ids, states, look_back_days, version)
    select x.account_id, t.source_id, array_remove(x.project_ids, t.project_id), x.states, x.look_back_days, 1
    from ${pair} join source_exclusion x on x.account_id = ${accountId} and x.source_id = p.from_id
      join source t on t.account_id = x.account_id and t.source_id = p.to_id`.execute(tx)
  await sql`
    update source t set last_quota_no = f.last_quota_no
    from ${pair} join source f on f.account_id = ${accountId} and f.source_id = p.from_id
    where t.account_id = f.account_id and t.source_id = p.to_id`.execute(tx)
}
