import type { NewReportView, ReportView, ViewType } from '@desk/schema/reports/report-view'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'

/** Whose views a caller sees: their own and shared ones; those of others they may edit where they run the account. */
export interface ViewReader {
  readonly accountId: number
  readonly userId: number
  readonly mayEditShared: boolean
  /** False: their shared views, of a time with another role, stay as they are. */
  readonly mayShare: boolean
  /** Others read no supplier's name in a view. */
  readonly seesSuppliers: boolean
}

const seenBy = ({ accountId, userId }: ViewReader) =>
  sql`v.account_id = ${accountId} and (v.user_id = ${userId} or v.is_shared)`

const mayEdit = ({ userId, mayEditShared, mayShare }: ViewReader) =>
  sql<boolean>`case when v.user_id = ${userId} then not v.is_shared or ${mayShare}::boolean else v.is_shared and ${mayEditShared}::boolean end`

const filters = ({ seesSuppliers }: ViewReader) =>
  sql`case when ${seesSuppliers}::boolean then v.filters else regexp_replace(v.filters, '(^|&)supplier=[^&]*', '', 'g') end`

const select = (reader: ViewReader, rest: RawBuilder<unknown>) => sql<ReportView>`
  select v.report_view_id as report_view_ud, v.type, v.name, ${filters(reader)} as filters, v.is_shared, v.user_id = ${reader.userId} as is_own,
    ${mayEdit(reader)} as may_edit,
    exists (select from report_view_default d where d.account_id = v.account_id and d.user_id = ${reader.userId}
      and d.type = v.type and d.report_view_id = v.report_view_id) as is_default, ${userName('v.account_id', 'v.user_id')} as owner, v.version
  from report_view v where ${seenBy(reader)} and ${rest}`

/** The views that a caller sees, of a report or list, or of all: their own first, then by name. */
export async function listViews(
  tx: Tx,
  reader: ViewReader,
  type: ViewType | undefined,
  { limit, offset }: Page,
): Promise<readonly ReportView[]> {
  const ofType = type === undefined ? sql`true` : sql`v.type = ${type}`
  const { rows } = await select(
    reader,
    sql`${ofType} and v.deleted_at is null
      order by v.user_id = ${reader.userId} desc, v.name collate "und-x-icu", v.report_view_id limit ${limit} offset ${offset}`,
  ).execute(tx)
  return rows
}

export async function findView(tx: Tx, reader: ViewReader, id: number): Promise<ReportView | undefined> {
  const { rows } = await select(reader, sql`v.report_view_id = ${id} and v.deleted_at is null`).execute(tx)
  return rows[0]
}

/** Locks a view that the caller may edit until the transaction ends. @param isDeleted whether it is one that was deleted */
export async function lockView(
  tx: Tx,
  reader: ViewReader,
  id: number,
  isDeleted = false,
): Promise<ReportView | undefined> {
  const { rows } = await select(
    reader,
    sql`v.report_view_id = ${id} and ${mayEdit(reader)} and (v.deleted_at is not null) = ${isDeleted}::boolean for no key update of v`,
  ).execute(tx)
  return rows[0]
}

/** How many views a user has; two requests of theirs that make one wait for each other. */
export async function countViews(tx: Tx, accountId: number, userId: number): Promise<number> {
  await sql`select from user_account where account_id = ${accountId} and user_id = ${userId} for no key update`.execute(
    tx,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from report_view where account_id = ${accountId} and user_id = ${userId} and deleted_at is null`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

export async function insertView(
  tx: Tx,
  accountId: number,
  userId: number,
  { type, name, filters, is_shared }: NewReportView,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into report_view (account_id, user_id, type, name, filters, is_shared)
    values (${accountId}, ${userId}, ${type}, ${name}, ${filters}, ${is_shared}) returning report_view_id as id`.execute(
    tx,
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('An inserted row is returned.')
  return id
}

export async function updateView(
  tx: Tx,
  accountId: number,
  id: number,
  { name, is_shared, filters }: Pick<ReportView, 'name' | 'is_shared' | 'filters'>,
): Promise<void> {
  await sql`
    update report_view set name = ${name}, is_shared = ${is_shared}, filters = ${filters}, version = version + 1
    where account_id = ${accountId} and report_view_id = ${id}`.execute(tx)
}

/** Marks a view as deleted, or takes that back. @param at null: it is not */
export async function setDeleted(tx: Tx, accountId: number, id: number, at: Date | null): Promise<void> {
  await sql`
    update report_view set deleted_at = ${at}, version = version + 1
    where account_id = ${accountId} and report_view_id = ${id}`.execute(tx)
}

/** Makes a view the default of its list for a user, or takes that back. */
export async function setDefault(
  tx: Tx,
  { accountId, userId }: ViewReader,
  { report_view_ud: id, type }: ReportView,
  isDefault: boolean,
): Promise<void> {
  await (
    isDefault
      ? sql`
        insert into report_view_default (account_id, user_id, type, report_view_id) values (${accountId}, ${userId}, ${type}, ${id})
        on conflict (account_id, user_id, type) do update set report_view_id = excluded.report_view_id`
      : sql`delete from report_view_default where account_id = ${accountId} and user_id = ${userId} and report_view_id = ${id}`
  ).execute(tx)
}
