import type { RoleId } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { PermissionFlag } from '@desk/schema/users/user'
import type { DialogUser, DialogViewer } from './user-dialog.events.ts'

export interface PermissionField {
  readonly name: PermissionFlag
  readonly label: string
  readonly isEditable: boolean
}

/** What a viewer may see and do in the dialog (§6.7–6.9). */
export interface DialogRights {
  readonly roleIds: readonly RoleId[]
  /** The Role field and the Project Manager checkbox. */
  readonly showsRole: boolean
  /** All fields and Save rest. */
  readonly isReadOnly: boolean
  readonly canDelete: boolean
  /** The permissions section; empty when it does not show. */
  readonly permissions: readonly PermissionField[]
}

const { admin, user: ordinary, superAdmin } = ROLE_IDS

function permissionsOf(
  { isSuperAdmin, isDeskAccount, isStaffAccount, invoicesByBusinessUnit }: DialogViewer,
  edited: DialogUser | null,
): readonly PermissionField[] {
  if (!isSuperAdmin || !isDeskAccount) return []
  const always = (name: PermissionFlag, label: string): PermissionField => ({ name, label, isEditable: true })
  return [
    always(isStaffAccount ? 'advanced_stream_view' : 'advanced_source_view_external', 'Advanced source table view'),
    {
      name: 'account_switch_enabled',
      label: 'Allow account switching',
      isEditable: edited?.isStaffUser ?? isStaffAccount,
    },
    ...(invoicesByBusinessUnit ? [always('edit_business_unit_flg', 'User can edit Business unit')] : []),
    always('custom_qual_create', 'User can create custom quals'),
    always('auto_boost_access', 'User can access Auto-Boost'),
    always('view_recon_indicator', 'User view includes Recon Indicator'),
  ]
}

/**
 * Judges what the dialog offers (§6.7–6.9). The server judges the same again.
 * @param edited whom the dialog edits; null while it creates
 */
export function dialogRights(viewer: DialogViewer, edited: DialogUser | null): DialogRights {
  const isOwn = edited?.uid === viewer.uid
  const editsSuperAdmin = edited?.role_id === superAdmin
  const seesAllRoles = (viewer.isSuperAdmin && viewer.isStaffAccount) || (!viewer.isSuperAdmin && editsSuperAdmin)
  return {
    roleIds: seesAllRoles ? [admin, ordinary, superAdmin] : [admin, ordinary],
    showsRole: viewer.isAdminGroup,
    isReadOnly: (editsSuperAdmin || edited?.isGuest === true) && !viewer.isSuperAdmin && !isOwn,
    canDelete: edited !== null && viewer.isSuperAdmin && !isOwn,
    permissions: permissionsOf(viewer, edited),
  }
}
