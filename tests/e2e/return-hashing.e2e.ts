import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Page } from '@playwright/test'
import { createHmac } from 'node:crypto'
import { confirmIdentity } from './desk/confirm-identity.ts'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'

async function open(
  desk: Desk,
  visit: (username: string, path: string, setting: { token: string }) => Promise<Page>,
): Promise<Page> {
  const accountId = await desk.maker.account({ name: 'Signing', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  return visit(username, '/admin/return-hashing', { token: await desk.signIn(username, TEST_PASSWORD) })
}

test('whether unsigned server-to-server returns overrule is asked with its risk, stored, and in the history (domain.md §3)', async ({
  desk,
  visit,
}) => {
  const page = await open(desk, visit)
  const setting = page.getByRole('switch', { name: 'Unsigned server-to-server returns overrule browsers' })
  await expect(setting).not.toBeChecked()
  await expect(page.getByText('can turn a term into a complete that you pay for')).toBeVisible()
  await page
    .getByText(/^Unsigned server-to-server returns overrule browsers/)
    .first()
    .click()
  const dialog = page.getByRole('alertdialog', { name: 'Believe unsigned server-to-server returns?' })
  await expect(dialog).toContainText(
    'Anyone who knows an RDUD, including the respondent, can then overwrite a term with a complete',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(setting).not.toBeChecked()
  await page
    .getByText(/^Unsigned server-to-server returns overrule browsers/)
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Believe them' }).click()
  await expect(setting).toBeChecked()
  await page.reload()
  await expect(setting).toBeChecked()
  await expect(page.getByRole('list', { name: 'Changes' }).locator('> li')).toContainText([
    /Unsigned server-to-server returns overrule browsers/,
  ])
})

test('an admin makes the keys that returns are hashed with, checks a return, requires hashes, and ends a key; for a user there is no such page (domain.md §3, §8)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Hashing', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  const page = await visit(username, '/admin/users', { token: await desk.signIn(username, TEST_PASSWORD) })
  await page.getByRole('link', { name: 'Return hashing' }).click()
  const required = page.getByRole('switch', { name: 'Returns must be hashed' })
  await expect(required).toBeDisabled()
  const make = page.getByRole('button', { name: 'Create key' })
  const dialog = page.getByRole('dialog', { name: 'The new key' })
  await make.click()
  await confirmIdentity(page, TEST_PASSWORD)
  await expect(dialog.getByLabel('The key')).toHaveText(/^[0-9a-f]{64}$/)
  const secret = await dialog.getByLabel('The key').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const keys = page.getByRole('table', { name: 'Valid keys' }).getByRole('rowheader')
  await expect(keys).toHaveText([`…${secret.slice(-4)}`])

  const url = page.getByRole('textbox', { name: 'Return URL' })
  const parameters = 'inbound_code=1000&rdud=2s-0189'
  await url.fill(
    `https://desk.example/return?rdud=2s-0189&inbound_code=1000&hash=${createHmac('sha256', secret).update(parameters).digest('hex')}`,
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The hash is right' })).toContainText(parameters)
  await url.fill('https://desk.example/return?rdud=2s-0189&inbound_code=1000&hash=00')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^The hash is wrong/)).toBeVisible()

  await page
    .getByText(/^Returns must be hashed/)
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require it' }).click()
  await expect(required).toBeChecked()
  const end = page.getByRole('button', { name: `End the key …${secret.slice(-4)}` })
  await end.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await expect(page.getByRole('alertdialog').getByText(/^Returns must be hashed: make another key first/)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await make.click()
  await confirmIdentity(page, TEST_PASSWORD)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(keys).toHaveCount(2)
  await expect(make).toBeDisabled()
  await end.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await confirmIdentity(page, TEST_PASSWORD)
  await expect(keys).toHaveCount(1)
  await expect(keys).not.toHaveText([`…${secret.slice(-4)}`])
  await expect(page.getByRole('list', { name: 'Changes' }).locator('> li')).toHaveCount(4)

  const other = await visit('user@acme.example', '/admin/return-hashing')
  await expect(other.getByRole('main').getByRole('heading')).toHaveText(['Page not found'])
})
