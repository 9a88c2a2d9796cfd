import type { Caller } from '@desk/api/authorization'
import { may } from '@desk/schema/permissions/permissions'
import type { RoleId } from '@desk/schema/users/current-user'
import { GUEST_ROLES } from '@desk/schema/users/guest-roles'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { PermissionFlag } from '@desk/schema/users/user'
import { shownFlags, visibleRoles, type UsersAccount } from '@desk/schema/users/user-rights'

/** The user to be changed. */
export interface Subject {
  readonly userId: number
  /** In the caller's account. */
  readonly roleId: RoleId
  readonly isStaff: boolean
  readonly homeAccountId: number
}

/** A caller's rights to change a user. */
export interface EditRights {
  /** Role and Project Manager (§6.7). */
  readonly role: boolean
  /** Roles that may be given. */
  readonly roles: readonly RoleId[]
  readonly permissions: ReadonlySet<PermissionFlag>
}

/**
 * Says what the caller may change on a user of the account (§6.7, §6.8); null: nothing. An admin may edit users whose
 * home account it is: editing a guest would also affect the guest's other accounts.
 * @param subject the user; undefined: a new user of the account
 */
export function editRights(caller: Caller, account: UsersAccount, subject?: Subject): EditRights | null {
  const { user } = caller
  const isOwn = subject?.userId === user.uid
  const governs =
    may(user, 'manage users') &&
    (user.is_super_admin ||
      subject === undefined ||
      (subject.roleId !== ROLE_IDS.superAdmin &&
        subject.homeAccountId === caller.accountId &&
        (!subject.isStaff || user.isRepdataUser)))
  if (!isOwn && !governs) return null
  return {
    role: user.is_adm_groups && may(user, 'manage users'),
    roles: rolesOf(caller, account, subject),
    permissions: new Set(
      shownFlags(user.is_super_admin, account, subject?.isStaff).flatMap(({ name, isEditable }) =>
        isEditable ? [name] : [],
      ),
    ),
  }
}

/** A guest gets any role but super admin; a super admin is one everywhere, and no account's to change but their own. */
function rolesOf({ user, accountId }: Caller, account: UsersAccount, subject?: Subject): readonly RoleId[] {
  if (subject === undefined || subject.homeAccountId === accountId) return visibleRoles(user.is_super_admin, account)
  return subject.roleId === ROLE_IDS.superAdmin ? [] : GUEST_ROLES
}
