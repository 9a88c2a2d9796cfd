import type { CurrentUser } from './current-user.ts'
import { ROLE_IDS } from './role-ids.ts'

/**
 * Who may look at journals (domain.md §8): super admins, and the provider's own admins, in whichever account they work.
 * Whose journals these are is the server's to say.
 */
export function isSupport({
  is_super_admin,
  role_id,
  isRepdataUser,
  internalUser,
}: Pick<CurrentUser, 'is_super_admin' | 'role_id' | 'isRepdataUser' | 'internalUser'>): boolean {
  return is_super_admin || (role_id === ROLE_IDS.admin && isRepdataUser && internalUser)
}
