import { ADMIN_ROLES } from '@desk/schema/users/role-ids'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { isOneOf, roleIn } from './role-in.ts'

/** Why the account's last admin keeps the role. */
export const LAST_ADMIN = {
  kind: 'refused',
  reason: 'last_admin',
  message: 'This is the last active admin of the account: make another one first.',
  current: null,
} as const

/**
 * Each call that takes an admin from an account, by a screen, the API or its directory, waits for the one before: it
 * sees the admins that the last one left. Taken before any user is locked.
 */
export async function holdAdmins(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('the directory of an account', ${accountId}))`.execute(tx)
}

/** Whether the account has another active admin than this user, at home in it or a guest (docs/decisions/0053). */
export async function hasAdminBesides(tx: Tx, accountId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from user_account m join app_user u on u.user_id = m.user_id
    where m.account_id = ${accountId} and u.user_id <> ${userId} and u.deleted_at is null and u.deactivated_at is null
      and ${isOneOf(roleIn('m.account_id'), ADMIN_ROLES)} limit 1`.execute(tx)
  return rows.length > 0
}
