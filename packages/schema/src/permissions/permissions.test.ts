import { describe, expect, test } from 'vitest'
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
  defenderUser: { ...user, account_type: 'DEFENDER' },
  defenderAdmin: { ...user, account_type: 'DEFENDER', role_id: 1 },
} as const satisfies Record<string, PermissionFacts>
type Who = keyof typeof PEOPLE

const EVERYBODY = Object.keys(PEOPLE) as readonly Who[] // its own keys
const inDesk = EVERYBODY.filter(who => !who.startsWith('defender'))

/** Who has what, as §6 and domain.md §8 say it. */
const EXPECTED: Readonly<Record<Permission, readonly Who[]>> = {
  'projects.open': inDesk,
  'sellPrice.see': inDesk,
  'supplySide.edit': ['advanced', 'admin', 'staffUser', 'staffAdmin', 'superAdmin'],
  'sources.boost': ['booster', 'superAdmin'],
  'suppliers.write': ['admin', 'staffAdmin', 'superAdmin'],
  'qualifications.read': inDesk,
  'qualifications.write': ['qualMaker', 'admin', 'staffAdmin', 'superAdmin'],
  'qualifications.readPrivate': ['admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'qualityQuestions.manage': ['admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'returnHashing.manage': ['admin', 'staffAdmin', 'superAdmin'],
  'admin.open': ['admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'labs.open': ['superAdmin'],
  'users.manage': ['admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'users.delete': ['superAdmin'],
  'users.removeSecondFactor': ['superAdmin'],
  'account.requireSecondFactor': ['admin', 'staffAdmin', 'superAdmin', 'defenderAdmin'],
  'account.switch': ['superAdmin'],
  'account.chooseDefault': EVERYBODY.filter(who => who !== 'superAdmin'),
  'journals.read': ['staffAdmin', 'superAdmin'],
  'journals.readPersonal': ['superAdmin'],
}

describe('who may do what (§6, domain.md §8)', () => {
  test.each(Object.keys(EXPECTED) as Permission[])('%s', permission => {
    expect(EVERYBODY.filter(who => may(PEOPLE[who], permission))).toEqual(EXPECTED[permission])
  })

  test('the role ids are 1 for admins, 2 for users and 3 for super admins (§6.1, §6.3)', () => {
    expect(([1, 2, 3] as const).map(role_id => may({ ...user, role_id }, 'admin.open'))).toEqual([true, false, true])
  })

  test('a member of several accounts switches, and whoever it is enabled for (§6.5)', () => {
    expect(
      [
        { ...user, settings: [setting] },
        { ...user, settings: [setting, { ...setting, pm_dsh_ud: 2 }] },
        { ...user, account_switch_enabled: true },
      ].map(facts => may(facts, 'account.switch')),
    ).toEqual([false, true, true])
  })

  test('the sell price is the client account’s and the staff’s (domain.md §4)', () => {
    expect(may({ ...PEOPLE.defenderAdmin, isRepdataUser: true }, 'sellPrice.see')).toBe(true)
  })

  test('whoever lacks the account and the role is told of the account first', () => {
    expect(refusalOf(PEOPLE.defenderUser, 'suppliers.write')).toBe('This is not open to a Defender account.')
    expect(refusalOf(PEOPLE.user, 'suppliers.write')).toBe('Only an administrator may change suppliers.')
    expect(refusalOf(PEOPLE.admin, 'suppliers.write')).toBeNull()
  })

  test('each refusal is a sentence', () => {
    const refusals = Object.values(PERMISSIONS).flatMap(conditions => conditions.map(({ refusal }) => refusal))
    expect(refusals.filter(refusal => !/^[A-Z].+\.$/.test(refusal))).toEqual([])
  })
})
