import type { AccountSetting } from '@desk/schema/users/current-user'
import { ADMIN_ROLES } from '@desk/schema/users/role-ids'
import { sql } from 'kysely'
import { isOneOf, roleIn } from '../roles/role-in.ts'
import type { UserFacts } from './current-user.ts'

/** The row of a user's facts in one account. */
export interface UserFactsRow extends Omit<UserFacts, 'account' | 'settings'> {
  readonly accountId: number
  readonly parentAccountId: number | null
  readonly accountName: string
  readonly accountType: 'DESK' | 'DEFENDER'
  readonly defendedAccountId: number | null
  readonly settings: readonly AccountSetting[]
}

const ROLE_HERE = roleIn(
  's.account_id',
  '(select m.role_id from user_account m where m.user_id = u.user_id and m.account_id = s.account_id)',
)

/** The columns of a user's facts, from USER_TABLES; `s` is what the user acts by, a session or an API key, with user_id and account_id. */
export const USER_FACTS = sql<UserFactsRow>`
  u.user_id as "userId", u.firstname, u.lastname, u.username, ${ROLE_HERE} as "roleId", u.is_consultant as "isConsultant",
  case when u.home_account_id = s.account_id then u.is_adm_groups else ${isOneOf(ROLE_HERE, ADMIN_ROLES)} end as "isAdminGroups", u.is_staff as "isStaff",
  coalesce((select m.time_zone_code from user_account m where m.user_id = u.user_id and m.account_id = s.account_id), u.time_zone_code) as "timeZoneCode",
  u.advanced_stream_view as "advancedStreamView", u.advanced_source_view_external as "advancedSourceViewExternal",
  u.account_switch_enabled as "accountSwitchEnabled",
  u.custom_qual_create as "customQualCreate", u.auto_boost_access as "autoBoostAccess",
           u.view_recon_indicator as "viewReconIndicator", u.edit_business_unit_flg as "editBusinessUnits", a.invoices_by_business_unit as "invoicesByBusinessUnit", a.defender_export as "exportsDefender", u.password_updated as "passwordUpdated",
  u.password_hash is not null as "hasPassword",
  exists (select from sso_identity i join sso_config c on c.account_id = i.account_id and c.issuer = i.issuer and c.is_on
          where i.account_id = u.home_account_id and i.user_id = u.user_id) as "isBound",
  u.second_factor_on as "hasSecondFactor", a.second_factor_required as "needsSecondFactor", a.suspended_at is not null as "isSuspended",
  array(select f.feature from account_feature f where f.account_id = a.account_id and not f.is_on order by f.feature) as "featuresOff",
  home.parent_account_id as "homeParentAccountId",
  a.account_id as "accountId", a.parent_account_id as "parentAccountId", a.name as "accountName", a.account_type as "accountType",
  (select d.account_id from account d where d.account_id = a.defended_account_id and d.suspended_at is null) as "defendedAccountId",
  coalesce((select jsonb_agg(jsonb_build_object('pm_dsh_ud', m.account_id, 'dashboard_name', ma.name, 'is_default', m.is_default,
              'role_id', ${roleIn('m.account_id')},
              'user_time_zone', m.time_zone_code, 'advanced_stream_view', m.advanced_stream_view) order by ma.name)
            from user_account m join account ma on ma.account_id = m.account_id where m.user_id = u.user_id), '[]') as settings`

/** The tables of these columns, joined to `s`; without a row where the user was deleted, or is inactive. */
export const USER_TABLES = sql`
  join app_user u on u.user_id = s.user_id and u.deleted_at is null and u.deactivated_at is null
  join account home on home.account_id = u.home_account_id
  join account a on a.account_id = s.account_id`

export function userFactsOf({
  accountId,
  parentAccountId,
  accountName,
  accountType,
  defendedAccountId,
  ...user
}: UserFactsRow): UserFacts {
  return { ...user, account: { accountId, parentAccountId, name: accountName, accountType, defendedAccountId } }
}
