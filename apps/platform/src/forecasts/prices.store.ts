import type { SourceType } from '@desk/schema/sources/source'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Prices } from './what-if.ts'

/** The supply price of an average complete of a source `s`, by allocation, in cents; null: not set, or not known of an exchange. @param own the source's own price */
export const meanSupplyCents = (own: RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`
  coalesce((
    select (sum(coalesce(x.supply_price_cents, ${own}) * x.allocation_percent) / nullif(sum(x.allocation_percent), 0))::float8
    from source_supplier x where x.account_id = s.account_id and x.source_id = s.source_id
    having bool_and(coalesce(x.supply_price_cents, ${own}) is not null)), ${own})::float8`

/** The prices of a source, and what limits its own fields. */
export interface SourceTerms extends Prices {
  readonly type: SourceType
  readonly ownCents: number | null
  /** The share of its completes that is paid by its own price, from 0 to 1. */
  readonly ownShare: number
  /** Of an average complete with another own price; null: none was asked. */
  readonly repricedCents: number | null
  /** When the field of its survey or project ends; null: they have no date. */
  readonly aboveEndsAtMs: number | null
  readonly supplierIds: readonly number[]
}

/** Reads the prices of a source. @param ownCents another own price that is asked about; null: none */
export async function readTerms(
  tx: Tx,
  accountId: number,
  sourceId: number,
  ownCents: number | null,
): Promise<SourceTerms | undefined> {
  const { rows } = await sql<SourceTerms>`
    select coalesce(y.sell_price_cents, p.sell_price_cents) as "sellCents", s.supply_price_cents as "ownCents", s.type,
      coalesce((select coalesce(sum(x.allocation_percent) filter (where x.supply_price_cents is null), 0) / nullif(sum(x.allocation_percent), 0)
        from source_supplier x where x.account_id = s.account_id and x.source_id = s.source_id), 1)::float8 as "ownShare",
      ${meanSupplyCents(sql`s.supply_price_cents`)} as "supplyCents", ${meanSupplyCents(sql`${ownCents}::int`)} as "repricedCents",
      (extract(epoch from least(y.out_of_field_at, p.out_of_field_at)) * 1000)::float8 as "aboveEndsAtMs",
      array(select x.supplier_id from source_supplier x where x.account_id = s.account_id and x.source_id = s.source_id order by 1) as "supplierIds"
    from source s
      join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
      join project p on p.account_id = s.account_id and p.project_id = s.project_id
    where s.account_id = ${accountId} and s.source_id = ${sourceId}`.execute(tx)
  return rows[0]
}

/** The names of suppliers of an account that are not deleted. */
export async function readSupplierNames(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select supplier_id as id, name from supplier where account_id = ${accountId} and supplier_id = any(${[...ids]}::int[]) and deleted_at is null`.execute(
    tx,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
