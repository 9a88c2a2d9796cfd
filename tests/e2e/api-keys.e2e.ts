import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { confirmIdentity } from './desk/confirm-identity.ts'
import { expect, test } from './desk/desk-fixture.ts'

test('an admin makes an API key, which opens what its scopes name until it is revoked (administration.md §3, S8)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Keyed', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  const page = await visit(username, '/admin/users', { token: await desk.signIn(username, TEST_PASSWORD) })
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByText('Read studies').click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await confirmIdentity(page, TEST_PASSWORD)
  const made = page.getByRole('dialog', { name: 'The key “Nightly export”' })
  const secret = await made.getByLabel('The key', { exact: true }).innerText()
  await made.getByRole('button', { name: 'Done' }).click()
  expect([
    (await desk.call('GET', '/v1/projects', { token: secret })).status,
    (await desk.call('GET', '/v1/users', { token: secret })).status,
  ]).toEqual([200, 403])
  await page.reload()
  await expect(page.getByRole('row', { name: /^Nightly export/ })).toContainText('Live')
  await expect(page.getByRole('row', { name: /^Nightly export/ })).not.toContainText('Never')
  await expect(page.getByRole('main')).not.toContainText(secret)
  await page.getByRole('button', { name: 'Revoke the key Nightly export' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke it' }).click()
  await confirmIdentity(page, TEST_PASSWORD)
  await expect(page.getByText('No key is live.')).toBeVisible()
  expect((await desk.call('GET', '/v1/projects', { token: secret })).status).toBe(401)
  await expect(page.getByRole('list', { name: 'Changes' }).locator('> li')).toContainText([/Key revoked/, /Key made/])
})
