import type { RoleId } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { sql, type RawBuilder } from 'kysely'

/** SQL that says whether a role, given as SQL, is one of these. */
export const isOneOf = (role: RawBuilder<RoleId>, roles: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`${role} in (${sql.join(roles.map(id => sql.lit(id)))})`

const SUPER_ADMIN = sql.lit(ROLE_IDS.superAdmin)

/**
 * SQL of the role that a user `u` has in an account (docs/decisions/0053): at home the user's own, a super admin's everywhere, else the membership's. Who
 * has none is a user.
 * @param account SQL of the account's id
 * @param given SQL of the membership's role; null: there is no membership, or it is the one at home
 */
export function roleIn(account: string, given = 'm.role_id'): RawBuilder<RoleId> {
  return sql<RoleId>`(case when u.home_account_id = ${sql.raw(account)} then u.role_id
    when u.role_id = ${SUPER_ADMIN} and is_top_account(u.home_account_id) then ${SUPER_ADMIN}
    else coalesce(${sql.raw(given)}, ${sql.lit(ROLE_IDS.user)}) end)`
}
