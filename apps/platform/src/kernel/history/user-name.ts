import { sql, type RawBuilder } from 'kysely'

/** The name shown for a user from outside the account: the provider's staff. */
const OUTSIDER_NAME = 'Staff'
/** Follows the name of a supplier that acted by its own link. */
export const BY_LINK = ' (supplier)'

/**
 * The name of the user in a column, null for the system. Only the account's own users are named, under every role, so that an
 * answer and a push agree.
 * @param accountColumn the row's account, such as `s.account_id`
 * @param userColumn the row's user, such as `s.status_changed_by`
 */
export function userName(accountColumn: string, userColumn: string): RawBuilder<string | null> {
  return sql<string | null>`case when ${sql.ref(userColumn)} is not null then coalesce(
    (select u.firstname || ' ' || u.lastname from user_account m join app_user u on u.user_id = m.user_id
     where m.account_id = ${sql.ref(accountColumn)} and m.user_id = ${sql.ref(userColumn)}), ${sql.lit(OUTSIDER_NAME)}) end`
}

/** The same for super admins, under the system's role: everybody is named. */
export function fullName(_accountColumn: string, userColumn: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select u.firstname || ' ' || u.lastname from app_user u where u.user_id = ${sql.ref(userColumn)})`
}
