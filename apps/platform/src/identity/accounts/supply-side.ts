import type { Caller } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import { editorViewOf, seesSupplySide } from '@desk/schema/users/supply-side'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { Effect } from 'effect'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { demandDesk } from './access.ts'

const roleAndView = ({ user, view }: Pick<Caller, 'user' | 'view'>) => ({ role_id: user.role_id, streamViewType: view })

/** The view in which the caller's editors show what is edited; figures keep the caller's own view. */
export const editorView = (caller: Pick<Caller, 'user' | 'view'>): Caller['view'] => editorViewOf(roleAndView(caller))

/** Suppliers of sources and supply prices are to see and to set for the internal view and for the account's admins (domain.md §4, docs/decisions/0026). */
export const demandSupplySide = Effect.fn(function* (caller: Caller) {
  yield* demandDesk(caller)
  if (!seesSupplySide(roleAndView(caller)))
    return yield* new Forbidden({
      message: 'Suppliers and supply prices are not open to you. An administrator of your account sets them.',
    })
})

const MOST_NAMES = 3

/** Who of the account may set what the caller may not: its own people first, admins first, by name; undefined when the caller may. */
export async function whoSetsSupplySide(
  tx: Tx,
  caller: Pick<Caller, 'accountId' | 'user' | 'view'>,
): Promise<readonly string[] | undefined> {
  if (seesSupplySide(roleAndView(caller))) return undefined
  const { rows } = await sql<{ name: string }>`
    select u.firstname || ' ' || u.lastname as name
    from user_account m join app_user u on u.user_id = m.user_id
    where m.account_id = ${caller.accountId} and u.deleted_at is null
      and (u.role_id <> ${ROLE_IDS.user} or u.advanced_stream_view or u.advanced_source_view_external or m.advanced_stream_view)
    group by u.firstname, u.lastname
    order by bool_and(u.home_account_id <> ${caller.accountId}), bool_and(u.role_id = ${ROLE_IDS.user}), u.firstname collate "und-x-icu", u.lastname collate "und-x-icu" limit ${MOST_NAMES}`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}
