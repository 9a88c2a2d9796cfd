import { may } from '@desk/schema/permissions/permissions'
import { describe, expect, test } from 'vitest'
import { currentUserOf, type UserFacts } from './current-user.ts'

const STAFF_ACCOUNT = 1
const ACME = 100

const external: UserFacts = {
  userId: 7,
  firstname: 'Una',
  lastname: 'Ortiz',
  username: 'user@acme.example',
  roleId: 2,
  isConsultant: false,
  isAdminGroups: true,
  isStaff: false,
  timeZoneCode: 15,
  advancedStreamView: false,
  advancedSourceViewExternal: false,
  accountSwitchEnabled: false,
  customQualCreate: false,
  autoBoostAccess: false,
  viewReconIndicator: false,
  editBusinessUnits: false,
  invoicesByBusinessUnit: false,
  exportsDefender: false,
  passwordUpdated: true,
  hasSecondFactor: false,
  isBound: false,
  hasPassword: true,
  needsSecondFactor: false,
  isSuspended: false,
  featuresOff: [],
  account: {
    accountId: ACME,
    parentAccountId: STAFF_ACCOUNT,
    name: 'Acme',
    accountType: 'DESK',
    defendedAccountId: null,
  },
  homeParentAccountId: STAFF_ACCOUNT,
  settings: [
    { pm_dsh_ud: ACME, dashboard_name: 'Acme', is_default: true, user_time_zone: 15, advanced_stream_view: false },
  ],
}
const flags = (facts: UserFacts): unknown[] => {
  const user = currentUserOf(facts, STAFF_ACCOUNT)
  return [
    user.is_super_admin,
    user.internalUser,
    user.streamViewType,
    user.can_open_user_settings,
    may(user, 'switch accounts'),
  ]
}

describe('the flags derived from a user (§3.2)', () => {
  test('an external user without flags has the external view and cannot switch (§6.4, §6.5)', () => {
    expect(flags(external)).toEqual([false, false, 'external', true, false])
  })
  test('either advanced flag opens the internal view to an external user (§6.4)', () => {
    expect(flags({ ...external, advancedStreamView: true })).toEqual([false, false, 'internal', true, false])
    expect(flags({ ...external, advancedSourceViewExternal: true })).toEqual([false, false, 'internal', true, false])
    const [own] = external.settings
    const withSetting = (more: object) =>
      flags({
        ...external,
        settings: [{ ...own!, pm_dsh_ud: ACME + 1 }, own!].map(setting => ({
          ...setting,
          ...(setting.pm_dsh_ud === ACME ? more : { advanced_stream_view: true }),
        })),
      })
    // the flag of a setting holds in its account
    expect([withSetting({ advanced_stream_view: true })[2], withSetting({})[2]]).toEqual(['internal', 'external'])
  })
  test('an admin has the internal view in the DESK account of the role alone (§6.4, domain.md §4)', () => {
    const viewOf = (facts: Partial<UserFacts>) => flags({ ...external, ...facts })[2]
    const defends = { ...external.account, accountType: 'DEFENDER', defendedAccountId: ACME + 1 } as const
    expect([viewOf({ roleId: 1 }), viewOf({ roleId: 2 }), viewOf({ roleId: 1, account: defends })]).toEqual([
      'internal',
      'external',
      'external',
    ])
  })
  test('an empty parent account, or a setting for the internal account, makes an internal user (§6.4)', () => {
    expect(flags({ ...external, homeParentAccountId: null })).toEqual([false, true, 'internal', true, false])
    const inBoth = {
      ...external,
      settings: [...external.settings, { ...external.settings[0]!, pm_dsh_ud: STAFF_ACCOUNT }],
    }
    expect(flags(inBoth)).toEqual([false, true, 'internal', true, true])
  })
  test('their own flag distinguishes staff from client users (§3.2, §1.7)', () => {
    expect([true, false].map(isStaff => currentUserOf({ ...external, isStaff }, STAFF_ACCOUNT).isRepdataUser)).toEqual([
      true,
      false,
    ])
  })
  test('super admin also needs an empty login parent account (§6.3)', () => {
    expect(flags({ ...external, roleId: 3 })).toEqual([false, false, 'internal', true, false])
    expect(flags({ ...external, roleId: 3, homeParentAccountId: null })).toEqual([true, true, 'internal', true, true])
  })
  test('users are staff of the provider, who are internal, or of client accounts, who are external, and administrators of either; a super admin switches accounts (§1.5)', () => {
    const kindOf = (facts: Partial<UserFacts>) => {
      const user = currentUserOf({ ...external, ...facts }, STAFF_ACCOUNT)
      return [user.internalUser, may(user, 'open administration'), may(user, 'switch accounts')]
    }
    const staff = { homeParentAccountId: null, isStaff: true }
    expect({
      client: kindOf({ roleId: 2 }),
      clientAdmin: kindOf({ roleId: 1 }),
      staff: kindOf({ ...staff, roleId: 2 }),
      staffAdmin: kindOf({ ...staff, roleId: 1 }),
      superAdmin: kindOf({ ...staff, roleId: 3 }),
    }).toEqual({
      client: [false, false, false],
      clientAdmin: [false, true, false],
      staff: [true, false, false],
      staffAdmin: [true, true, false],
      superAdmin: [true, true, true],
    })
  })
  test('user settings open only with a settings entry of the present account (§6.6)', () => {
    expect(flags({ ...external, settings: [] })).toEqual([false, false, 'external', false, false])
  })
})

test('permission flags count in the accounts of which one is a member (§6.8)', () => {
  const flagged = { ...external, customQualCreate: true, autoBoostAccess: true, editBusinessUnits: true }
  const granted = (facts: UserFacts) => {
    const { custom_qual_create, auto_boost_access, edit_business_unit_flg } = currentUserOf(facts, STAFF_ACCOUNT)
    return [custom_qual_create, auto_boost_access, edit_business_unit_flg]
  }
  expect([granted(external), granted(flagged), granted({ ...flagged, settings: [] })]).toEqual([
    [undefined, undefined, undefined],
    [true, true, true],
    [undefined, undefined, undefined],
  ])
  expect(
    [external, { ...external, invoicesByBusinessUnit: true }].map(
      facts => currentUserOf(facts, STAFF_ACCOUNT).invoices_by_business_unit,
    ),
  ).toEqual([undefined, true])
  expect(
    [external, { ...external, exportsDefender: true }].map(
      facts => currentUserOf(facts, STAFF_ACCOUNT).access_research_defender_export,
    ),
  ).toEqual([undefined, true])
})
