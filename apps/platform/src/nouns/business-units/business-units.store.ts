import {
  BUSINESS_UNIT_USES_SHOWN,
  UNIT_STATUS,
  type BusinessUnit,
  type BusinessUnitUses,
} from '@desk/schema/accounts/business-unit'
import { ENDED_STATUSES } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

const COLUMNS = sql`b.business_unit_id as business_unit_ud, b.name as business_unit_name, b.status_id, b.edit_version as version`

/** The projects that keep a unit from being retired: an ended one keeps the name of its unit. */
const projectsOf = (unit: RawBuilder<unknown>) =>
  sql`from project p where p.account_id = b.account_id and p.business_unit_id = ${unit} and p.status <> all(${ENDED_STATUSES}::int[])`
/** Its rate cards that are not withdrawn, of each the newest version. */
const cardsOf = (unit: RawBuilder<unknown>) => sql`
  from rate_card c where c.account_id = b.account_id and c.business_unit_id = ${unit} and not c.is_withdrawn
    and not exists (select from rate_card later where later.account_id = c.account_id and later.business_unit_id = c.business_unit_id
                      and later.country_id is not distinct from c.country_id and later.version > c.version)`

const THE_UNIT = sql`b.business_unit_id`

/** The business units in use, by name (§3.26). */
export async function listBusinessUnits(
  tx: Tx,
  accountId: number,
  page: Page,
  withUses: boolean,
): Promise<readonly BusinessUnit[]> {
  const uses = withUses
    ? sql`, (select count(*)::int ${projectsOf(THE_UNIT)}) as projects_count, (select count(*)::int ${cardsOf(THE_UNIT)}) as rate_cards_count`
    : sql``
  const { rows } = await sql<BusinessUnit>`
    select ${COLUMNS} ${uses} from business_unit b where b.account_id = ${accountId} and b.status_id = ${UNIT_STATUS.inUse}
    order by b.name collate "und-x-icu", b.business_unit_id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

export async function findBusinessUnit(tx: Tx, accountId: number, id: number): Promise<BusinessUnit | undefined> {
  const { rows } = await sql<BusinessUnit>`
    select ${COLUMNS} from business_unit b where b.account_id = ${accountId} and b.business_unit_id = ${id}`.execute(tx)
  return rows[0]
}

/** Locks a unit's row until the transaction ends: no project and no rate card can take it before that. */
export async function lockBusinessUnit(tx: Tx, accountId: number, id: number): Promise<BusinessUnit | undefined> {
  const { rows } = await sql<BusinessUnit>`
    select ${COLUMNS} from business_unit b where b.account_id = ${accountId} and b.business_unit_id = ${id} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Whether another unit in use has this name, in whatever case. */
export async function isNameTaken(tx: Tx, accountId: number, name: string, ownId?: number): Promise<boolean> {
  const { rows } = await sql`
    select from business_unit where account_id = ${accountId} and status_id = ${UNIT_STATUS.inUse} and lower(name) = lower(${name})
      and (${ownId ?? null}::int is null or business_unit_id <> ${ownId ?? null}::int)`.execute(tx)
  return rows.length > 0
}

/** The uses that keep a unit from being retired: the numbers, and the first of them. */
export async function findUses(tx: Tx, accountId: number, id: number): Promise<BusinessUnitUses> {
  const unit = sql`(values (${accountId}::int)) as b (account_id)`
  const projects = await sql<BusinessUnitUses['projects'][number] & { readonly count: number }>`
    select u.* from ${unit}, lateral (
      select p.project_id as pm_proj_ud, p.name as pm_proj_name, p.number as pm_proj_rep_num, count(*) over ()::int as count ${projectsOf(sql`${id}::int`)}
      order by p.project_id limit ${BUSINESS_UNIT_USES_SHOWN}) u`.execute(tx)
  const cards = await sql<BusinessUnitUses['rate_cards'][number] & { readonly count: number }>`
    select u.* from ${unit}, lateral (
      select c.rate_card_id as rate_card_ud, c.name as rate_card_name, count(*) over ()::int as count ${cardsOf(sql`${id}::int`)}
      order by c.rate_card_id limit ${BUSINESS_UNIT_USES_SHOWN}) u`.execute(tx)
  return {
    projects_count: projects.rows[0]?.count ?? 0,
    projects: projects.rows.map(({ count: _count, ...project }) => project),
    rate_cards_count: cards.rows[0]?.count ?? 0,
    rate_cards: cards.rows.map(({ count: _count, ...card }) => card),
  }
}

/** A unit as it is stored. */
export interface StoredBusinessUnit {
  readonly name: string
  readonly statusId: number
}

/** @returns its id */
export async function insertBusinessUnit(tx: Tx, accountId: number, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into business_unit (account_id, name, status_id) values (${accountId}, ${name}, ${UNIT_STATUS.inUse}) returning business_unit_id as id`.execute(
    tx,
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The business unit was not stored.')
  return id
}

export async function updateBusinessUnit(
  tx: Tx,
  accountId: number,
  id: number,
  { name, statusId }: StoredBusinessUnit,
): Promise<void> {
  await sql`
    update business_unit set name = ${name}, status_id = ${statusId}, edit_version = edit_version + 1
    where account_id = ${accountId} and business_unit_id = ${id}`.execute(tx)
}
