import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'
import { personal } from '../journal/personal.ts'

export const RoleId = Schema.Literals([1, 2, 3, 4, 5])
export type RoleId = typeof RoleId.Type

/** The zone of new users and of users without one (§3.1, §9.2): America/New_York. */
export const DEFAULT_TIME_ZONE_CODE = 15

/** One account of a user, with the user's settings there (§3.1). */
export const AccountSetting = Schema.Struct({
  pm_dsh_ud: Id,
  dashboard_name: Schema.String,
  is_default: Schema.Boolean,
  /** The user's role there; absent in journals of before it was one of each account. */
  role_id: Schema.optionalKey(RoleId),
  user_time_zone: Schema.Int,
  advanced_stream_view: Schema.Boolean,
})
export type AccountSetting = typeof AccountSetting.Type

/** The view that decides which columns a user gets (§3.2, domain.md §4). */
export const StreamViewType = Schema.Literals(['internal', 'external'])
export type StreamViewType = typeof StreamViewType.Type

/** The user of the present session, as the session check returns it (§3.1, §3.2, api:A3). */
export const CurrentUser = Schema.Struct({
  uid: Id,
  firstname: personal(Schema.String),
  lastname: personal(Schema.String),
  username: personal(Schema.String),
  role_id: RoleId,
  is_consultant: Schema.Boolean,
  is_adm_groups: Schema.Boolean,
  pm_dsh_ud: Id,
  pm_parent_dsh_ud: Schema.NullOr(Id),
  login_pm_parent_dsh_ud: Schema.NullOr(Id),
  user_time_zone: Schema.Int,
  advanced_source_view_external: Schema.Boolean,
  advanced_stream_view: Schema.Boolean,
  account_switch_enabled: Schema.Boolean,
  is_password_updated: Schema.Boolean,
  is_super_admin: Schema.Boolean,
  can_open_user_settings: Schema.Boolean,
  dashboard_name: Schema.String,
  account_type: Schema.Literals(['DESK', 'DEFENDER']),
  isRepdataUser: Schema.Boolean,
  internalUser: Schema.Boolean,
  streamViewType: StreamViewType,
  /** Permission flags (§6.8) that decide what the user may call; absent when the user does not have them in this account. */
  custom_qual_create: Schema.optionalKey(Schema.Boolean),
  auto_boost_access: Schema.optionalKey(Schema.Boolean),
  edit_business_unit_flg: Schema.optionalKey(Schema.Boolean),
  view_recon_indicator: Schema.optionalKey(Schema.Boolean),
  /** The present account's projects belong to business units (§3.4); absent: they do not. */
  invoices_by_business_unit: Schema.optionalKey(Schema.Boolean),
  /** The present account may export Defender's data (§3.4); absent: it may not. */
  access_research_defender_export: Schema.optionalKey(Schema.Boolean),
  /** required: the user has none and the account demands one; the session can do nothing else until it is set up. */
  second_factor: Schema.optionalKey(Schema.Literals(['off', 'on', 'required'])),
  /** Confirms who they are by single sign-on, having no password, or by either (S8); absent: by the password. */
  confirms_by: Schema.optionalKey(Schema.Literals(['single_sign_on', 'either'])),
  /** The present account is suspended: the session can switch to another account or end, and nothing else; absent: it is not. */
  account_suspended: Schema.optionalKey(Schema.Boolean),
  /**
   * Features that are turned off for the present account (§6.10); absent: none. Names of any kind, so that an older page still reads the
   * session when a new feature is turned off.
   */
  features_off: Schema.optionalKey(Schema.Array(Schema.String)),
  settings: Schema.Array(AccountSetting),
})
export type CurrentUser = typeof CurrentUser.Type
