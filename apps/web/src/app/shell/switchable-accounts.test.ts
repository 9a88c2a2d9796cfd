import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { may } from '@desk/schema/permissions/permissions'
import { expect, test } from 'vitest'
import { accountChoices, canChooseDefault } from './switchable-accounts.ts'

const setting = (pm_dsh_ud: number, dashboard_name: string) => ({
  pm_dsh_ud,
  dashboard_name,
  is_default: false,
  user_time_zone: 15,
  advanced_stream_view: false,
})
const alone = { ...SAMPLE_USER, account_switch_enabled: false, is_super_admin: false, settings: [setting(2, 'Acme')] }

test('super admins, members of several accounts and users with account switching enabled may switch; others see no selector (§2.39, §6.5)', () => {
  const users = [
    alone,
    { ...alone, is_super_admin: true },
    { ...alone, account_switch_enabled: true },
    { ...alone, settings: [setting(2, 'Acme'), setting(3, 'Beta')] },
  ]
  expect(users.map(user => may(user, 'switch accounts'))).toEqual([false, true, true, true])
})

test('members of several accounts choose a default among theirs, a super admin does not (§2.39, §6.5)', () => {
  const settings = [setting(2, 'Acme'), setting(3, 'Beta')]
  expect(
    [
      alone,
      { ...alone, account_switch_enabled: true },
      { ...alone, settings },
      { ...alone, settings, is_super_admin: true },
    ].map(canChooseDefault),
  ).toEqual([false, false, true, false])
})

test('a super admin chooses among all accounts, others among their own, by name (§2.39)', () => {
  const all = [
    { pm_dsh_ud: 9, dashboard_name: 'Zeta' },
    { pm_dsh_ud: 2, dashboard_name: 'Acme' },
  ]
  const member = { ...alone, settings: [setting(3, 'Beta'), setting(2, 'Acme')] }
  expect([
    accountChoices({ ...alone, is_super_admin: true }, all),
    accountChoices(member, all),
    accountChoices({ ...alone, settings: [] }, null),
  ]).toEqual([
    [
      { id: '2', label: 'Acme' },
      { id: '9', label: 'Zeta' },
    ],
    [
      { id: '2', label: 'Acme' },
      { id: '3', label: 'Beta' },
    ],
    [{ id: '2', label: 'Acme' }],
  ])
})
