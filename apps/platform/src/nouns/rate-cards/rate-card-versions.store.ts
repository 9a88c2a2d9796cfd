import type { RateGrid } from '@desk/schema/rate-cards/rate-card'
import type { RateCardDetail, RateCardRow } from '@desk/schema/rate-cards/rate-card-form'
import { sql, type RawBuilder } from 'kysely'
import { userName } from '#kernel/history/user-name'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

/** For which business unit and country a card is; null: for all. Its versions have the same. */
export interface Binding {
  readonly businessUnitId: number | null
  readonly countryId: number | null
}

type Row = Omit<RateCardRow, 'effective_from' | 'uploaded_at'> & {
  readonly effective_from: Date
  readonly uploaded_at: Date | null
}

const ROW = sql`
  c.rate_card_id as rate_card_ud, c.name as rate_card_name, c.business_unit_id as business_unit_ud, b.name as business_unit_name,
  c.country_id as pm_cy_cs_id, y.name as country_name, c.currency, c.version, c.is_withdrawn, c.effective_from, cardinality(c.loi_minutes) as loi_count,
  cardinality(c.ir_percents) as ir_count, c.filename, ${userName('c.account_id', 'c.uploaded_by')} as uploaded_by, c.uploaded_at`
const FROM = sql`
  from rate_card c left join business_unit b on b.account_id = c.account_id and b.business_unit_id = c.business_unit_id
    left join country y on y.country_id = c.country_id`
const GRID = sql`c.loi_minutes, c.ir_percents::float8[] as ir_percents, c.prices_minor, c.cpi_min, c.cpi_max`
/** Versions of the same card. */
const SAME = sql`o.account_id = c.account_id and o.business_unit_id is not distinct from c.business_unit_id and o.country_id is not distinct from c.country_id`

const onWire = (row: Row): RateCardRow => ({
  ...row,
  effective_from: row.effective_from.toISOString(),
  uploaded_at: row.uploaded_at?.toISOString() ?? null,
})

/** The newest version of each card, by name. */
export async function listRateCards(tx: Tx, accountId: number, page: Page): Promise<readonly RateCardRow[]> {
  const { rows } = await sql<Row>`
    select ${ROW} ${FROM} where c.account_id = ${accountId}
      and not exists (select from rate_card o where ${SAME} and o.version > c.version)
    order by c.name collate "und-x-icu", c.rate_card_id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(onWire)
}

/** All versions of the card that one of them names, newest first; none when there is no such version. */
export async function listVersions(tx: Tx, accountId: number, id: number, page: Page): Promise<readonly RateCardRow[]> {
  const { rows } = await sql<Row>`
    select ${ROW} ${FROM} where c.account_id = ${accountId}
      and exists (select from rate_card o where ${SAME} and o.rate_card_id = ${id})
    order by c.version desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(onWire)
}

const detail = ({
  loi_minutes,
  ir_percents,
  prices_minor,
  cpi_min,
  cpi_max,
  ...row
}: Row & RateGrid): RateCardDetail => ({
  ...onWire(row),
  grid: { loi_minutes, ir_percents, prices_minor, cpi_min, cpi_max },
})

async function one(tx: Tx, accountId: number, more: RawBuilder<unknown>): Promise<RateCardDetail | undefined> {
  const { rows } = await sql<
    Row & RateGrid
  >`select ${ROW}, ${GRID} ${FROM} where c.account_id = ${accountId} ${more}`.execute(tx)
  return rows[0] && detail(rows[0])
}

/** One version with its prices. */
export function findVersion(tx: Tx, accountId: number, id: number): Promise<RateCardDetail | undefined> {
  return one(tx, accountId, sql`and c.rate_card_id = ${id}`)
}

/** The newest version of the card for a business unit and country. */
export function findNewest(tx: Tx, accountId: number, binding: Binding): Promise<RateCardDetail | undefined> {
  return one(
    tx,
    accountId,
    sql`and c.business_unit_id is not distinct from ${binding.businessUnitId}::int and c.country_id is not distinct from ${binding.countryId}::int
        order by c.version desc limit 1`,
  )
}

/** The file of a version. */
export async function findFile(
  tx: Tx,
  accountId: number,
  id: number,
): Promise<{ readonly csv: Buffer | null; readonly corner: string } | undefined> {
  const { rows } = await sql<{
    csv: Buffer | null
    corner: string
  }>`select csv, corner from rate_card where account_id = ${accountId} and rate_card_id = ${id}`.execute(tx)
  return rows[0]
}

/** Locks the card that one of its versions names until the transaction ends, and gives its first version's id and the newest version. */
export async function lockCard(
  tx: Tx,
  accountId: number,
  id: number,
): Promise<{ readonly firstId: number; readonly newest: RateCardDetail } | undefined> {
  const { rows } = await sql<{ id: number } & Binding>`
    select c.rate_card_id as id, c.business_unit_id as "businessUnitId", c.country_id as "countryId" from rate_card c
    where c.account_id = ${accountId} and c.version = (select min(o.version) from rate_card o where ${SAME})
      and exists (select from rate_card o where ${SAME} and o.rate_card_id = ${id}) for update of c`.execute(tx)
  const [first] = rows
  const newest = first && (await findNewest(tx, accountId, first))
  return first && newest && { firstId: first.id, newest }
}

/** A version to be stored. */
export interface NewVersion {
  readonly name: string
  readonly version: number
  readonly currency: string
  readonly effectiveFrom: Date
  readonly grid: RateGrid
  readonly corner: string
  readonly filename: string
  readonly csv: Buffer | null
}

/** @returns the version's id */
export async function insertVersion(
  tx: Tx,
  accountId: number,
  { businessUnitId, countryId }: Binding,
  card: NewVersion,
  by: { readonly userId: number; readonly at: Date },
): Promise<number> {
  const { grid } = card
  const { rows } = await sql<{ id: number }>`
    insert into rate_card (account_id, name, business_unit_id, country_id, currency, version, effective_from, loi_minutes, ir_percents, prices_minor,
                           cpi_min, cpi_max, corner, filename, csv, uploaded_at, uploaded_by)
    values (${accountId}, ${card.name}, ${businessUnitId}, ${countryId}, ${card.currency}, ${card.version}, ${card.effectiveFrom},
            ${[...grid.loi_minutes]}::int[], ${[...grid.ir_percents]}::numeric[], ${JSON.stringify(grid.prices_minor)}::jsonb,
            ${grid.cpi_min}, ${grid.cpi_max}, ${card.corner}, ${card.filename}, ${card.csv}, ${by.at}, ${by.userId})
    returning rate_card_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The rate card was not stored.')
  return id
}

/** Stores a version with the prices and the file of another one. @returns its id */
export async function copyVersion(
  tx: Tx,
  accountId: number,
  ofId: number,
  { version, effectiveFrom, isWithdrawn }: CopiedVersion,
  by: { readonly userId: number; readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into rate_card (account_id, name, business_unit_id, country_id, currency, version, effective_from, loi_minutes, ir_percents, prices_minor,
                           cpi_min, cpi_max, corner, filename, csv, uploaded_at, uploaded_by, is_withdrawn)
    select account_id, name, business_unit_id, country_id, currency, ${version}, ${effectiveFrom}, loi_minutes, ir_percents, prices_minor,
           cpi_min, cpi_max, corner, filename, csv, ${by.at}, ${by.userId}, ${isWithdrawn}
    from rate_card where account_id = ${accountId} and rate_card_id = ${ofId}
    returning rate_card_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The rate card was not stored.')
  return id
}

/** The differences of a copy. */
export interface CopiedVersion {
  readonly version: number
  readonly effectiveFrom: Date
  readonly isWithdrawn: boolean
}

/** A version that a withdrawal ended. */
export interface EndedVersion {
  readonly id: number
  readonly effectiveFrom: Date
}

/** The versions that the withdrawal of a card ended, oldest first: the one that would be in force by now, and those that would begin later. */
export async function findEnded(
  tx: Tx,
  accountId: number,
  withdrawalId: number,
  at: Date,
): Promise<readonly EndedVersion[]> {
  const { rows } = await sql<EndedVersion>`
    with ended as (
      select o.rate_card_id, o.version, o.effective_from from rate_card c join rate_card o on ${SAME}
      where c.account_id = ${accountId} and c.rate_card_id = ${withdrawalId} and o.version < c.version
        and o.version > (select coalesce(max(w.version), 0) from rate_card w
                         where w.account_id = c.account_id and w.business_unit_id is not distinct from c.business_unit_id
                           and w.country_id is not distinct from c.country_id and w.is_withdrawn and w.version < c.version))
    select rate_card_id as id, effective_from as "effectiveFrom" from ended
    where effective_from > ${at} or version = (select max(version) from ended where effective_from <= ${at})
    order by version`.execute(tx)
  return rows
}
