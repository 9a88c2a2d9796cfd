import type { Caller } from '@desk/api/authorization'
import { may } from '@desk/schema/permissions/permissions'
import { editorViewOf } from '@desk/schema/users/supply-side'
import { ADMIN_ROLES, ROLE_IDS } from '@desk/schema/users/role-ids'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { isOneOf, roleIn } from '../roles/role-in.ts'

/** The view of the caller's editors; figures keep the caller's own view. */
export const editorView = (caller: Pick<Caller, 'user'>): Caller['view'] => editorViewOf(caller.user)

const MOST_NAMES = 3
const ROLE_HERE = roleIn('m.account_id')

/**
 * The users of the account who may set suppliers and supply prices: its own users first, admins first, by name; undefined when
 * the caller may.
 */
export async function whoSetsSupplySide(
  tx: Tx,
  caller: Pick<Caller, 'accountId' | 'user'>,
): Promise<readonly string[] | undefined> {
  if (may(caller.user, 'see the supply side')) return undefined
  const { rows } = await sql<{ name: string }>`
    select u.firstname || ' ' || u.lastname as name
    from user_account m join app_user u on u.user_id = m.user_id
    where m.account_id = ${caller.accountId} and u.deleted_at is null
      and (${isOneOf(ROLE_HERE, ADMIN_ROLES)} or (${ROLE_HERE} = ${ROLE_IDS.user}
        and (u.advanced_stream_view or u.advanced_source_view_external or m.advanced_stream_view)))
    group by u.firstname, u.lastname
    order by bool_and(u.home_account_id <> ${caller.accountId}), bool_and(${ROLE_HERE} = ${ROLE_IDS.user}), u.firstname collate "und-x-icu", u.lastname collate "und-x-icu" limit ${MOST_NAMES}`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}
