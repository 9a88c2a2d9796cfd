import { describe, expect, test } from 'vitest'
import { FEATURE_NAMES } from '../features/features.ts'
import { may, PERMISSIONS, refusalOf, type Permission, type PermissionFacts } from './permissions.ts'

const user: PermissionFacts = {
  role_id: 2,
  is_super_admin: false,
  account_type: 'DESK',
  streamViewType: 'external',
  isRepdataUser: false,
  internalUser: false,
  account_switch_enabled: false,
  settings: [],
}
const setting = {
  pm_dsh_ud: 1,
  dashboard_name: 'Acme',
  is_default: false,
  user_time_zone: 15,
  advanced_stream_view: false,
}
const PEOPLE = {
  user,
  // the view that advanced_stream_view or advanced_source_view_external gives
  advanced: { ...user, streamViewType: 'internal' },
  qualMaker: { ...user, custom_qual_create: true },
  booster: { ...user, auto_boost_access: true },
  indicated: { ...user, view_recon_indicator: true },
  // in an account that invoices by business unit
  unitEditor: { ...user, edit_business_unit_flg: true, invoices_by_business_unit: true },
  unitAdmin: { ...user, role_id: 1, invoices_by_business_unit: true },
  // the flag of an account that does not
  unitless: { ...user, edit_business_unit_flg: true },
  admin: { ...user, role_id: 1 },
  // the provider's own, at work in a client's account
  staffUser: { ...user, isRepdataUser: true, internalUser: true, streamViewType: 'internal' },
  staffAdmin: { ...user, role_id: 1, isRepdataUser: true, internalUser: true, streamViewType: 'internal' },
  superAdmin: {
    ...user,
    role_id: 3,
    is_super_admin: true,
    isRepdataUser: true,
    internalUser: true,
    streamViewType: 'internal',
  },
  // the roles of docs/decisions/0107
  finance: { ...user, role_id: 4, streamViewType: 'internal' },
  reader: { ...user, role_id: 5 },
  // with every flag of §6.8, and in an account that invoices by business unit
  flaggedReader: {
    ...user,
    role_id: 5,
    streamViewType: 'internal',
    custom_qual_create: true,
    auto_boost_access: true,
    edit_business_unit_flg: true,
    invoices_by_business_unit: true,
    view_recon_indicator: true,
  },
  defenderUser: { ...user, account_type: 'DEFENDER' },
  defenderAdmin: { ...user, account_type: 'DEFENDER', role_id: 1 },
  defenderReader: { ...user, account_type: 'DEFENDER', role_id: 5 },
  // in an account that may export Defender's data
  defenderExporter: { ...user, account_type: 'DEFENDER', access_research_defender_export: true },
} as const satisfies Record<string, PermissionFacts>
type Who = keyof typeof PEOPLE

const EVERYBODY = Object.keys(PEOPLE) as readonly Who[] // its own keys
const inDesk = EVERYBODY.filter(who => !who.startsWith('defender'))
const READERS: readonly Who[] = ['reader', 'flaggedReader']
const writers = inDesk.filter(who => !READERS.includes(who))
/** The internal view, and admins. */
const SUPPLY_SIDE = ['advanced', 'unitAdmin', 'admin', 'staffUser', 'staffAdmin', 'superAdmin'] as const
const IN_DEFENDER = ['defenderUser', 'defenderAdmin', 'defenderReader', 'defenderExporter'] as const
const studyWriters = writers.filter(who => who !== 'finance')

/** Who has what, as §6 and domain.md §8 say it. */
const EXPECTED: Readonly<Record<Permission, readonly Who[]>> = {
  'open projects': inDesk,
  'see the sell price': inDesk,
  'write studies': studyWriters,
  'snooze alerts': writers,
  'share views': writers,
  'see the supply side': [...SUPPLY_SIDE, 'finance', 'flaggedReader', 'defenderAdmin'],
  'read the supply side': [...SUPPLY_SIDE, 'finance', 'flaggedReader'],
  'edit the supply side': SUPPLY_SIDE,
  'price suppliers': [...SUPPLY_SIDE, 'finance'],
  'use allocation templates': SUPPLY_SIDE,
  'nest quotas': studyWriters,
  'balance clicks': studyWriters,
  'boost sources': ['booster', 'superAdmin'],
  'read reconciliations': inDesk,
  reconcile: writers,
  'read statements': [...SUPPLY_SIDE, 'finance', 'flaggedReader'],
  'read sell statements': inDesk,
  'close periods': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'finance'],
  'decide disputes': [...SUPPLY_SIDE, 'finance'],
  'erase respondents': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'manage statement links': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'finance'],
  'see the recon indicator': ['indicated', 'flaggedReader'],
  'write suppliers': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'read qualifications': inDesk,
  'download qualifications': inDesk,
  'write qualifications': ['qualMaker', 'unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'read private qualifications': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'manage quality questions': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'manage alert rules': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'manage webhooks': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'read scorecards': [...SUPPLY_SIDE, 'finance', 'flaggedReader', ...IN_DEFENDER],
  'see flagged completes': [...SUPPLY_SIDE, 'finance', 'flaggedReader', ...IN_DEFENDER],
  'review completes': [...SUPPLY_SIDE, ...IN_DEFENDER.filter(who => who !== 'defenderReader')],
  'manage Defender rules': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'open Defender': IN_DEFENDER,
  'export Defender data': ['defenderExporter'],
  'see the block list': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', ...IN_DEFENDER],
  'keep the block list': [
    'unitAdmin',
    'admin',
    'staffAdmin',
    'superAdmin',
    ...IN_DEFENDER.filter(who => who !== 'defenderReader'),
  ],
  'manage return hashing': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'read rate cards': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'finance'],
  'manage rate cards': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'manage single sign-on': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'manage supplier accounts': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'link supplier accounts': ['superAdmin'],
  'manage API keys': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'edit business units': ['unitEditor', 'unitAdmin'],
  'open administration': ['unitEditor', 'unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'finance', 'defenderAdmin'],
  'read the audit log': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'manage privacy': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin'],
  'set the logo': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'open labs': ['superAdmin'],
  'manage accounts': ['superAdmin'],
  'create accounts': ['superAdmin'],
  'manage features': ['superAdmin'],
  'edit the platform': ['superAdmin'],
  'manage users': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'delete users': ['superAdmin'],
  'remove second factors': ['superAdmin'],
  'require second factors': ['unitAdmin', 'admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'switch accounts': ['superAdmin'],
  'choose a default account': EVERYBODY.filter(who => who !== 'superAdmin'),
  'read journals': ['staffAdmin', 'superAdmin'],
  'read personal data in journals': ['superAdmin'],
}

describe('who may do what (§6, domain.md §8)', () => {
  test.each(Object.keys(EXPECTED) as Permission[])('%s', permission => {
    expect(EVERYBODY.filter(who => may(PEOPLE[who], permission))).toEqual(EXPECTED[permission])
  })

  test('the role ids are 1 for admins, 2 for users and 3 for super admins; Finance (4) and Read only (5) run no account (§6.1, §6.3, docs/decisions/0107)', () => {
    expect(([1, 2, 3, 4, 5] as const).filter(role_id => may({ ...user, role_id }, 'manage users'))).toEqual([1, 3])
  })

  test('members of several accounts can switch, and so can users for whom it is enabled (§6.5)', () => {
    expect(
      [
        { ...user, settings: [setting] },
        { ...user, settings: [setting, { ...setting, pm_dsh_ud: 2 }] },
        { ...user, account_switch_enabled: true },
      ].map(facts => may(facts, 'switch accounts')),
    ).toEqual([false, true, true])
  })

  test('a feature that is off for the account takes its permission from everybody there, with a sentence (§6.10)', () => {
    const without = { ...PEOPLE.superAdmin, features_off: FEATURE_NAMES }
    const lost = (Object.keys(PERMISSIONS) as Permission[]).filter(
      permission => may(PEOPLE.superAdmin, permission) && !may(without, permission),
    )
    expect(lost.map(permission => [permission, refusalOf(without, permission)])).toEqual([
      ['use allocation templates', 'This account has “Supplier allocation templates” turned off.'],
      ['nest quotas', 'This account has “Nested quotas” turned off.'],
      ['balance clicks', 'This account has “Click balancing” turned off.'],
      ['download qualifications', 'This account has “Qualification download” turned off.'],
      ['manage supplier accounts', 'This account has “Supplier account admin” turned off.'],
      ['link supplier accounts', 'This account has “Supplier account admin” turned off.'],
      ['create accounts', 'This account has “New account creation” turned off.'],
    ])
  })

  test('the Recon Indicator is gone where the account has it turned off (§6.8, §6.10)', () => {
    const without = { ...PEOPLE.indicated, features_off: ['recon_indicator'] }
    expect(refusalOf(without, 'see the recon indicator')).toBe('This account has “Recon Indicator view” turned off.')
  })

  test('without account switch only super admins switch (§6.5, §6.10)', () => {
    const member = { ...user, account_switch_enabled: true, features_off: ['autoswitch'] }
    expect([
      refusalOf(member, 'switch accounts'),
      may({ ...PEOPLE.superAdmin, features_off: ['autoswitch'] }, 'switch accounts'),
      may({ ...member, features_off: ['nested_quota'] }, 'switch accounts'),
    ]).toEqual(['This account has “Account switch” turned off.', true, true])
  })

  test('the client account and the provider’s staff see the sell price (domain.md §4)', () => {
    expect(may({ ...PEOPLE.defenderAdmin, isRepdataUser: true }, 'see the sell price')).toBe(true)
  })

  test('a user who lacks both the account type and the role reads about the account first', () => {
    expect(refusalOf(PEOPLE.defenderUser, 'write suppliers')).toBe('This is not open to a Defender account.')
    expect(refusalOf(PEOPLE.user, 'write suppliers')).toBe('Only an administrator may change suppliers.')
    expect(refusalOf(PEOPLE.admin, 'write suppliers')).toBeNull()
  })

  test('each refusal is a sentence', () => {
    const refusals = Object.values(PERMISSIONS).flatMap(conditions => conditions.map(({ refusal }) => refusal))
    expect(refusals.filter(refusal => !/^[A-Z].+\.$/.test(refusal))).toEqual([])
  })
})
