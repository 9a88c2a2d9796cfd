import type { Caller } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import { isAdmin } from '@desk/schema/users/current-user'
import { Effect } from 'effect'

/** Projects, surveys and sources are of DESK accounts, for each of their roles (domain.md §8). */
export function demandDesk(caller: Caller): Effect.Effect<void, Forbidden> {
  return caller.user.account_type === 'DESK'
    ? Effect.void
    : Effect.fail(new Forbidden({ message: 'This is not open to a Defender account.' }))
}

/** What is for the admins of an account, super admins among them (domain.md §8). */
export function demandAdmin({ user }: Caller): Effect.Effect<void, Forbidden> {
  return isAdmin(user) ? Effect.void : Effect.fail(new Forbidden({ message: 'Only an administrator may do this.' }))
}

/** Says whether the sell price is shown: it is the client account's and the staff's (domain.md §4). */
export function seesSellPrice({ user }: Caller): boolean {
  return user.account_type === 'DESK' || user.isRepdataUser
}
