import type { GuestRoleId } from '@desk/schema/users/guest-roles'
import type { AccountMember } from '@desk/schema/accounts/managed-account'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { roleIn } from '../roles/role-in.ts'
import { doubtAccount } from '../accounts/doubt-account.store.ts'

const rows = (accountId: number, now: Date, condition: RawBuilder<unknown>) => sql<AccountMember>`
  select u.user_id as uid, u.firstname, u.lastname, u.username, ${roleIn('m.account_id')} as role_id, m.is_default, u.home_account_id = m.account_id as is_home,
         u.password_hash is not null as has_password, u.deactivated_at is null as is_active,
         (select to_char(max(l.expires_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from password_link l
          where l.user_id = u.user_id and l.purpose = 'welcome' and l.expires_at > ${now}) as invited_until
  from user_account m join app_user u on u.user_id = m.user_id and u.deleted_at is null
  where m.account_id = ${accountId} and ${condition}`

/** The members of an account, by name. */
export async function listMembers(tx: Tx, accountId: number, now: Date, page: Page): Promise<readonly AccountMember[]> {
  const { rows: found } = await sql<AccountMember>`
    ${rows(accountId, now, sql`true`)} order by u.lastname collate "und-x-icu", u.firstname collate "und-x-icu", u.user_id
    limit ${page.limit} offset ${page.offset}`.execute(tx)
  return found
}

export async function findMember(
  tx: Tx,
  accountId: number,
  userId: number,
  now: Date,
): Promise<AccountMember | undefined> {
  const { rows: found } = await rows(accountId, now, sql`m.user_id = ${userId}`).execute(tx)
  return found[0]
}

/**
 * Who signs in by this name. A user who was only invited under it has not proved that it is theirs
 * (docs/decisions/0021).
 */
export async function findByUsername(
  tx: Tx,
  username: string,
): Promise<{ readonly userId: number; readonly isActive: boolean } | undefined> {
  const { rows: found } = await sql<{ userId: number; isActive: boolean }>`
    select user_id as "userId", deactivated_at is null as "isActive" from app_user where username = ${username} and deleted_at is null and password_hash is not null`.execute(
    tx,
  )
  return found[0]
}

/** Whether a user was invited under this name, and has chosen no password yet. */
export async function isInvited(tx: Tx, username: string): Promise<boolean> {
  const { rows: found } = await sql`select from app_user where username = ${username} and deleted_at is null`.execute(
    tx,
  )
  return found.length > 0
}

/** Adds a user to an account with a role there, in the zone that they have. */
export async function insertMember(tx: Tx, accountId: number, userId: number, roleId: GuestRoleId): Promise<void> {
  await sql`
    insert into user_account (account_id, user_id, is_default, time_zone_code, role_id)
    select ${accountId}, user_id, false, time_zone_code, ${roleId} from app_user where user_id = ${userId}`.execute(tx)
}

/** Takes a user out of an account that is not their home; if it was their default, their home account becomes it. */
export async function deleteMember(tx: Tx, accountId: number, userId: number): Promise<void> {
  await sql`delete from user_account where account_id = ${accountId} and user_id = ${userId}`.execute(tx)
  await sql`
    update user_account m set is_default = true from app_user u
    where u.user_id = ${userId} and m.user_id = u.user_id and m.account_id = u.home_account_id
      and not exists (select from user_account d where d.user_id = u.user_id and d.is_default)`.execute(tx)
}

/** Lets open pages of a user check their session, in whatever account. */
export async function doubtUser(tx: Tx, userId: number): Promise<void> {
  const { rows: accounts } = await sql<{ accountId: number }>`
    select distinct account_id as "accountId" from login_session where user_id = ${userId} and ended_at is null order by 1`.execute(
    tx,
  )
  for (const { accountId } of accounts) await doubtAccount(tx, accountId)
}
