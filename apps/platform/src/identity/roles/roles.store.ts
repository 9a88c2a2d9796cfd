import type { RoleId } from '@desk/schema/users/current-user'
import { ADMIN_ROLES } from '@desk/schema/users/role-ids'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { roleIn } from './role-in.ts'

/** Gives a user a role in one account: at home it is the user's own, elsewhere the membership's. */
export async function giveRoleIn(tx: Tx, userId: number, accountId: number, roleId: RoleId): Promise<void> {
  await sql`
    update app_user set role_id = ${roleId}, is_adm_groups = ${ADMIN_ROLES.includes(roleId)}
    where user_id = ${userId} and home_account_id = ${accountId}`.execute(tx)
  await sql`
    update user_account m set role_id = ${roleId} from app_user u
    where m.user_id = ${userId} and m.account_id = ${accountId} and u.user_id = m.user_id and u.home_account_id <> m.account_id`.execute(
    tx,
  )
}

/** The role that a user has in an account now; undefined: they cannot act there any more. */
export async function findRoleIn(tx: Tx, userId: number, accountId: number): Promise<RoleId | undefined> {
  const { rows } = await sql<{ roleId: RoleId }>`
    select ${roleIn('a.account_id')} as "roleId"
    from app_user u join account a on a.account_id = ${accountId} left join user_account m on m.user_id = u.user_id and m.account_id = a.account_id
    where u.user_id = ${userId} and u.deleted_at is null and u.deactivated_at is null`.execute(tx)
  return rows[0]?.roleId
}
