import type { RoleId } from './current-user.ts'
import { ROLE_IDS } from './role-ids.ts'
import type { PermissionFlag } from './user.ts'

/** What of an account decides about its users. */
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
  /** For staff users alone: for others it shows, and rests. */
  readonly isForStaff?: true
}

/** The permissions section's flags in their order, each said once: the dialog draws them by it, the platform takes them by it. */
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

/** A flag as somebody sees it of a user. */
export interface ShownFlag {
  readonly name: PermissionFlag
  readonly label: string
  readonly isEditable: boolean
}

/**
 * Gives the flags that somebody sees of a user of the account, and may change (§6.8); none but for a super admin on a desk account.
 * @param isStaffUser whether the user is on the staff side; undefined for a new one, who is on their account's side
 */
export function shownFlags(isSuperAdmin: boolean, account: UsersAccount, isStaffUser?: boolean): readonly ShownFlag[] {
  if (!isSuperAdmin || !account.isDesk) return []
  return Object.entries(FLAGS)
    .filter(([, { showsOn }]) => showsOn?.(account) ?? true)
    .map(([name, { label, isForStaff }]) => ({
      name: name as PermissionFlag, // entries forgets its keys
      label,
      isEditable: isForStaff !== true || (isStaffUser ?? account.isStaff),
    }))
}

const { admin, user, superAdmin } = ROLE_IDS

/**
 * Gives the roles that somebody sees (§6.7): the super admin's only for a super admin on a staff-side account, and for whoever looks at
 * a super admin.
 * @param looksAt the role of the user whom they look at; undefined for nobody's
 */
export function visibleRoles(isSuperAdmin: boolean, account: UsersAccount, looksAt?: RoleId): readonly RoleId[] {
  const seesAll = isSuperAdmin ? account.isStaff : looksAt === superAdmin
  return seesAll ? [admin, user, superAdmin] : [admin, user]
}
