import type { RoleId } from './current-user.ts'
import { GUEST_ROLES } from './guest-roles.ts'
import { ROLE_IDS } from './role-ids.ts'
import { PERMISSION_FLAGS, type PermissionFlag } from './user.ts'

/** The properties of an account that decide about its users. */
export interface UsersAccount {
  readonly isStaff: boolean
  readonly isDesk: boolean
  readonly invoicesByBusinessUnit: boolean
}

/** One flag of the permissions section (§6.8). */
interface Flag {
  readonly label: string
  /** On which desk accounts it shows; absent: on each. */
  readonly showsOn?: (account: UsersAccount) => boolean
  /** For staff users only: for others it is shown disabled. */
  readonly isForStaff?: true
}

/** The flags of the permissions section in their order; the dialog and the platform both read them here. */
const FLAGS: Readonly<Record<PermissionFlag, Flag>> = {
  advanced_stream_view: { label: 'Advanced source table view', showsOn: ({ isStaff }) => isStaff },
  advanced_source_view_external: { label: 'Advanced source table view', showsOn: ({ isStaff }) => !isStaff },
  account_switch_enabled: { label: 'Allow account switching', isForStaff: true },
  edit_business_unit_flg: {
    label: 'User can edit Business unit',
    showsOn: ({ invoicesByBusinessUnit }) => invoicesByBusinessUnit,
  },
  custom_qual_create: { label: 'User can create custom quals' },
  auto_boost_access: { label: 'User can access Auto-Boost' },
  view_recon_indicator: { label: 'User view includes Recon Indicator' },
}

/** Gives the labels of all flags in their order, each with its flags: two have the same. */
export function flagLabels(): readonly (readonly [label: string, names: readonly PermissionFlag[]])[] {
  const labels = [...new Set(Object.values(FLAGS).map(({ label }) => label))]
  return labels.map(label => [label, PERMISSION_FLAGS.filter(name => FLAGS[name].label === label)])
}

/** A flag as the viewer sees it on a user. */
export interface ShownFlag {
  readonly name: PermissionFlag
  readonly label: string
  readonly isEditable: boolean
}

/**
 * Gives the flags that a viewer sees on a user of the account, and may change (§6.8); none unless the viewer is a super admin on
 * a desk account.
 * @param isStaffUser whether the user is on the staff side; undefined for a new one, who is on their account's side
 */
export function shownFlags(isSuperAdmin: boolean, account: UsersAccount, isStaffUser?: boolean): readonly ShownFlag[] {
  if (!isSuperAdmin || !account.isDesk) return []
  return Object.entries(FLAGS)
    .filter(([, { showsOn }]) => showsOn?.(account) ?? true)
    .map(([name, { label, isForStaff }]) => ({
      name: name as PermissionFlag, // Object.entries loses the key types
      label,
      isEditable: isForStaff !== true || (isStaffUser ?? account.isStaff),
    }))
}

/**
 * Gives the roles that a viewer sees (§6.7): the super admin role only for a super admin on a staff-side account, and when the
 * viewed user is a super admin.
 * @param looksAt the role of the viewed user; undefined for none
 */
export function visibleRoles(isSuperAdmin: boolean, account: UsersAccount, looksAt?: RoleId): readonly RoleId[] {
  const seesAll = isSuperAdmin ? account.isStaff : looksAt === ROLE_IDS.superAdmin
  return seesAll ? [...GUEST_ROLES, ROLE_IDS.superAdmin] : GUEST_ROLES
}
