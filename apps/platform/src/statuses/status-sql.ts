import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'

/** How the rollups number the scopes. */
export const SCOPE_CODES: Readonly<Record<StatusScope, number>> = { project: 1, survey: 2, source: 3 }

/** Who is named when someone from outside the account acted in it: the provider's staff. */
const OUTSIDER_NAME = 'Staff'

/**
 * The name of the user in a column, null for the system. Names are told of the account's own users alone, under every role,
 * so that an answer and a push say the same.
 * @param accountColumn the row's account, such as `s.account_id`
 * @param userColumn the row's user, such as `s.status_changed_by`
 */
export function userName(accountColumn: string, userColumn: string): RawBuilder<string | null> {
  return sql<string | null>`case when ${sql.ref(userColumn)} is not null then coalesce(
    (select u.firstname || ' ' || u.lastname from user_account m join app_user u on u.user_id = m.user_id
     where m.account_id = ${sql.ref(accountColumn)} and m.user_id = ${sql.ref(userColumn)}), ${sql.lit(OUTSIDER_NAME)}) end`
}

/**
 * The effective status (domain.md §2): live only when the object and everything above it are; else its own status when
 * that is not live, else that of the nearest ancestor that is not.
 * @param nearestFirst status columns from the object upwards, such as `s.status`, `v.status`, `p.status`
 */
export function effectiveStatus(...nearestFirst: readonly string[]): RawBuilder<StatusCode> {
  const notLive = nearestFirst.map(column => sql`nullif(${sql.ref(column)}, ${sql.lit(STATUS_CODES.live)})`)
  return sql<StatusCode>`coalesce(${sql.join(notLive)}, ${sql.lit(STATUS_CODES.live)})`
}
