import type { UsersAccount } from '@desk/schema/users/user-rights'
import type { RoleId } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { PERMISSION_FLAGS, type PermissionFlag, type User, type UserFilters } from '@desk/schema/users/user'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { containing } from '#kernel/lists/containing'
import type { Page } from '#kernel/lists/page'
import { roleIn } from '../roles/role-in.ts'
import { giveRoleIn } from '../roles/roles.store.ts'
import type { Subject } from './user-rights.ts'

export async function knowsTimeZone(tx: Tx, code: number): Promise<boolean> {
  const { rows } = await sql`select 1 from time_zone where code = ${code}`.execute(tx)
  return rows.length > 0
}

/** Sets the zone of a user in one account, and of the user as such. */
async function updateTimeZone(tx: Tx, userId: number, accountId: number, code: number): Promise<void> {
  await sql`update app_user set time_zone_code = ${code} where user_id = ${userId}`.execute(tx)
  await sql`update user_account set time_zone_code = ${code} where user_id = ${userId} and account_id = ${accountId}`.execute(
    tx,
  )
}

/** The settings of an account that decide about its users. */
export interface StoredAccount extends UsersAccount {
  /** The zone that new users get. */
  readonly timeZoneCode: number
}

export async function findUsersAccount(tx: Tx, accountId: number): Promise<StoredAccount> {
  const { rows } = await sql<StoredAccount>`
    select is_staff as "isStaff", account_type = 'DESK' as "isDesk", invoices_by_business_unit as "invoicesByBusinessUnit", time_zone_code as "timeZoneCode"
    from account where account_id = ${accountId}`.execute(tx)
  const [account] = rows
  if (!account) throw new Error('A session is in an account that is there.')
  return account
}

/** The users of an account who match the filters, by name. */
export async function listUsers(
  tx: Tx,
  accountId: number,
  { search, role_id: role = 'all', uid }: UserFilters,
  page: Page,
): Promise<readonly User[]> {
  const conditions = [sql`m.account_id = ${accountId} and u.deleted_at is null`]
  if (role !== 'all') conditions.push(sql`${roleIn('m.account_id')} = ${Number(role)}`)
  if (uid !== undefined) conditions.push(sql`u.user_id = ${uid}`)
  const words = search?.trim()
  if (words) {
    const pattern = containing(words)
    conditions.push(sql`(u.firstname || ' ' || u.lastname ilike ${pattern} or u.username ilike ${pattern})`)
  }
  const { rows } = await sql<User>`
    select u.user_id as uid, u.firstname, u.lastname, u.username, ${roleIn('m.account_id')} as role_id, u.is_consultant, m.time_zone_code as user_time_zone, ${roleIn('m.account_id')} = ${sql.lit(ROLE_IDS.superAdmin)} as is_super_admin,
           u.advanced_stream_view or m.advanced_stream_view as advanced_stream_view, u.advanced_source_view_external, u.account_switch_enabled,
           u.edit_business_unit_flg, u.custom_qual_create, u.auto_boost_access, u.view_recon_indicator,
           u.is_staff as "isRepdataUser", u.password_hash is not null as has_password,
           case when u.new_username_until > now() then u.new_username end as new_username, u.second_factor_on,
           to_char(u.last_sign_in_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_sign_in_at, u.deactivated_at is null as is_active,
           u.provisioned_at is not null and u.left_directory_at is null as in_directory,
           exists (select from sso_identity i where i.account_id = u.home_account_id and i.user_id = u.user_id) as signs_on, u.home_account_id as home_pm_dsh_ud, u.edit_version as version
    from user_account m join app_user u on u.user_id = m.user_id
    where ${sql.join(conditions, sql` and `)}
    order by u.lastname collate "und-x-icu", u.firstname collate "und-x-icu", u.user_id limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return rows
}

/** A user with what a change of it depends on. */
export interface StoredUser extends Subject {
  /** The account that they are looked at from. */
  readonly accountId: number
  readonly accountName: string
  readonly username: string
  /** The one that waits for the link in the mail to it; null: none does. */
  readonly newUsername: string | null
  readonly firstname: string
  readonly lastname: string
  readonly isConsultant: boolean
  readonly timeZoneCode: number
  readonly timeZone: string
  readonly permissions: Readonly<Record<PermissionFlag, boolean>>
  readonly isMember: boolean
  /** Has chosen a password by a link mailed to the username, which proves that the name is this user's. */
  readonly hasPassword: boolean
  /** False: deactivated by the directory (docs/decisions/0048). */
  readonly isActive: boolean
  readonly hasSecondFactor: boolean
  readonly advancedView: boolean
  readonly version: number
}

// a user has it everywhere, or in this account alone
const STREAM_VIEW = sql<boolean>`(u.advanced_stream_view or coalesce(m.advanced_stream_view, false))`

/** An existing user, locked until the transaction ends, and whether the user belongs to this account. */
export async function lockUser(tx: Tx, userId: number, accountId: number): Promise<StoredUser | undefined> {
  const { rows } = await sql<StoredUser>`
    select u.user_id as "userId", u.username, case when u.new_username_until > now() then u.new_username end as "newUsername", u.firstname, u.lastname,
           ${roleIn('h.account_id')} as "roleId", h.account_id as "accountId", h.name as "accountName", u.is_consultant as "isConsultant", z.code as "timeZoneCode", z.label as "timeZone", u.is_staff as "isStaff", u.home_account_id as "homeAccountId",
           jsonb_build_object(${sql.join(PERMISSION_FLAGS.flatMap(name => [sql.lit(name), name === 'advanced_stream_view' ? STREAM_VIEW : sql.ref(`u.${name}`)]))}) as permissions,
           ${STREAM_VIEW} or u.advanced_source_view_external as "advancedView", m.account_id is not null as "isMember", u.password_hash is not null as "hasPassword",
           u.second_factor_on as "hasSecondFactor", u.deactivated_at is null as "isActive", u.edit_version as version
    from app_user u join account h on h.account_id = ${accountId} left join user_account m on m.user_id = u.user_id and m.account_id = h.account_id
    join time_zone z on z.code = coalesce(m.time_zone_code, u.time_zone_code)
    where u.user_id = ${userId} and u.deleted_at is null for update of u`.execute(tx)
  return rows[0]
}

export interface NewUserRow {
  readonly accountId: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly roleId: RoleId
  readonly isConsultant: boolean
  readonly isStaff: boolean
  readonly timeZoneCode: number
}

/** Says whether a user of the account has this name, which its users can see anyway. */
export async function isNameInAccount(tx: Tx, username: string, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select from app_user u join user_account m on m.user_id = u.user_id and m.account_id = ${accountId}
    where u.username = ${username} and u.deleted_at is null`.execute(tx)
  return rows.length > 0
}

/**
 * Whether a user `u` is one of the account, or has proved the name by a password or a single sign-on: whom another account has only
 * invited occupies no name (docs/decisions/0021).
 */
export const HOLDS_NAME = (accountId: number) =>
  sql<boolean>`(u.home_account_id = ${accountId} or u.password_hash is not null or exists (select from sso_identity i where i.user_id = u.user_id))`

/** Says whether a user of any account signs in by this name; revealed only to the mailbox of that name. */
export async function isNameInUse(tx: Tx, username: string): Promise<boolean> {
  const { rows } =
    await sql`select from app_user where username = ${username} and password_hash is not null and deleted_at is null`.execute(
      tx,
    )
  return rows.length > 0
}

/** Makes a user of an account, who has no password yet. */
export async function insertUser(tx: Tx, user: NewUserRow): Promise<number> {
  const { rows } = await sql<{ userId: number }>`
    insert into app_user (home_account_id, username, firstname, lastname, role_id, is_adm_groups, is_consultant, is_staff, time_zone_code, password_updated)
    values (${user.accountId}, ${user.username}, ${user.firstname}, ${user.lastname}, ${user.roleId}, ${user.roleId !== 2}, ${user.isConsultant}, ${user.isStaff}, ${user.timeZoneCode}, false)
    returning user_id as "userId"`.execute(tx)
  const userId = rows[0]?.userId
  if (userId === undefined) throw new Error('The user was not stored.')
  await sql`insert into user_account (account_id, user_id, is_default, time_zone_code) values (${user.accountId}, ${userId}, true, ${user.timeZoneCode})`.execute(
    tx,
  )
  return userId
}

/** The changed fields of a user; undefined ones stay. */
export interface UserRowChanges {
  readonly firstname?: string | undefined
  readonly lastname?: string | undefined
  readonly username?: string | undefined
  readonly roleId?: RoleId | undefined
  readonly isConsultant?: boolean | undefined
  readonly timeZoneCode?: number | undefined
  readonly permissions: Readonly<Partial<Record<PermissionFlag, boolean>>>
}

/** Changes a user, the role in this account, the zone also in it; another version says so. */
export async function updateUser(tx: Tx, userId: number, accountId: number, changes: UserRowChanges): Promise<void> {
  const {
    firstname = null,
    lastname = null,
    username = null,
    roleId,
    isConsultant = null,
    timeZoneCode,
    permissions,
  } = changes
  // a new password alone does not get in an editor's way
  if (Object.values({ ...changes, permissions: undefined, ...permissions }).every(value => value === undefined)) return
  await sql`
    update app_user set firstname = coalesce(${firstname}, firstname), lastname = coalesce(${lastname}, lastname), username = coalesce(${username}, username),
      is_consultant = coalesce(${isConsultant}, is_consultant), edit_version = edit_version + 1
    where user_id = ${userId}`.execute(tx)
  if (roleId !== undefined) await giveRoleIn(tx, userId, accountId, roleId)
  if (timeZoneCode !== undefined) await updateTimeZone(tx, userId, accountId, timeZoneCode)
  await updatePermissions(tx, userId, accountId, permissions)
}

/** Counts an edit that was made elsewhere than in `updateUser`, so that an open dialog learns of it. */
export async function countEdit(tx: Tx, userId: number): Promise<void> {
  await sql`update app_user set edit_version = edit_version + 1 where user_id = ${userId}`.execute(tx)
}

/** Gives and takes flags of a user, the stream view also in this account. */
export async function updatePermissions(
  tx: Tx,
  userId: number,
  accountId: number,
  permissions: UserRowChanges['permissions'],
): Promise<void> {
  const flags = PERMISSION_FLAGS.flatMap(name =>
    permissions[name] === undefined ? [] : [sql`${sql.ref(name)} = ${permissions[name]}`],
  )
  if (flags.length === 0) return
  await sql`update app_user set ${sql.join(flags)} where user_id = ${userId}`.execute(tx)
  const { advanced_stream_view: streamView } = permissions
  if (streamView !== undefined)
    await sql`update user_account set advanced_stream_view = ${streamView} where user_id = ${userId} and account_id = ${accountId}`.execute(
      tx,
    )
}

/** Stores the pending username, which viewers of the user see while its link works. */
export async function announceUsername(tx: Tx, userId: number, newUsername: string, until: Date): Promise<void> {
  await sql`update app_user set new_username = ${newUsername}, new_username_until = ${until} where user_id = ${userId}`.execute(
    tx,
  )
}

/** Sets a password; `isOwnChoice` false: the user must choose another one first (§2.8). */
export async function setPassword(tx: Tx, userId: number, passwordHash: string, isOwnChoice: boolean): Promise<void> {
  await sql`update app_user set password_hash = ${passwordHash}, password_updated = ${isOwnChoice} where user_id = ${userId}`.execute(
    tx,
  )
}

/** Deletes a user: they cannot sign in, the username is free, and the history keeps the user's name. */
export async function deleteUser(tx: Tx, userId: number, now: Date): Promise<void> {
  await sql`update app_user set deleted_at = ${now}, password_hash = null, second_factor_on = false where user_id = ${userId}`.execute(
    tx,
  )
}
