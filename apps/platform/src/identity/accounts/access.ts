import type { Caller, WhoMayCall } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import { suspensionRefusal } from '@desk/schema/accounts/suspension'
import { isPermission, refusalOf, type Permission } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Effect } from 'effect'

/**
 * Refuses a caller without a permission that only some requests of an endpoint need; the contract declares the permissions that
 * an endpoint always needs.
 */
export function demand({ user }: Pick<Caller, 'user'>, permission: Permission): Effect.Effect<void, Forbidden> {
  const refusal = refusalOf(user, permission)
  return refusal === null ? Effect.void : Effect.fail(new Forbidden({ message: refusal }))
}

/** Why the user may not call an endpoint with this `OpenTo`; null: they may. */
export function refusalFor(user: CurrentUser, openTo: WhoMayCall | 'nobody'): string | null {
  if (openTo === 'anySession') return null
  const pending = pendingOf(user)
  if (pending !== null || openTo === 'evenSuspended') return pending
  if (user.account_suspended === true) return suspensionRefusal(user.dashboard_name)
  if (openTo === 'signedIn') return null
  return isPermission(openTo) ? refusalOf(user, openTo) : 'No user may do this.'
}

/** The user's first duty in a session; null: none. */
function pendingOf(user: CurrentUser): string | null {
  if (!user.is_password_updated) return 'Please change your password first.'
  return user.second_factor === 'required' ? 'Please set up a second factor first.' : null
}
