import type { SourceSuppliers, SurveySupplier } from '@desk/schema/sources/source-suppliers'
import type { SourceType } from '@desk/schema/sources/source'
import { priceWarnings } from '@desk/schema/sources/source-warnings'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

interface Row {
  readonly version: number
  readonly type: SourceType
  readonly priceCents: number | null
  readonly sellPriceCents: number | null
  readonly suppliers: readonly {
    readonly id: number
    readonly name: string
    readonly percent: number
    readonly priceCents: number | null
    readonly cpiCents: number
    readonly entrants: number
    readonly completes: number
    readonly rejected: number
  }[]
}

const inUnits = (cents: number | null): number | null => (cents === null ? null : cents / 100)

/** The suppliers of a source with their shares and prices (api:T14, T18). */
export async function findSourceSuppliers(
  tx: Tx,
  accountId: number,
  sourceId: number,
): Promise<SourceSuppliers | undefined> {
  const { rows } = await sql<Row>`
    select s.suppliers_version as version, s.type, s.supply_price_cents as "priceCents", coalesce(v.sell_price_cents, p.sell_price_cents) as "sellPriceCents",
      coalesce((select jsonb_agg(jsonb_build_object('id', k.supplier_id, 'name', k.name, 'percent', x.allocation_percent, 'priceCents', x.supply_price_cents,
          'cpiCents', k.supplier_cpi_cents, 'entrants', coalesce(r.entrants, 0), 'completes', coalesce(r.code_30 + r.code_51, 0),
          'rejected', coalesce(r.code_50, 0)) order by x.allocation_percent desc, k.supplier_id)
        from source_supplier x join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
          left join supplier_rollup r on r.account_id = x.account_id and r.source_id = x.source_id and r.supplier_id = x.supplier_id
        where x.account_id = s.account_id and x.source_id = s.source_id), '[]') as suppliers
    from source s
    join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    join project p on p.account_id = s.account_id and p.project_id = s.project_id
    where s.account_id = ${accountId} and s.source_id = ${sourceId}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const supplyPrice = inUnits(row.priceCents)
  const sellPrice = inUnits(row.sellPriceCents)
  const suppliers = row.suppliers.map(({ id, name, percent, priceCents, cpiCents, ...counts }) => ({
    pm_sup_ud: id,
    name,
    allocation_percent: percent,
    supplier_cpi: inUnits(priceCents),
    default_cpi: cpiCents / 100,
    ...counts,
  }))
  return {
    stmid: sourceId,
    version: row.version,
    type: row.type,
    supplier_cpi: supplyPrice,
    client_cpi: sellPrice,
    suppliers,
    warnings: priceWarnings({ sellPrice, supplyPrice, suppliers }),
  }
}

/** The account's own among these suppliers, locked against deletion until the transaction ends. */
export async function holdSuppliers(tx: Tx, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select supplier_id as id from supplier where account_id = ${accountId} and supplier_id = any(${ids}::int[]) and deleted_at is null order by supplier_id for key share`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

export interface SupplierPart {
  readonly supplierId: number
  readonly allocationPercent: number
  readonly priceCents: number | null
}

/** Replaces the suppliers of a locked source. */
export async function replaceSuppliers(
  tx: Tx,
  accountId: number,
  sourceId: number,
  parts: readonly SupplierPart[],
): Promise<void> {
  const rows = parts.map(({ supplierId, allocationPercent, priceCents }) => ({
    supplier_id: supplierId,
    allocation_percent: allocationPercent,
    supply_price_cents: priceCents,
  }))
  await sql`delete from source_supplier where account_id = ${accountId} and source_id = ${sourceId} and supplier_id <> all(${rows.map(row => row.supplier_id)}::int[])`.execute(
    tx,
  )
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (supplier_id int, allocation_percent numeric, supply_price_cents int)`
  // a present supplier may have been deleted since the source ended, and could not be inserted again
  await sql`
    update source_supplier x set (allocation_percent, supply_price_cents) = (i.allocation_percent, i.supply_price_cents)
    from ${given} where x.account_id = ${accountId} and x.source_id = ${sourceId} and x.supplier_id = i.supplier_id`.execute(
    tx,
  )
  await sql`
    insert into source_supplier (account_id, source_id, supplier_id, allocation_percent, supply_price_cents)
    select ${accountId}, ${sourceId}, supplier_id, allocation_percent, supply_price_cents from ${given}
    where not exists (select from source_supplier x where x.account_id = ${accountId} and x.source_id = ${sourceId} and x.supplier_id = i.supplier_id)`.execute(
    tx,
  )
  await sql`update source set suppliers_version = suppliers_version + 1 where account_id = ${accountId} and source_id = ${sourceId}`.execute(
    tx,
  )
}

/** Stores the source's own price, which its form has as well. */
export async function updatePrice(tx: Tx, accountId: number, sourceId: number, priceCents: number): Promise<void> {
  await sql`update source set supply_price_cents = ${priceCents}, edit_version = edit_version + 1 where account_id = ${accountId} and source_id = ${sourceId}`.execute(
    tx,
  )
}

interface StreamRow {
  readonly id: number
  readonly name: string
  readonly streams: readonly (Omit<SurveySupplier['streams'][number], 'supplier_cpi'> & {
    readonly priceCents: number | null
  })[]
}

/** Who sells to a survey's sources, by name (api:U1). */
export async function listSurveySuppliers(
  tx: Tx,
  accountId: number,
  surveyId: number,
  page: Page,
): Promise<readonly SurveySupplier[]> {
  const { rows } = await sql<StreamRow>`
    select k.supplier_id as id, k.name,
      jsonb_agg(jsonb_build_object('stmid', s.source_id, 'name', s.name, 'statusid', s.status, 'allocation_percent', x.allocation_percent,
        'priceCents', coalesce(x.supply_price_cents, s.supply_price_cents)) order by s.source_id) as streams
    from source s
    join source_supplier x on x.account_id = s.account_id and x.source_id = s.source_id
    join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
    where s.account_id = ${accountId} and s.survey_id = ${surveyId}
    group by k.supplier_id, k.name order by k.name collate "und-x-icu", k.supplier_id limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return rows.map(({ id, name, streams }) => ({
    pm_sup_ud: id,
    name,
    streams: streams.map(({ priceCents, ...stream }) => ({ ...stream, supplier_cpi: inUnits(priceCents) })),
  }))
}
