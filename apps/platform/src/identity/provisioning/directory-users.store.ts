import type { RoleId } from '@desk/schema/users/current-user'
import { ADMIN_ROLES, ROLE_IDS } from '@desk/schema/users/role-ids'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { holdAdmins } from '../roles/last-admin.ts'
import { HOLDS_NAME } from '../users/users.store.ts'
import type { ScimTerm } from './scim-filter.ts'
import type { DirectoryUser, WantedUser } from './scim-user.ts'

/** Which users a directory reaches: those at home in the account; never a super admin, and staff only from a staff account. */
export interface Reach {
  readonly accountId: number
  readonly includesStaff: boolean
}

const within = ({ accountId, includesStaff }: Reach) => sql`
  u.home_account_id = ${accountId} and u.deleted_at is null and u.role_id <> ${ROLE_IDS.superAdmin} and (${includesStaff} or not u.is_staff)
  and exists (select from user_account m where m.user_id = u.user_id and m.account_id = ${accountId})`

const COLUMNS = sql`
  u.user_id as "userId", u.username, u.firstname, u.lastname, u.external_id as "externalId", u.deactivated_at is null as "isActive", u.role_id as "roleId",
  u.password_hash is not null as "hasPassword", u.provisioned_at is not null as "isProvisioned", u.left_directory_at is not null as "hasLeft",
  u.is_staff as "isStaff", u.home_account_id as "homeAccountId", u.edit_version as version, to_char(u.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`

/** The attributes that find users. */
export const USER_ATTRIBUTES = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  emails: 'userName',
  active: 'active',
} as const

function conditionOf({ attribute, value }: ScimTerm): RawBuilder<unknown> {
  switch (attribute) {
    case 'userName':
      return sql`u.username = ${value.trim().toLowerCase()}`
    case 'externalId':
      return sql`u.external_id = ${value}`
    case 'active':
      return sql`(u.deactivated_at is null) = ${value === 'true'}`
    default:
      return sql`u.user_id::text = ${value}`
  }
}

const conditions = (reach: Reach, terms: readonly ScimTerm[]) =>
  sql.join([within(reach), sql`u.left_directory_at is null`, ...terms.map(conditionOf)], sql` and `)

/** The users that a directory finds, by id. */
export async function listDirectoryUsers(
  tx: Tx,
  reach: Reach,
  terms: readonly ScimTerm[],
  page: Page,
): Promise<{ readonly total: number; readonly users: readonly DirectoryUser[] }> {
  const where = conditions(reach, terms)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from app_user u where ${where}`.execute(tx)
  const { rows: users } = await sql<DirectoryUser>`
    select ${COLUMNS} from app_user u where ${where} order by u.user_id limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return { total: counted[0]?.total ?? 0, users }
}

/** A user that a directory reaches, locked until the transaction ends; also one that has left. */
export async function lockDirectoryUser(tx: Tx, reach: Reach, userId: number): Promise<DirectoryUser | undefined> {
  const { rows } = await sql<DirectoryUser>`
    select ${COLUMNS} from app_user u where u.user_id = ${userId} and ${within(reach)} for no key update of u`.execute(
    tx,
  )
  return rows[0]
}

/** The same by username. */
export async function lockByUsername(tx: Tx, reach: Reach, username: string): Promise<DirectoryUser | undefined> {
  const { rows } = await sql<DirectoryUser>`
    select ${COLUMNS} from app_user u where u.username = ${username} and ${within(reach)} for no key update of u`.execute(
    tx,
  )
  return rows[0]
}

export async function findDirectoryUser(tx: Tx, reach: Reach, userId: number): Promise<DirectoryUser | undefined> {
  const { users } = await listDirectoryUsers(tx, reach, [{ attribute: 'id', value: String(userId) }], {
    limit: 1,
    offset: 0,
  })
  return users[0]
}

/** Whether this name is anybody else’s: of the account, also one that waits for its link, or of another account that has proved it. */
export async function isNameTaken(
  tx: Tx,
  accountId: number,
  username: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from app_user u where u.username = ${username} and u.deleted_at is null and ${HOLDS_NAME(accountId)}
      and u.user_id is distinct from ${exceptId}::int limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether another user of the account has this external id. */
export async function isExternalIdTaken(
  tx: Tx,
  accountId: number,
  externalId: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from app_user where home_account_id = ${accountId} and external_id = ${externalId} and deleted_at is null
      and user_id is distinct from ${exceptId}::int limit 1`.execute(tx)
  return rows.length > 0
}

/** The calls of an account's directory store one after the other: each sees the names and the admins that the last one left. */
export const lockDirectory = holdAdmins

/** Whether the account has another active admin of its own. */
export async function hasAnotherAdmin(tx: Tx, accountId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from app_user u where u.home_account_id = ${accountId} and u.role_id = ${ROLE_IDS.admin} and u.deleted_at is null
      and u.deactivated_at is null and u.user_id <> ${userId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Stores what the directory says of a user. */
export async function updateDirectoryUser(tx: Tx, userId: number, wanted: WantedUser, at: Date): Promise<void> {
  await sql`
    update app_user set username = ${wanted.username}, firstname = ${wanted.firstname}, lastname = ${wanted.lastname}, external_id = ${wanted.externalId},
      deactivated_at = case when ${wanted.isActive} then null else coalesce(deactivated_at, ${at}) end,
      provisioned_at = coalesce(provisioned_at, ${at}), left_directory_at = null, edit_version = edit_version + 1
    where user_id = ${userId}`.execute(tx)
}

/** The directory removes a user: inactive, and not listed to it any more. */
export async function leaveDirectory(tx: Tx, userId: number, at: Date): Promise<void> {
  await sql`
    update app_user set deactivated_at = coalesce(deactivated_at, ${at}), left_directory_at = ${at}, external_id = null, edit_version = edit_version + 1
    where user_id = ${userId}`.execute(tx)
}

export async function updateRole(tx: Tx, userId: number, roleId: RoleId, at: Date): Promise<void> {
  await sql`
    update app_user set role_id = ${roleId}, is_adm_groups = ${ADMIN_ROLES.includes(roleId)}, provisioned_at = coalesce(provisioned_at, ${at}),
      edit_version = edit_version + 1
    where user_id = ${userId}`.execute(tx)
}

/** The users of a role, by id. */
export async function listOfRole(
  tx: Tx,
  reach: Reach,
  roleId: RoleId,
  limit: number,
): Promise<readonly { readonly userId: number; readonly name: string }[]> {
  const { rows } = await sql<{ userId: number; name: string }>`
    select u.user_id as "userId", u.firstname || ' ' || u.lastname as name from app_user u
    where ${within(reach)} and u.left_directory_at is null and u.role_id = ${roleId} order by u.user_id limit ${limit}`.execute(
    tx,
  )
  return rows
}
