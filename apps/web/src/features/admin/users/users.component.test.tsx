import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { User } from '@desk/schema/users/user'
import type { Account } from '@desk/schema/accounts/account'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { noAnswer, refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { UsersScreen } from './users.tsx'

const ADMIN = { ...SAMPLE_USER, role_id: 1 } as const
const NOT_NOW = refused(403, { message: 'Not now.' })

const ANA: User = {
  uid: 12,
  firstname: 'Ana',
  lastname: 'Silva',
  username: 'ana@acme.example',
  role_id: 2,
  is_consultant: false,
  user_time_zone: 15,
  is_super_admin: false,
  advanced_stream_view: false,
  advanced_source_view_external: false,
  account_switch_enabled: false,
  edit_business_unit_flg: false,
  custom_qual_create: false,
  auto_boost_access: false,
  view_recon_indicator: false,
  isRepdataUser: false,
  has_password: true,
  new_username: null,
  second_factor_on: false,
  home_pm_dsh_ud: ADMIN.pm_dsh_ud,
  version: '1',
}

const ACCOUNT: Account = {
  pm_dsh_ud: ADMIN.pm_dsh_ud,
  pm_parent_dsh_ud: null,
  name: 'Acme Research',
  account_type: 'DESK',
  dashboard_name: 'Acme',
  isRepData: false,
  inv_by_business_unit_flg: false,
  access_research_defender_export: false,
}

const ANSWERS: Answers = {
  'users.list': [ANA],
  'users.roles': {
    data: [
      { pm_code: 1, pm_code_name: 'Admin' },
      { pm_code: 2, pm_code_name: 'User' },
    ],
  },
  'accounts.list': [ACCOUNT],
  'lookups.codes': [{ pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' }],
}

const usersDesk = (answers: Answers) => testDesk({ ...ANSWERS, ...answers }, { user: ADMIN, path: '/admin/users' })

test('a list that does not load says so and is asked for again', async () => {
  const desk = await usersDesk({ 'users.list': NOT_NOW })
  const page = await draw(desk, <UsersScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'users.list': [ANA] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect
    .element(page.getByRole('grid', { name: 'Users' }).getByRole('button', { name: 'Ana Silva' }))
    .toBeVisible()
})

test('where it is not known whether a second factor is required, that is said and asked for again', async () => {
  const desk = await usersDesk({ 'accounts.list': NOT_NOW })
  const page = await draw(desk, <UsersScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'accounts.list': [ACCOUNT] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('switch', { name: 'Require a second factor of everybody' })).toBeVisible()
})

test('a network that is lost in mid-save keeps what was typed and says what to do; saved again, it is done (§8.6)', async () => {
  const desk = await usersDesk({ 'users.update': noAnswer })
  const page = await draw(desk, <UsersScreen />)
  await page.getByRole('button', { name: 'Ana Silva' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  const firstname = dialog.getByLabelText('Firstname')
  await firstname.fill('Adele')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const alert = dialog.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Something went wrong. Please try again later')
  await expect
    .element(alert)
    .toHaveTextContent(
      'The server did not answer. What you typed is kept: check your connection, then press Save again.',
    )
  await expect.element(firstname).toHaveValue('Adele')

  desk.answer({
    'users.update': { status: 0, message: 'User updated successfully', data: { uid: ANA.uid } },
    'users.list': [{ ...ANA, firstname: 'Adele', version: '2' }],
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'User updated successfully' })).toBeVisible()
  await expect
    .element(page.getByRole('grid', { name: 'Users' }).getByRole('rowheader'))
    .toHaveTextContent('Adele Silva')
})
