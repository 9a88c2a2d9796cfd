import { Schema } from 'effect'
import { Id, IdFromText, IsoInstant, Version } from '../ids/ids.ts'
import { confirmed } from './confirmation.ts'
import { RoleId } from './current-user.ts'
import { ROLE_IDS } from './role-ids.ts'

/** The permission flags of a user (§3.3, §6.8). */
export const PERMISSION_FLAGS = [
  'advanced_stream_view',
  'advanced_source_view_external',
  'account_switch_enabled',
  'edit_business_unit_flg',
  'custom_qual_create',
  'auto_boost_access',
  'view_recon_indicator',
] as const
export type PermissionFlag = (typeof PERMISSION_FLAGS)[number]

/** The flags as fields of a struct. */
export const permissionFields = {
  advanced_stream_view: Schema.Boolean,
  advanced_source_view_external: Schema.Boolean,
  account_switch_enabled: Schema.Boolean,
  edit_business_unit_flg: Schema.Boolean,
  custom_qual_create: Schema.Boolean,
  auto_boost_access: Schema.Boolean,
  view_recon_indicator: Schema.Boolean,
} satisfies Record<PermissionFlag, Schema.Top>

/** A user as the list of an account shows it (§3.3, api:M1). */
export const User = Schema.Struct({
  uid: Id,
  firstname: Schema.String,
  lastname: Schema.String,
  username: Schema.String,
  /** In the account whose list it is (docs/decisions/0053). */
  role_id: RoleId,
  is_consultant: Schema.Boolean,
  user_time_zone: Schema.Int,
  is_super_admin: Schema.Boolean,
  ...permissionFields,
  /** The provider's own (§1.7). */
  isRepdataUser: Schema.Boolean,
  /** False: created by an admin, and no password chosen yet. */
  has_password: Schema.Boolean,
  /** A new username that is not yet confirmed by the link in its mail; null: none. */
  new_username: Schema.NullOr(Schema.String),
  second_factor_on: Schema.Boolean,
  /** When the user last began a session; null: never. */
  last_sign_in_at: Schema.NullOr(IsoInstant),
  /** False: deactivated by the directory of the account, and unable to sign in. */
  is_active: Schema.Boolean,
  /** The directory of the account provisions the user. */
  in_directory: Schema.Boolean,
  /** Has signed on by the single sign-on of the home account, which knows the user by an id of its own. */
  signs_on: Schema.Boolean,
  /** The user's home account, whose admins may edit the user. */
  home_pm_dsh_ud: Id,
  /** Changes with each edit; an edit sends it back, and conflicts when it is stale. */
  version: Version,
})
export type User = typeof User.Type

/** The filters of a user list. */
export const UserFilters = Schema.Struct({
  /** A part of the name or the username. */
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  role_id: Schema.optionalKey(Schema.Literals(['1', '2', '3', '4', '5', 'all'])),
  uid: Schema.optionalKey(IdFromText),
})
export type UserFilters = typeof UserFilters.Type

const text = Schema.String.check(Schema.isMaxLength(1000))
const choices = { role_id: RoleId, is_consultant: Schema.Boolean, user_time_zone: Id, ...permissionFields }
const optionalChoices = {
  role_id: Schema.optionalKey(choices.role_id),
  is_consultant: Schema.optionalKey(choices.is_consultant),
  user_time_zone: Schema.optionalKey(choices.user_time_zone),
  advanced_stream_view: Schema.optionalKey(Schema.Boolean),
  advanced_source_view_external: Schema.optionalKey(Schema.Boolean),
  account_switch_enabled: Schema.optionalKey(Schema.Boolean),
  edit_business_unit_flg: Schema.optionalKey(Schema.Boolean),
  custom_qual_create: Schema.optionalKey(Schema.Boolean),
  auto_boost_access: Schema.optionalKey(Schema.Boolean),
  view_recon_indicator: Schema.optionalKey(Schema.Boolean),
}

/** Super admins send it (§6.8); the server ignores it. */
const sentBySuperAdmins = { is_super_admin: Schema.optionalKey(Schema.Boolean) }

/** A new user as it is sent (§3.3, api:M2): without a password (§5.27). user-form.ts has the rules for its texts. */
export const NewUser = Schema.Struct({
  firstname: text,
  lastname: text,
  username: text,
  ...optionalChoices,
  ...sentBySuperAdmins,
})
export type NewUser = typeof NewUser.Type

/**
 * Changes of a user as they are sent (api:M3): missing fields stay, and so do fields that the sender may not change. Without
 * `is_username_update`, which the user dialog always sends (§5.27), only zone and password are taken: the drawer sends the whole
 * user as it once read it (§7.20). A new password or username needs a confirmation (S8).
 */
export const UserChanges = Schema.Struct({
  uid: Schema.optionalKey(Id),
  firstname: Schema.optionalKey(text),
  lastname: Schema.optionalKey(text),
  username: Schema.optionalKey(text),
  is_username_update: Schema.optionalKey(Schema.Boolean),
  password: Schema.optionalKey(text),
  confirm_password: Schema.optionalKey(text),
  /** The version that the sender saw; without it the change overwrites later changes. */
  version: Schema.optionalKey(Version),
  ...confirmed,
  ...optionalChoices,
  ...sentBySuperAdmins,
})
export type UserChanges = typeof UserChanges.Type

/** The defaults of the form for a new user (§3.3), with the least role (docs/decisions/0091). */
export const NEW_USER_DEFAULTS = {
  role_id: ROLE_IDS.user,
  is_consultant: false,
  advanced_stream_view: false,
  advanced_source_view_external: false,
  account_switch_enabled: false,
  edit_business_unit_flg: false,
  custom_qual_create: false,
  auto_boost_access: false,
  view_recon_indicator: false,
} as const

/** The roles by name (§6.1, §6.2, docs/decisions/0107), in the shape of a code list. */
export const ROLES = [
  { pm_code: 1, pm_code_name: 'Admin' },
  { pm_code: 2, pm_code_name: 'User' },
  { pm_code: 4, pm_code_name: 'Finance' },
  { pm_code: 5, pm_code_name: 'Read only' },
  { pm_code: 3, pm_code_name: 'Super Admin' },
] as const
