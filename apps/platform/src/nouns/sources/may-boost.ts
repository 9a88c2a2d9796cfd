import type { Caller } from '@desk/api/authorization'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** Whether the caller may set alias and Auto-Boost of sources: super admins may, others of the account by their own right. */
export async function mayBoost(tx: Tx, { accountId, user }: Pick<Caller, 'accountId' | 'user'>): Promise<boolean> {
  if (user.is_super_admin) return true
  const { rows } = await sql`
    select from user_account m join app_user u on u.user_id = m.user_id
    where m.account_id = ${accountId} and u.user_id = ${user.uid} and u.auto_boost_access`.execute(tx)
  return rows.length > 0
}
