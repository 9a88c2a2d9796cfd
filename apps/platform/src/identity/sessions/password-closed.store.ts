import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { domainOf } from '@desk/schema/single-sign-on/sign-on-domains'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** Where a password opens nothing, since an account is only entered by single sign-on. */
export interface PasswordClosed {
  /** For whoever names an address of this domain, whether there is such a user or not. */
  readonly forDomain: boolean
  /** For this user; never for a super admin. */
  readonly forUser: boolean
}

/** Says whether a password may be used under a name, and by its user if there is one. */
export async function passwordClosed(tx: Tx, username: string, userId: number | null): Promise<PasswordClosed> {
  const { rows } = await sql<PasswordClosed>`
    select exists (select from sso_domain d join sso_config c on c.account_id = d.account_id
                   where d.domain = ${domainOf(username)} and c.only_by_it) as "forDomain",
           exists (select from app_user u join sso_config c on c.account_id = u.home_account_id join account home on home.account_id = u.home_account_id
                   where u.user_id = ${userId}::int and c.only_by_it and not (u.role_id = ${ROLE_IDS.superAdmin} and home.parent_account_id is null)) as "forUser"`.execute(
    tx,
  )
  return rows[0] ?? { forDomain: false, forUser: false }
}
