import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { issuePasswordToken } from '@desk/platform/identity/password-reset/password-links'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, test } from './desk/desk-fixture.ts'

const NIST = ['Password must be at least 15 characters', 'Password must not contain the username']
const SHORT_BY_DESK = 'Kettle-brass-9'

const rules = (within: Page | Locator): Locator =>
  within.getByRole('list', { name: 'Password Requirement' }).getByRole('listitem')
/** What the gateway says with PASSWORD_POLICY=nist. */
const underNist = (page: Page): Promise<unknown> =>
  page.route('**/client-config.json', route => route.fulfill({ json: { passwordPolicy: 'nist' } }))

test('where the policy is nist, every screen that takes a new password shows its rules and judges by them: the link of a mail, a first change, one’s own settings, another’s user (S7)', async ({
  desk,
  visit,
  page: outside,
}) => {
  const { userId, username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  await underNist(outside)
  await outside.goto(
    `/#/reset-password/${await desk.database.asSystem(tx => issuePasswordToken(tx, userId, 'reset', new Date()))}`,
  )
  await expect(rules(outside)).toHaveText(NIST)
  await outside.getByRole('textbox', { name: 'New password' }).fill(SHORT_BY_DESK)
  await outside.getByLabel('Confirm Password').fill(SHORT_BY_DESK)
  await outside.getByRole('button', { name: 'Set password' }).click()
  await expect(outside.getByRole('textbox', { name: 'New password' })).toHaveAccessibleDescription(NIST[0]!)

  const page = await visit(username, '/admin/users', {
    token: await desk.signIn(username, TEST_PASSWORD),
    prepare: underNist,
  })
  await page.getByRole('button', { name: /open the user menu/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'User Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Update User' })
  await expect(rules(settings)).toHaveText(NIST)
  await settings.getByLabel('Password', { exact: true }).fill(SHORT_BY_DESK)
  await settings.getByLabel('Confirm Password').fill(SHORT_BY_DESK)
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(NIST[0]!)

  const another = await visit('admin@acme.example', '/admin/users', { prepare: underNist })
  await another.getByRole('grid', { name: 'Users' }).getByRole('button', { name: 'Una Ortiz' }).click()
  const update = another.getByRole('dialog', { name: 'Update User' })
  await expect(rules(update)).toHaveText(NIST)
  await update.getByLabel('Password', { exact: true }).fill(SHORT_BY_DESK)
  await update.getByLabel('Confirm Password').fill(SHORT_BY_DESK)
  await update.getByRole('button', { name: 'Save' }).click()
  await expect(update.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(NIST[0]!)

  await desk.database.asSystem(tx =>
    sql`update app_user set password_updated = false where user_id = ${userId}`.execute(tx),
  )
  const first = await visit(username, '/', { token: await desk.signIn(username, TEST_PASSWORD), prepare: underNist })
  await expect(rules(first)).toHaveText(NIST)
  await first.getByLabel('New password').fill(SHORT_BY_DESK)
  await first.getByLabel('Confirm Password').fill(SHORT_BY_DESK)
  await first.getByRole('button', { name: 'Change password' }).click()
  await expect(first.getByLabel('New password')).toHaveAccessibleDescription(NIST[0]!)
})
