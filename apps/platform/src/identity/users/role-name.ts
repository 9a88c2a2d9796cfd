import type { RoleId } from '@desk/schema/users/current-user'
import { ROLES } from '@desk/schema/users/user'

/** A role as history and audit log name it. */
export const roleName = (roleId: RoleId): string =>
  ROLES.find(({ pm_code }) => pm_code === roleId)?.pm_code_name ?? String(roleId)
