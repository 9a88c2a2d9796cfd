import type { Caller } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import { isSupport } from '@desk/schema/users/support-access'
import { Effect } from 'effect'
import type { Known } from '#identity/accounts/accounts.store'

/** Support's screen is for super admins and the provider's own admins, in whichever account they work (domain.md §8). */
export function demandSupport({ user }: Caller): Effect.Effect<void, Forbidden> {
  return isSupport(user) ? Effect.void : Effect.fail(new Forbidden({ message: 'This is open to support alone.' }))
}

/** Whether the caller reads names and what was typed, too; for anybody else they are masked. */
export function readsPersonal({ user }: Caller): boolean {
  return user.is_super_admin
}

/** The accounts whose journals the caller may look at: those that it could switch to. */
export function knownTo({ user, accountId }: Caller): Known {
  return user.is_super_admin ? 'all' : [...new Set([accountId, ...user.settings.map(setting => setting.pm_dsh_ud)])]
}
