import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { SuspendedAccount } from './suspended-account.tsx'

const setting = (pm_dsh_ud: number, dashboard_name: string) => ({
  pm_dsh_ud,
  dashboard_name,
  is_default: false,
  user_time_zone: 15,
  advanced_stream_view: false,
})
const USER = {
  ...SAMPLE_USER,
  dashboard_name: 'Acme',
  account_suspended: true,
  settings: [setting(SAMPLE_USER.pm_dsh_ud, 'Acme'), setting(200, 'Beta')],
}

test('a suspended account is one page that says so, checks again, and offers the other accounts and the sign-out (§6.5)', async () => {
  const desk = await testDesk({ 'session.check': USER }, { user: USER, path: '/projects' })
  const page = await draw(desk, <SuspendedAccount user={USER} />)
  await expect.element(page.getByRole('heading', { name: 'Acme is suspended' })).toBeVisible()
  await expect.element(page.getByText(/Nothing in it is lost, and it opens again/)).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Switch Account' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  const before = desk.asked.filter(({ key }) => key === 'session.check').length
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => desk.asked.filter(({ key }) => key === 'session.check').length).toBe(before + 1)
})

test('a user without another account is offered none', async () => {
  const alone = { ...USER, account_switch_enabled: false, settings: USER.settings.slice(0, 1) }
  const page = await draw(await testDesk({}, { user: alone, path: '/projects' }), <SuspendedAccount user={alone} />)
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Switch Account' })).not.toBeInTheDocument()
})
