import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { confirmIdentity } from '../e2e/desk/confirm-identity.ts'
import { expect, test } from './picture-fixture.ts'

const SUPER = 'super@desk.example'

test('the features of every account', async ({ desk, visit, picture }) => {
  const token = await desk.tokenOf(SUPER)
  for (const [account, feature] of [
    [DEMO_ACCOUNTS.beta, 'nested_quota'],
    [DEMO_ACCOUNTS.beta, 'autoswitch'],
    [DEMO_ACCOUNTS.shield, 'defender_export'],
  ] as const) {
    const { status } = await desk.call('PUT', `/v1/account/${account}/features/${feature}`, {
      token,
      body: { is_on: false },
    })
    expect(status).toBe(200)
  }
  const page = await visit(SUPER, '/admin/accounts-features')
  await expect(page.getByRole('grid', { name: 'Features' }).getByRole('rowheader')).not.toHaveCount(0)
  await picture(page, 'accounts-features')
})

test('names and links of the installation', async ({ visit, picture }) => {
  const page = await visit(SUPER, '/admin/platform')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await picture(page, 'platform')
})

test('the API keys of an account', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({ name: 'Keyed', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, firstname: 'Ann', lastname: 'Lee' })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const confirmation = { present_password: TEST_PASSWORD }
  const made = async (name: string, scopes: readonly string[]) => {
    const body = { name, scopes, expires_in_days: 90, confirmation }
    const answer = await desk.call('POST', '/v1/api-keys', { token, body })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const old = await made('Old dashboard', ['read_figures'])
  await made('Nightly export to the warehouse', ['read_figures', 'read_studies'])
  const sync = await made('CRM sync', ['read_studies', 'write_studies', 'admin'])
  await desk.call('GET', '/v1/projects', { token: sync.secret })
  await desk.call('POST', `/v1/api-keys/${old.api_key_id}/revoke`, { token, body: { confirmation } })
  const page = await visit(username, '/admin/api-keys?ended=1', { token })
  await expect(page.getByRole('rowheader', { name: /^Old dashboard/ })).toBeVisible()
  await picture(page, 'api-keys')
  await page.getByRole('button', { name: 'Make a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make an API key' })
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect(dialog.getByText('Choose at least one scope')).toBeVisible()
  await picture(page, 'api-key-new')
  await dialog.getByLabel('Name').fill('Webshop')
  await dialog.getByText('Read figures').click()
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await confirmIdentity(page, TEST_PASSWORD)
  await expect(page.getByRole('dialog', { name: 'The key “Webshop”' })).toBeVisible()
  await picture(page, 'api-key-made')
})
