import type { RoleId } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { shownFlags, visibleRoles, type ShownFlag, type UsersAccount } from '@desk/schema/users/user-rights'
import type { DialogUser, DialogViewer } from './user-dialog.events.ts'

/** The rights of a viewer in the dialog (§6.7–6.9). */
export interface DialogRights {
  readonly roleIds: readonly RoleId[]
  /** The Role field and the Project Manager checkbox. */
  readonly showsRole: boolean
  /** All fields and Save are disabled. */
  readonly isReadOnly: boolean
  readonly canDelete: boolean
  /** The permissions section; empty when it does not show. */
  readonly permissions: readonly ShownFlag[]
}

const accountOf = ({ isStaffAccount, isDeskAccount, invoicesByBusinessUnit }: DialogViewer): UsersAccount => ({
  isStaff: isStaffAccount,
  isDesk: isDeskAccount,
  invoicesByBusinessUnit,
})

/**
 * Decides what the dialog offers (§6.7–6.9). The server applies the same functions.
 * @param edited the user being edited; null while creating
 */
export function dialogRights(viewer: DialogViewer, edited: DialogUser | null): DialogRights {
  const isOwn = edited?.uid === viewer.uid
  const editsSuperAdmin = edited?.role_id === ROLE_IDS.superAdmin
  const account = accountOf(viewer)
  return {
    roleIds: visibleRoles(viewer.isSuperAdmin, account, edited?.role_id),
    showsRole: viewer.isAdminGroup,
    isReadOnly: (editsSuperAdmin || edited?.isGuest === true) && !viewer.isSuperAdmin && !isOwn,
    canDelete: edited !== null && viewer.isSuperAdmin && !isOwn,
    permissions: shownFlags(viewer.isSuperAdmin, account, edited?.isStaffUser),
  }
}
