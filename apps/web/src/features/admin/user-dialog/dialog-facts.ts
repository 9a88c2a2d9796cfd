import type { DialogUser, DialogViewer } from '@desk/machines/user-dialog/user-dialog.events'
import type { Account } from '@desk/schema/accounts/account'
import { DEFAULT_TIME_ZONE_CODE, type CurrentUser } from '@desk/schema/users/current-user'
import { NEW_USER_DEFAULTS, PERMISSION_FLAGS, type User } from '@desk/schema/users/user'
import type { FormValues } from '@desk/machines/form/form.setup'

/** Who opens the dialog, and on which account (§6.7–6.9). */
export function viewerOf(user: CurrentUser, account: Account): DialogViewer {
  return {
    uid: user.uid,
    isSuperAdmin: user.is_super_admin,
    isAdminGroup: user.is_adm_groups,
    isStaffAccount: account.isRepData,
    isDeskAccount: account.account_type === 'DESK',
    invoicesByBusinessUnit: account.inv_by_business_unit_flg,
  }
}

/** The edited user, in relation to the viewer: the server lets an admin edit users whose home account it is, and only staff edit staff. */
export function dialogUserOf(
  { uid, role_id, isRepdataUser, home_pm_dsh_ud, version }: User,
  viewer: CurrentUser,
): DialogUser {
  return {
    uid,
    role_id,
    isStaffUser: isRepdataUser,
    isGuest: home_pm_dsh_ud !== viewer.pm_dsh_ud || (isRepdataUser && !viewer.isRepdataUser),
    // the journals of before have versions that are no numbers
    version: String(version),
  }
}

/** The form's initial values: the user's, or the defaults (§3.3, §9.2). @param zone that of the account, for a new user */
export function initialValues(user: User | null, zone: number = DEFAULT_TIME_ZONE_CODE): FormValues {
  if (user === null) return { firstname: '', lastname: '', user_time_zone: zone, username: '', ...NEW_USER_DEFAULTS }
  const { firstname, lastname, user_time_zone, username, role_id, is_consultant } = user
  return {
    firstname,
    lastname,
    user_time_zone,
    username,
    role_id,
    is_consultant,
    ...Object.fromEntries(PERMISSION_FLAGS.map(name => [name, user[name]])),
  }
}

/** A value of the form as a field shows it. */
export function textIn(values: FormValues, name: string): string {
  const value = values[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
