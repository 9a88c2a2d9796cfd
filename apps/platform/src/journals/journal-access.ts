import type { Caller } from '@desk/api/authorization'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { Known } from '#identity/accounts/accounts.store'

/** The accounts whose journals the caller may read: the present one, and those that the caller could switch to as an admin there. */
export function knownTo({ user, accountId }: Caller): Known {
  if (user.is_super_admin) return 'all'
  const asAdmin = user.settings.filter(({ role_id }) => role_id === ROLE_IDS.admin)
  return [...new Set([accountId, ...asAdmin.map(setting => setting.pm_dsh_ud)])]
}
