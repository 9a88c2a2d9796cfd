import type { Caller } from '@desk/api/authorization'
import type { AccountSetting, CurrentUser, RoleId } from '@desk/schema/users/current-user'
import { MONEY_ROLES, ROLE_IDS } from '@desk/schema/users/role-ids'

/** A user's row with the session's account and the user's accounts. */
export interface UserFacts {
  readonly userId: number
  readonly firstname: string
  readonly lastname: string
  readonly username: string
  readonly roleId: RoleId
  readonly isConsultant: boolean
  readonly isAdminGroups: boolean
  readonly isStaff: boolean
  readonly timeZoneCode: number
  readonly advancedStreamView: boolean
  readonly advancedSourceViewExternal: boolean
  readonly accountSwitchEnabled: boolean
  readonly customQualCreate: boolean
  readonly autoBoostAccess: boolean
  readonly viewReconIndicator: boolean
  readonly editBusinessUnits: boolean
  readonly passwordUpdated: boolean
  readonly hasSecondFactor: boolean
  /** Is bound to the present provider of the home account. */
  readonly isBound: boolean
  readonly hasPassword: boolean
  /** The session's account demands one of every user. */
  readonly needsSecondFactor: boolean
  /** The session's account invoices by business unit. */
  readonly invoicesByBusinessUnit: boolean
  /** The session's account may export Defender's data. */
  readonly exportsDefender: boolean
  /** The session's account is suspended. */
  readonly isSuspended: boolean
  /** Features that are turned off for the session's account. */
  readonly featuresOff: readonly string[]
  readonly account: {
    readonly accountId: number
    readonly parentAccountId: number | null
    readonly name: string
    readonly accountType: 'DESK' | 'DEFENDER'
    /** The DESK account that it defends, unless that is suspended. */
    readonly defendedAccountId: number | null
  }
  readonly homeParentAccountId: number | null
  readonly settings: readonly AccountSetting[]
}

/**
 * Gives the present user with the derived flags (§3.2, §6.2–6.6).
 * @param facts the user, the session's account, and the user's accounts
 * @param internalAccountId the one specific internal account of §6.4
 */
export function currentUserOf(facts: UserFacts, internalAccountId: number): CurrentUser {
  const isSuperAdmin = facts.roleId === ROLE_IDS.superAdmin && facts.homeParentAccountId === null
  const internalUser = isInternal(facts, isSuperAdmin, internalAccountId)
  const setting = facts.settings.find(candidate => candidate.pm_dsh_ud === facts.account.accountId)
  const advancedStreamView = facts.advancedStreamView || (setting?.advanced_stream_view ?? false)
  const seesInternal = internalUser || advancedStreamView || facts.advancedSourceViewExternal || seesMoneyOfDesk(facts)
  return {
    uid: facts.userId,
    firstname: facts.firstname,
    lastname: facts.lastname,
    username: facts.username,
    role_id: facts.roleId,
    is_consultant: facts.isConsultant,
    is_adm_groups: facts.isAdminGroups,
    pm_dsh_ud: facts.account.accountId,
    pm_parent_dsh_ud: facts.account.parentAccountId,
    login_pm_parent_dsh_ud: facts.homeParentAccountId,
    user_time_zone: facts.timeZoneCode,
    advanced_source_view_external: facts.advancedSourceViewExternal,
    advanced_stream_view: advancedStreamView,
    account_switch_enabled: facts.accountSwitchEnabled,
    is_password_updated: facts.passwordUpdated,
    is_super_admin: isSuperAdmin,
    can_open_user_settings: setting !== undefined,
    dashboard_name: facts.account.name,
    account_type: facts.account.accountType,
    isRepdataUser: facts.isStaff,
    internalUser,
    streamViewType: seesInternal ? 'internal' : 'external',
    ...(setting && facts.customQualCreate ? { custom_qual_create: true } : {}),
    ...(setting && facts.autoBoostAccess ? { auto_boost_access: true } : {}),
    ...(setting && facts.viewReconIndicator ? { view_recon_indicator: true } : {}),
    ...(setting && facts.editBusinessUnits ? { edit_business_unit_flg: true } : {}),
    ...(facts.invoicesByBusinessUnit ? { invoices_by_business_unit: true } : {}),
    ...(facts.exportsDefender ? { access_research_defender_export: true } : {}),
    second_factor: facts.hasSecondFactor ? 'on' : facts.needsSecondFactor ? 'required' : 'off',
    ...(facts.isBound && !isSuperAdmin ? { confirms_by: facts.hasPassword ? 'either' : 'single_sign_on' } : {}),
    ...(facts.isSuspended ? { account_suspended: true } : {}),
    ...(facts.featuresOff.length === 0 ? {} : { features_off: facts.featuresOff }),
    settings: facts.settings,
  }
}

/** Gives the caller of a live session. */
export function callerOf(
  { sessionId, facts }: { readonly sessionId: string; readonly facts: UserFacts },
  internalAccountId: number,
): Caller {
  const user = currentUserOf(facts, internalAccountId)
  return { user, accountId: user.pm_dsh_ud, sessionId, view: user.streamViewType, ...defenceOf(facts) }
}

/** The account that the session's account defends, for a caller. */
export function defenceOf({ account: { defendedAccountId } }: UserFacts): Pick<Caller, 'defends'> {
  return defendedAccountId === null ? {} : { defends: defendedAccountId }
}

// docs/decisions/0101, 0107; of a DEFENDER account it is the other account's money that the view would open
const seesMoneyOfDesk = ({ roleId, account }: UserFacts): boolean =>
  MONEY_ROLES.includes(roleId) && account.accountType === 'DESK'

// §6.4 counts an empty parent account as internal; only the provider's own staff have none: a client's top account has the provider's as parent
function isInternal(facts: UserFacts, isSuperAdmin: boolean, internalAccountId: number): boolean {
  return (
    facts.homeParentAccountId === null ||
    isSuperAdmin ||
    facts.settings.some(setting => setting.pm_dsh_ud === internalAccountId)
  )
}
