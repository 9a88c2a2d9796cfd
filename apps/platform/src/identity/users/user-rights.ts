import type { Caller } from '@desk/api/authorization'
import { may } from '@desk/schema/permissions/permissions'
import type { RoleId } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { PermissionFlag } from '@desk/schema/users/user'

/** What of an account decides about its users. */
export interface UsersAccount {
  readonly isStaff: boolean
  readonly isDesk: boolean
  readonly invoicesByBusinessUnit: boolean
}

/** Whom the caller would change. */
export interface Subject {
  readonly userId: number
  readonly roleId: RoleId
  readonly isStaff: boolean
  readonly homeAccountId: number
}

/** What a caller may change of a user. */
export interface EditRights {
  /** Role and Project Manager (§6.7). */
  readonly role: boolean
  /** Roles that may be given. */
  readonly roles: readonly RoleId[]
  readonly permissions: ReadonlySet<PermissionFlag>
}

const { admin, user: ordinary, superAdmin } = ROLE_IDS

/** The roles that the caller sees (§6.7): the super admin's only for a super admin on a staff-side account, and for whoever looks at a super admin. */
export function visibleRoles({ user }: Caller, account: UsersAccount, subject?: Subject): readonly RoleId[] {
  const seesAll = user.is_super_admin ? account.isStaff : subject?.roleId === superAdmin
  return seesAll ? [admin, ordinary, superAdmin] : [admin, ordinary]
}

/**
 * Says what the caller may change of a user of the account (§6.7, §6.8); null: nothing at all.
 * An admin governs who is at home in the account: whoever is a guest there could otherwise be robbed of what is theirs elsewhere.
 * @param subject whom; undefined: a new user of the account
 */
export function editRights(caller: Caller, account: UsersAccount, subject?: Subject): EditRights | null {
  const { user } = caller
  const isOwn = subject?.userId === user.uid
  const governs =
    may(user, 'manage users') &&
    (user.is_super_admin ||
      subject === undefined ||
      (subject.roleId !== superAdmin &&
        subject.homeAccountId === caller.accountId &&
        (!subject.isStaff || user.isRepdataUser)))
  if (!isOwn && !governs) return null
  return {
    role: user.is_adm_groups && may(user, 'manage users'),
    roles: user.is_super_admin && account.isStaff ? [admin, ordinary, superAdmin] : [admin, ordinary],
    permissions: new Set(
      user.is_super_admin && account.isDesk ? permissionsOn(account, subject?.isStaff ?? account.isStaff) : [],
    ),
  }
}

function permissionsOn(account: UsersAccount, isStaffUser: boolean): readonly PermissionFlag[] {
  return [
    account.isStaff ? 'advanced_stream_view' : 'advanced_source_view_external',
    ...(isStaffUser ? (['account_switch_enabled'] as const) : []),
    ...(account.invoicesByBusinessUnit ? (['edit_business_unit_flg'] as const) : []),
    'custom_qual_create',
    'auto_boost_access',
    'view_recon_indicator',
  ]
}
