import type { AccountFeatures } from '@desk/schema/features/account-features'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ADMIN, SUPER_ADMIN } from '../users/testing/users-desk.ts'
import { AccountFeaturesScreen } from './account-features.tsx'

const ACME: AccountFeatures = { pm_dsh_ud: 100, dashboard_name: 'Acme', account_type: 'DESK', features: [] }
const SHIELD: AccountFeatures = {
  pm_dsh_ud: 102,
  dashboard_name: 'Shield',
  account_type: 'DEFENDER',
  features: [{ feature: 'nested_quota', is_on: false, changed_by: 'Sam Lee', changed_at: '2026-11-20T12:00:00.000Z' }],
}

const featuresDesk = (answers: Answers = {}, path = '/admin/accounts-features') =>
  testDesk(
    {
      'features.list': [ACME, SHIELD],
      'lookups.codes': [{ pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' }],
      ...answers,
    },
    { user: SUPER_ADMIN, path },
  )

test('a switch turns a feature of one account off and shows the stored state (§6.10)', async () => {
  const desk = await featuresDesk({
    'features.change': {
      ...ACME,
      features: [
        { feature: 'autoswitch', is_on: false, changed_by: 'Sam Lee', changed_at: '2026-11-20T13:00:00.000Z' },
      ],
    },
  })
  const page = await draw(desk, <AccountFeaturesScreen />)
  const toggle = page.getByRole('switch', { name: 'Account switch, Acme' })
  await expect.element(toggle).toBeChecked()
  await toggle.click({ force: true })
  await expect.element(toggle).not.toBeChecked()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Account switch is off for Acme' })).toBeVisible()
  expect(
    desk.asked.filter(({ key }) => key === 'features.change').map(({ url, body }) => [url.pathname, body]),
  ).toEqual([['/v1/account/100/features/autoswitch', { is_on: false }]])
  await expect.element(page.getByRole('switch', { name: 'Account switch, Shield' })).toBeChecked()
})

test('a refused change leaves the switch as it is and says why', async () => {
  const desk = await featuresDesk({ 'features.change': refused(403, { message: 'Only a super admin may do this.' }) })
  const page = await draw(desk, <AccountFeaturesScreen />)
  const toggle = page.getByRole('switch', { name: 'Nested quotas, Acme' })
  await toggle.click({ force: true })
  await expect.element(page.getByText('Only a super admin may do this.')).toBeVisible()
  await expect.element(toggle).toBeChecked()
})

test('the filters of the URL leave the accounts in which a feature is off', async () => {
  const desk = await featuresDesk({}, '/admin/accounts-features?off=nested_quota')
  const page = await draw(desk, <AccountFeaturesScreen />)
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Shield')
  await expect.element(page.getByRole('switch', { name: 'Nested quotas, Shield' })).not.toBeChecked()
})

test('a list that fails to load shows so and can be retried', async () => {
  const desk = await featuresDesk({ 'features.list': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <AccountFeaturesScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'features.list': [ACME] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Acme')
})

test('the name of an account opens who changed what', async () => {
  const desk = await featuresDesk({
    'history.read': [
      {
        act: 'edited',
        by: 'Sam Lee',
        by_uid: 9,
        at: '2026-11-20T12:00:00.000Z',
        changes: [{ field: 'nested_quota', from: true, to: false }],
        reason: null,
        note: null,
      },
    ],
  })
  const page = await draw(desk, <AccountFeaturesScreen />)
  await page.getByRole('button', { name: 'Shield' }).click()
  const dialog = page.getByRole('dialog', { name: 'Features of Shield' })
  await expect.element(dialog).toHaveTextContent('Sam Lee')
  await expect.element(dialog).toHaveTextContent('Nested quotas')
})

test('a session with a feature of a newer build turned off is read by an older page (§6.10)', async () => {
  const desk = await testDesk({}, { user: { ...ADMIN, features_off: ['autoswitch', 'of_a_newer_build'] } })
  expect(desk.session.getSnapshot().context.user?.features_off).toEqual(['autoswitch', 'of_a_newer_build'])
})
