import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { domainOf } from '@desk/schema/single-sign-on/sign-on-domains'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** Where a password opens nothing, since an account is only entered by single sign-on. */
export interface PasswordClosed {
  /** For any address of this domain, whether there is such a user or not. */
  readonly forDomain: boolean
  /** For this user; never for a super admin. */
  readonly forUser: boolean
}

const CLOSED_TO = (userId: number | null) => sql<boolean>`
  exists (select from app_user u join sso_config c on c.account_id = u.home_account_id join account home on home.account_id = u.home_account_id
          where u.user_id = ${userId}::int and c.only_by_it and not (u.role_id = ${ROLE_IDS.superAdmin} and home.parent_account_id is null))`

/** Says whether a user enters by single sign-on alone. */
export async function entersBySignOn(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ isSo: boolean }>`select ${CLOSED_TO(userId)} as "isSo"`.execute(tx)
  return rows[0]?.isSo ?? false
}

/**
 * Ends the sessions of an account's users that began by a password, once single sign-on is the only way in, and the
 * sign-ins by password that wait for a second factor; never those of super admins. Locks the users, so that a sign-in
 * under way ends up before it or is refused after it.
 * @param keepSessionId of the admin who switches it: who is notified, and signs on by it next time
 */
export async function endPasswordSessions(
  tx: Tx,
  accountId: number,
  keepSessionId: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ userId: number }>`
    select u.user_id as "userId" from app_user u join account home on home.account_id = u.home_account_id
    where u.home_account_id = ${accountId} and not (u.role_id = ${ROLE_IDS.superAdmin} and home.parent_account_id is null)
    order by u.user_id for no key update of u`.execute(tx)
  const users = rows.map(({ userId }) => userId)
  await sql`delete from sign_in_challenge where user_id = any(${users}::int[]) and sso_account_id is null`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    with ended as (
      update login_session s set ended_at = ${now}, ended_because = 'only by single sign-on'
      where s.user_id = any(${users}::int[]) and s.ended_at is null and s.session_id <> ${keepSessionId}::uuid
        and not exists (select from sso_session o where o.session_id = s.session_id and o.account_id = ${accountId})
      returning s.account_id, s.session_id)
    insert into change_feed (account_id, kind, body)
    select account_id, 3, jsonb_build_object('session_id', session_id) from ended`.execute(tx)
  if (numAffectedRows > 0n) await sql`select pg_notify('desk_changes', '')`.execute(tx)
  return Number(numAffectedRows)
}

/** Says whether a password may be used under a name, and by its user if there is one. */
export async function passwordClosed(tx: Tx, username: string, userId: number | null): Promise<PasswordClosed> {
  const { rows } = await sql<PasswordClosed>`
    select exists (select from sso_domain d join sso_config c on c.account_id = d.account_id
                   where d.domain = ${domainOf(username)} and c.only_by_it) as "forDomain",
           ${CLOSED_TO(userId)} as "forUser"`.execute(tx)
  return rows[0] ?? { forDomain: false, forUser: false }
}
