import { REDIRECT_TYPES } from '@desk/schema/respondents/state'
import type { Supplier } from '@desk/schema/suppliers/supplier'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'

/** A supplier with its redirects in the order of their types. */
export async function findSupplier(tx: Tx, accountId: number, supplierId: number): Promise<Supplier | undefined> {
  const { rows } = await sql<Supplier>`
    select k.supplier_id as pm_sup_ud, k.name, k.type_code as pm_supplier_type_code_ud, k.recruitment_type, k.text_analytics as text_analytics_flg,
           k.language_threshold, k.bot_detection as bot_detection_flg, k.threat_level, k.activity_enabled as activity_enabled_flg, k.token_threshold,
           k.supplier_cpi_cents / 100.0 as supplier_cpi,
           coalesce((
             select jsonb_agg(jsonb_build_object('type', d.type, 'url', d.url) order by array_position(${[...REDIRECT_TYPES]}::text[], d.type))
             from supplier_redirect d where d.account_id = k.account_id and d.supplier_id = k.supplier_id), '[]') as redirects
    from supplier k where k.account_id = ${accountId} and k.supplier_id = ${supplierId}`.execute(tx)
  return rows[0]
}
