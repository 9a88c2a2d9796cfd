import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { sql } from 'kysely'
import { appCode } from '../e2e/desk/app-code.ts'
import { holdCalls, type HeldCalls } from '../e2e/desk/hold-calls.ts'
import { goToHash } from '../e2e/desk/hash.ts'
import { signInAt } from '../e2e/desk/sign-in-form.ts'
import { expect, test } from './picture-fixture.ts'

test('sign-in, empty and refused, an expired session, a forgotten password', async ({ newBrowser, picture }) => {
  const page = await (await newBrowser()).newPage()
  await page.goto('/#/login')
  await page.getByLabel('Username').fill('admin@acme.example')
  await picture(page, 'login')
  await page.getByRole('textbox', { name: 'Password' }).fill('Desk-demo-2')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await picture(page, 'login-refused', { isTroubled: true })
  await goToHash(page, '/session-expired?redirect=%2Fprojects')
  await expect(page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
  await picture(page, 'session-expired')
  await goToHash(page, '/forgot-password')
  await page.getByLabel('Username').fill('ana.silva@acme.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await picture(page, 'forgot-password')
  await goToHash(page, '/reset-password/any-link')
  await page.getByRole('textbox', { name: 'New password' }).fill('Kettle-brass')
  await page.getByLabel('Confirm Password').fill('Kettle-copper')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await picture(page, 'reset-password')
})

test('a code at the sign-in, a second factor that everybody needs, a password that has to be changed', async ({
  desk,
  newBrowser,
  picture,
}) => {
  const { username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, firstname: 'Nora', lastname: 'Lindgren' })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const { secret } = (
    await desk.call('POST', '/v1/second-factor', { token, body: { confirmation: { present_password: TEST_PASSWORD } } })
  ).body
  await desk.call('POST', '/v1/second-factor/confirm', { token, body: { code: appCode(secret) } })
  const page = await (await newBrowser()).newPage()
  await page.goto('/#/login')
  await signInAt(page, username, TEST_PASSWORD)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await picture(page, 'login-code')

  const accountId = await desk.maker.account({ name: 'Meridian Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const asked = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  await desk.database.asSystem(tx =>
    sql`update account set second_factor_required = true where account_id = ${accountId}`.execute(tx),
  )
  await page.reload()
  await signInAt(page, asked.username, TEST_PASSWORD)
  await expect(page).toHaveURL(/second-factor/)
  await expect(page.getByLabel('Current password')).toBeVisible()
  await picture(page, 'second-factor')

  const late = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, firstname: 'Nora', lastname: 'Lindgren' })
  await desk.database.asSystem(tx =>
    sql`update app_user set password_updated = false where user_id = ${late.userId}`.execute(tx),
  )
  const other = await (await newBrowser()).newPage()
  await other.goto('/#/login')
  await signInAt(other, late.username, TEST_PASSWORD)
  await expect(other).toHaveURL(/change-password/)
  await other.getByRole('textbox', { name: 'New password' }).fill('Kettle-brass')
  await picture(other, 'change-password')
})

test('a link from outside that waits for the server', async ({ visit, picture }) => {
  let held: HeldCalls | undefined
  const page = await visit('admin@acme.example', '/page-redirection?redirect=%2Fprojects', {
    prepare: async each => {
      held = await holdCalls(each, '**/v1/user-login-details*')
    },
  })
  await expect.poll(() => held?.count()).toBe(1)
  await picture(page, 'waiting', { isTroubled: true })
})
