import { featureRefusal, hasFeature, type FeatureName } from '../features/features.ts'
import type { CurrentUser } from '../users/current-user.ts'
import { ADMIN_ROLES, MONEY_ROLES, ROLE_IDS } from '../users/role-ids.ts'

/** The properties of a user that decide what they may do in their present account. */
export type PermissionFacts = Pick<
  CurrentUser,
  | 'role_id'
  | 'is_super_admin'
  | 'account_type'
  | 'streamViewType'
  | 'isRepdataUser'
  | 'internalUser'
  | 'account_switch_enabled'
  | 'settings'
  | 'custom_qual_create'
  | 'auto_boost_access'
  | 'edit_business_unit_flg'
  | 'invoices_by_business_unit'
  | 'view_recon_indicator'
  | 'access_research_defender_export'
  | 'features_off'
>

/** One condition of a permission, and the message for users who do not meet it. */
interface Condition {
  readonly isMet: (user: PermissionFacts) => boolean
  readonly refusal: string
}

const isAdmin = ({ role_id }: PermissionFacts): boolean => ADMIN_ROLES.includes(role_id)

const deskAccount: Condition = {
  isMet: ({ account_type }) => account_type === 'DESK',
  refusal: 'This is not open to a Defender account.',
}
const defenderAccount: Condition = {
  isMet: ({ account_type }) => account_type === 'DEFENDER',
  refusal: 'This is open to a Defender account alone.',
}
/** An admin of the account, as super admins are everywhere (§6.3). */
const admin: Condition = { isMet: isAdmin, refusal: 'Only an administrator may do this.' }
/** The account's books belong to its admins and Finance (docs/decisions/0107). */
const bookkeeper: Condition = {
  isMet: ({ role_id }) => MONEY_ROLES.includes(role_id),
  refusal: 'Only Finance or an administrator may do this.',
}
/** Every role but Read only, which writes its own preferences alone. */
const writer: Condition = {
  isMet: ({ role_id }) => role_id !== ROLE_IDS.readOnly,
  refusal: 'Your role is Read only: it changes nothing of the account.',
}
/** The roles that run studies: Finance reads them. */
const studyWriter: Condition = {
  isMet: user => writer.isMet(user) && user.role_id !== ROLE_IDS.finance,
  refusal: 'Your role reads studies and does not change them.',
}
const superAdmin: Condition = {
  isMet: ({ is_super_admin }) => is_super_admin,
  refusal: 'Only a super admin may do this.',
}
const supplySide: Condition = {
  isMet: user => user.streamViewType === 'internal' || isAdmin(user),
  refusal: 'Suppliers and supply prices are not open to you. An administrator of your account sets them.',
}

const blockList: Condition = {
  isMet: user => defenderAccount.isMet(user) || isAdmin(user),
  refusal: 'Only an administrator may change the block list.',
}
const flaggedCompletes: Condition = {
  isMet: user => defenderAccount.isMet(user) || supplySide.isMet(user),
  refusal: 'Flagged completes are not open to you. An administrator of your account reviews them.',
}

/** An admin, or a user with the flag (§6.8), of an account whose projects belong to business units. */
const businessUnits: readonly Condition[] = [
  deskAccount,
  {
    isMet: ({ invoices_by_business_unit }) => invoices_by_business_unit === true,
    refusal: 'This account does not invoice by business unit.',
  },
  {
    isMet: user => isAdmin(user) || (writer.isMet(user) && user.edit_business_unit_flg === true),
    refusal: 'You may not change business units. An administrator of your account does, or gives you the right.',
  },
]

/** The account has a feature (§6.10). */
const feature = (name: FeatureName): Condition => ({
  isMet: user => hasFeature(user, name),
  refusal: featureRefusal(name),
})

/**
 * Every permission with its conditions, all of which must be met; a refusal names the first unmet one (§6, domain.md §8). The
 * contract names one permission for each endpoint, and the browser shows menus and buttons by the same one.
 */
export const PERMISSIONS = {
  /** Projects, surveys, sources and their figures, for every role of a DESK account. */
  'open projects': [deskAccount],
  /** Projects, surveys and sources with all that belongs to them. Finance and Read only change none (docs/decisions/0107). */
  'write studies': [deskAccount, studyWriter],
  /** Silence for an alert, or an item of Today. */
  'snooze alerts': [deskAccount, writer],
  /** Views that others of the account see. */
  'share views': [deskAccount, writer],
  /** The client account sees its sell price, and so does the provider's staff (domain.md §4). */
  'see the sell price': [
    {
      isMet: user => deskAccount.isMet(user) || user.isRepdataUser,
      refusal: 'The sell price is not open to you.',
    },
  ],
  /** Suppliers of sources, their types and supply prices: users with the internal view, and admins (docs/decisions/0026). */
  'see the supply side': [supplySide],
  'read the supply side': [deskAccount, supplySide],
  'edit the supply side': [deskAccount, supplySide, studyWriter],
  'price suppliers': [deskAccount, supplySide, writer],
  'use allocation templates': [deskAccount, supplySide, studyWriter, feature('supplier_allocation_templates')],
  /** Quotas in groups that share conditions or a target; flat ones are everybody's. */
  'nest quotas': [deskAccount, studyWriter, feature('nested_quota')],
  /** Turning click balancing on; a source that has it keeps it. */
  'balance clicks': [deskAccount, studyWriter, feature('click_balancing')],
  /** Alias and Auto-Boost of sources (§6.8). */
  'boost sources': [
    deskAccount,
    studyWriter,
    {
      isMet: user => user.is_super_admin || user.auto_boost_access === true,
      refusal: 'Auto-Boost is not open to you.',
    },
  ],
  /** The requests of a project, their rows and files: every role of a DESK account (domain.md §8). */
  'read reconciliations': [deskAccount],
  /** Uploading, previewing, storing and undoing reconciliations. */
  reconcile: [deskAccount, writer],
  /** The sums owed to suppliers, by month (settlement.md §2). */
  'read statements': [deskAccount, supplySide],
  /**
   * The sums charged to projects and business units, by month: the client account sees its sell price (domain.md §4).
   */
  'read sell statements': [deskAccount],
  /** A closed period takes no change any more. */
  'close periods': [deskAccount, bookkeeper],
  /** Raising disputes for suppliers, and deciding about them: the supplier is paid again. */
  'decide disputes': [deskAccount, supplySide, writer],
  /** Links that let a supplier see its statements without a session. */
  'manage statement links': [deskAccount, bookkeeper],
  /** Erasing respondents; another admin confirms (docs/decisions/0116). */
  'erase respondents': [deskAccount, admin],
  /** The Recon Indicator of projects (§6.8). */
  'see the recon indicator': [
    deskAccount,
    feature('recon_indicator'),
    {
      isMet: user => user.view_recon_indicator === true,
      refusal: 'The Recon Indicator is not open to you.',
    },
  ],
  'write suppliers': [deskAccount, { isMet: isAdmin, refusal: 'Only an administrator may change suppliers.' }],
  'read qualifications': [deskAccount],
  'download qualifications': [deskAccount, feature('qualification_download')],
  /** Admins, and users who may create custom qualifications (§6.8). */
  'write qualifications': [
    deskAccount,
    {
      isMet: user => isAdmin(user) || (studyWriter.isMet(user) && user.custom_qual_create === true),
      refusal: 'You may read qualifications, and not change them.',
    },
  ],
  /** Private qualifications of another user (docs/decisions/0016). */
  'read private qualifications': [admin],
  'manage quality questions': [admin],
  'manage webhooks': [deskAccount, admin],
  /** The account's rules for alerts, and its channels; each user also has rules of their own. */
  'manage alert rules': [deskAccount, admin],
  /** Every role of a DEFENDER account (domain.md §8). */
  'open Defender': [defenderAccount],
  /** Taking Defender's data out as files: every role of a DEFENDER account that has the access and the feature (§2.37). */
  'export Defender data': [
    defenderAccount,
    {
      isMet: user => user.access_research_defender_export === true,
      refusal: 'This account may not export Defender’s data. A super admin gives it the access.',
    },
    feature('defender_export'),
  ],
  /** The block and watch lists act at the door of either type of account; of a DESK account its admins keep them. */
  'see the block list': [blockList],
  'keep the block list': [blockList, studyWriter],
  /**
   * Defender's accuracy: every role of a DEFENDER account (domain.md §8), and the roles that set its rules in a DESK
   * account.
   */
  'read scorecards': [
    {
      isMet: user => defenderAccount.isMet(user) || supplySide.isMet(user),
      refusal: 'Scorecards of Defender are not open to you. An administrator of your account reads them.',
    },
  ],
  /** Flagged completes: those of the scorecards say which of them were bad. */
  'see flagged completes': [flaggedCompletes],
  'review completes': [flaggedCompletes, studyWriter],
  'manage return hashing': [deskAccount, admin],
  /** The account's default of Defender's rules. */
  'manage Defender rules': [deskAccount, admin],
  'read rate cards': [deskAccount, bookkeeper],
  'manage rate cards': [deskAccount, admin],
  /** Whom to talk to at suppliers that have an account of their own. */
  'manage supplier accounts': [deskAccount, admin, feature('supplier_account_admin')],
  /** Joining accounts is for those who may see both (docs/decisions/0050). */
  'link supplier accounts': [deskAccount, superAdmin, feature('supplier_account_admin')],
  /** Making and revoking the account's API keys. */
  'manage API keys': [admin],
  /** By which provider the account's users sign on, and whether by it alone. */
  'manage single sign-on': [admin],
  /** Admins, and users who may edit business units (§6.8), where the account invoices by them. */
  'edit business units': businessUnits,
  /** Every user who has at least one of the admin pages. */
  'open administration': [
    {
      isMet: user => bookkeeper.isMet(user) || businessUnits.every(({ isMet }) => isMet(user)),
      refusal: admin.refusal,
    },
  ],
  /** The audit log of the account. */
  'read the audit log': [admin],
  /** Retention, access, objections and the record of processing (docs/decisions/0114). */
  'manage privacy': [deskAccount, admin],
  /** Admins set the logo of their account, super admins that of any (api:M11). */
  'set the logo': [admin],
  'open labs': [superAdmin],
  /** Accounts, their members, and who is suspended (§2.25). */
  'manage accounts': [superAdmin],
  'create accounts': [superAdmin, feature('new_account_creation')],
  /** Which features each account has (§2.25). */
  'manage features': [superAdmin],
  /** Names and links of the installation (api:M13). */
  'edit the platform': [superAdmin],
  'manage users': [admin],
  /** The server also refuses to delete the caller (§6.9). */
  'delete users': [{ isMet: superAdmin.isMet, refusal: 'Only a super admin may delete a user.' }],
  'remove second factors': [
    { isMet: superAdmin.isMet, refusal: 'Only a super admin may do this, and not for themselves.' },
  ],
  /** Whether everybody in the account needs a second factor. */
  'require second factors': [admin],
  /** Super admins, and where the account has the feature members of several accounts and users for whom it is enabled (§6.5). */
  'switch accounts': [
    { isMet: user => user.is_super_admin || hasFeature(user, 'autoswitch'), refusal: featureRefusal('autoswitch') },
    {
      isMet: ({ is_super_admin, account_switch_enabled, settings }) =>
        is_super_admin || account_switch_enabled || settings.length > 1,
      refusal: 'This account cannot be switched to.',
    },
  ],
  'choose a default account': [
    { isMet: ({ is_super_admin }) => !is_super_admin, refusal: 'A super admin has no default account.' },
  ],
  /** Journals of sessions: super admins, and the provider's own admins in any account. The server decides whose journals they see. */
  'read journals': [
    {
      isMet: ({ is_super_admin, role_id, isRepdataUser, internalUser }) =>
        is_super_admin || (role_id === ROLE_IDS.admin && isRepdataUser && internalUser),
      refusal: 'This is open to support alone.',
    },
  ],
  /** Names and typed text in a journal; masked for everybody else. */
  'read personal data in journals': [superAdmin],
} as const satisfies Record<string, readonly Condition[]>

/** The name of a permission. */
export type Permission = keyof typeof PERMISSIONS

/** Says whether a name is one of a permission. */
export function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name)
}

/**
 * Says why a user may not do something.
 * @param user who asks, in the account they work in
 * @param permission what they ask for
 * @returns a sentence for the user; null when they may
 */
export function refusalOf(user: PermissionFacts, permission: Permission): string | null {
  const conditions: readonly Condition[] = PERMISSIONS[permission]
  return conditions.find(({ isMet }) => !isMet(user))?.refusal ?? null
}

/**
 * Says whether a user may do something.
 * @param user who asks, in the account they work in
 * @param permission what they ask for
 */
export function may(user: PermissionFacts, permission: Permission): boolean {
  return refusalOf(user, permission) === null
}
