import type { Caller } from '@desk/api/authorization'
import type { Known } from '#identity/accounts/accounts.store'

/** The accounts whose journals the caller may read: those that the caller could switch to. */
export function knownTo({ user, accountId }: Caller): Known {
  return user.is_super_admin ? 'all' : [...new Set([accountId, ...user.settings.map(setting => setting.pm_dsh_ud)])]
}
