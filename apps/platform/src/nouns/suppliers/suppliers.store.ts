import { SUPPLIER_LEVEL } from '@desk/schema/defender/levels'
import { ENDED_STATUSES } from '@desk/schema/statuses/status'
import { LOOKUP_SLUG_CODES } from '@desk/schema/lookups/lookups'
import { REDIRECT_TYPES } from '@desk/schema/respondents/state'
import {
  SUPPLIER_USES_SHOWN,
  type Supplier,
  type SupplierRedirect,
  type SupplierRow,
  type SupplierSort,
  type SupplierUse,
  type SupplierUses,
} from '@desk/schema/suppliers/supplier'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

const TYPE_ORDER = sql`array_position(${[...REDIRECT_TYPES]}::text[], d.type)`

/** A supplier with its redirects in the order of their types. */
export async function findSupplier(tx: Tx, accountId: number, supplierId: number): Promise<Supplier | undefined> {
  const { rows } = await sql<Supplier>`
    select k.supplier_id as pm_sup_ud, k.name, k.type_code as pm_supplier_type_code_ud, k.recruitment_type, k.security_level, k.security_level = ${SUPPLIER_LEVEL} as custom_security_flg,
           k.text_analytics as text_analytics_flg, k.language_threshold, k.bot_detection as bot_detection_flg, k.threat_level,
           k.activity_enabled as activity_enabled_flg, k.token_threshold, k.supplier_cpi_cents / 100.0 as supplier_cpi,
           coalesce((
             select jsonb_agg(jsonb_build_object('type', d.type, 'url', d.url) order by ${TYPE_ORDER})
             from supplier_redirect d where d.account_id = k.account_id and d.supplier_id = k.supplier_id), '[]') as redirects,
           k.version
    from supplier k where k.account_id = ${accountId} and k.supplier_id = ${supplierId} and k.deleted_at is null`.execute(
    tx,
  )
  return rows[0]
}

/** Locks a supplier's row until the transaction ends: no one else changes it, and no source can add it. */
export async function lockSupplier(tx: Tx, accountId: number, supplierId: number): Promise<void> {
  await sql`select from supplier where account_id = ${accountId} and supplier_id = ${supplierId} for update`.execute(tx)
}

const SORTS: Readonly<Record<SupplierSort, ReturnType<typeof sql>>> = {
  name: sql`name collate "und-x-icu"`,
  '-name': sql`name collate "und-x-icu" desc`,
  type: sql`type_code`,
  '-type': sql`type_code desc`,
  recruitment: sql`recruitment_type`,
  '-recruitment': sql`recruitment_type desc`,
  sources: sql`sources_count`,
  '-sources': sql`sources_count desc`,
  cpi: sql`supplier_cpi_cents`,
  '-cpi': sql`supplier_cpi_cents desc`,
}

export interface SupplierFilters {
  /** Part of the name, or the id. */
  readonly search?: string
  readonly typeCode?: number
  readonly sort?: SupplierSort
}

/** The suppliers of an account, by name unless asked otherwise. */
export async function listSuppliers(
  tx: Tx,
  accountId: number,
  { search = '', typeCode, sort = 'name' }: SupplierFilters,
  page: Page,
): Promise<readonly SupplierRow[]> {
  const { rows } = await sql<SupplierRow>`
    select k.supplier_id as pm_sup_ud, k.name, k.type_code as pm_supplier_type_code_ud, k.recruitment_type, k.sources_count,
           array(select d.type from supplier_redirect d where d.account_id = k.account_id and d.supplier_id = k.supplier_id order by ${TYPE_ORDER}) as redirect_types,
           k.supplier_cpi_cents / 100.0 as supplier_cpi
    from (
      select s.*, (select count(*)::int from source_supplier x where x.account_id = s.account_id and x.supplier_id = s.supplier_id) as sources_count
      from supplier s
      where s.account_id = ${accountId} and s.deleted_at is null
        and (${search} = '' or position(lower(${search}) in lower(s.name)) > 0 or s.supplier_id::text = ${search})
        and (${typeCode ?? null}::int is null or s.type_code = ${typeCode ?? null}::int)
      order by ${SORTS[sort]}, supplier_id limit ${page.limit} offset ${page.offset}) k
    order by ${SORTS[sort]}, supplier_id`.execute(tx)
  return rows
}

/** Locks the ended sources of a supplier: none can be launched again until the transaction ends. */
export async function holdEndedSources(tx: Tx, accountId: number, supplierId: number): Promise<void> {
  await sql`
    select from source_supplier x join source s on s.account_id = x.account_id and s.source_id = x.source_id
    where x.account_id = ${accountId} and x.supplier_id = ${supplierId} and s.status = any(${ENDED_STATUSES}::int[]) order by s.source_id for share of s`.execute(
    tx,
  )
}

/** The sources of a supplier that have not ended: their number, and the first of them by id. */
export async function findUses(tx: Tx, accountId: number, supplierId: number): Promise<SupplierUses> {
  const { rows } = await sql<SupplierUse & { readonly count: number }>`
    select s.source_id as stmid, s.name, s.survey_id as pm_sy_ud, v.name as pm_sy_name, s.project_id as pm_proj_ud, p.name as pm_proj_name, count(*) over ()::int as count
    from source_supplier x join source s on s.account_id = x.account_id and s.source_id = x.source_id
      join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
      join project p on p.account_id = s.account_id and p.project_id = s.project_id
    where x.account_id = ${accountId} and x.supplier_id = ${supplierId} and s.status <> all(${ENDED_STATUSES}::int[]) order by s.source_id limit ${SUPPLIER_USES_SHOWN}`.execute(
    tx,
  )
  return { count: rows[0]?.count ?? 0, sources: rows.map(({ count: _count, ...use }) => use) }
}

export type StoredSupplier = Omit<Supplier, 'pm_sup_ud' | 'supplier_cpi' | 'custom_security_flg' | 'version'> & {
  readonly supplierCpiCents: number
}

export async function insertSupplier(tx: Tx, accountId: number, supplier: StoredSupplier, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into supplier (account_id, name, type_code, recruitment_type, security_level, text_analytics, language_threshold, bot_detection, threat_level,
                          activity_enabled, token_threshold, supplier_cpi_cents, created_at)
    values (${accountId}, ${supplier.name}, ${supplier.pm_supplier_type_code_ud}, ${supplier.recruitment_type}, ${supplier.security_level},
            ${supplier.text_analytics_flg}, ${supplier.language_threshold}, ${supplier.bot_detection_flg}, ${supplier.threat_level},
            ${supplier.activity_enabled_flg}, ${supplier.token_threshold}, ${supplier.supplierCpiCents}, ${at})
    returning supplier_id as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('An insert gives the row it made')
  await insertRedirects(tx, accountId, row.id, supplier.redirects)
  return row.id
}

/** Writes a supplier as a whole, its redirects too, and counts its version up. */
export async function updateSupplier(
  tx: Tx,
  accountId: number,
  supplierId: number,
  supplier: StoredSupplier,
): Promise<void> {
  await sql`
    update supplier set name = ${supplier.name}, type_code = ${supplier.pm_supplier_type_code_ud}, recruitment_type = ${supplier.recruitment_type},
      security_level = ${supplier.security_level}, text_analytics = ${supplier.text_analytics_flg}, language_threshold = ${supplier.language_threshold},
      bot_detection = ${supplier.bot_detection_flg}, threat_level = ${supplier.threat_level}, activity_enabled = ${supplier.activity_enabled_flg},
      token_threshold = ${supplier.token_threshold}, supplier_cpi_cents = ${supplier.supplierCpiCents}, version = version + 1
    where account_id = ${accountId} and supplier_id = ${supplierId}`.execute(tx)
  await sql`delete from supplier_redirect where account_id = ${accountId} and supplier_id = ${supplierId}`.execute(tx)
  await insertRedirects(tx, accountId, supplierId, supplier.redirects)
}

async function insertRedirects(
  tx: Tx,
  accountId: number,
  supplierId: number,
  redirects: readonly SupplierRedirect[],
): Promise<void> {
  if (redirects.length === 0) return
  await sql`
    insert into supplier_redirect (account_id, supplier_id, type, url)
    select ${accountId}, ${supplierId}, r.type, r.url
    from unnest(${redirects.map(({ type }) => type)}::text[], ${redirects.map(({ url }) => url)}::text[]) as r (type, url)`.execute(
    tx,
  )
}

/** Removes a supplier from every list; its name and redirects stay for its ended sources, and for respondents still in a survey. */
export async function deleteSupplier(tx: Tx, accountId: number, supplierId: number, at: Date): Promise<void> {
  await sql`update supplier set deleted_at = ${at}, version = version + 1 where account_id = ${accountId} and supplier_id = ${supplierId}`.execute(
    tx,
  )
}

export interface SupplierCodeNames {
  readonly types: ReadonlyMap<number, string>
  readonly recruitments: ReadonlyMap<number, string>
}

/** The names of the codes that a supplier has (§3.36). */
export async function findCodeNames(tx: Tx): Promise<SupplierCodeNames> {
  const [types, recruitments] = [LOOKUP_SLUG_CODES['supplier-types'], LOOKUP_SLUG_CODES['supplier-recruitment-type']]
  const { rows } = await sql<{ list: number; code: number; name: string }>`
    select type_code as list, pm_code as code, pm_code_name as name from platform_code where type_code in (${types}, ${recruitments})`.execute(
    tx,
  )
  const namesOf = (list: number) => new Map(rows.filter(row => row.list === list).map(({ code, name }) => [code, name]))
  return { types: namesOf(types), recruitments: namesOf(recruitments) }
}
