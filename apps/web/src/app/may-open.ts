import { isAdmin, type CurrentUser } from '@desk/schema/users/current-user'
import { isSupport } from '@desk/schema/users/support-access'

/** Whom pages are for that are not everybody's (domain.md §8). */
export type Whom = 'admins' | 'support' | 'superAdmins'

export const MAY_OPEN: Readonly<Record<Whom, (user: CurrentUser) => boolean>> = {
  admins: isAdmin,
  support: isSupport,
  superAdmins: ({ is_super_admin }) => is_super_admin,
}
