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

test('the logo of an account', async ({ visit, picture }) => {
  const page = await visit('admin@acme.example', '/admin/logo')
  const mark =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 40"><circle cx="20" cy="20" r="16" fill="#e4572e"/><path d="M50 8h120v8H50zM50 24h80v8H50z" fill="#e4572e"/></svg>'
  await page
    .getByLabel('Image file of the logo')
    .setInputFiles({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(mark) })
  await expect(page.getByRole('img', { name: /on light/ })).toBeVisible()
  await picture(page, 'logo')
})

test('the erasures of an account', async ({ desk, visit, picture }) => {
  const accountId = DEMO_ACCOUNTS.acme
  const { username } = await desk.maker.user({ accountId, firstname: 'Grace', lastname: 'Hopper', roleId: 1 })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const { rows } = await desk.database.readAsSystem(tx =>
    tx.client.query<{ rid: string; supplierId: number }>({
      text: 'select rid, supplier_id as "supplierId" from respondent where account_id = $1 and supplier_id is not null limit 3',
      values: [accountId],
    }),
  )
  const ids = rows.map(({ rid }) => rid)
  const body = { pm_sup_ud: rows[0]?.supplierId ?? null, ids, rule: 'request', reference: 'Letter 7' }
  expect((await desk.call('POST', '/v1/erasures', { token, body })).status).toBe(200)
  const page = await visit('admin@acme.example', '/admin/privacy?tab=erasure')
  await expect(page.getByRole('button', { name: /^Confirm erasure/ })).toBeVisible()
  await picture(page, 'privacy')
})

test('names and links of the installation', async ({ visit, picture }) => {
  const page = await visit(SUPER, '/admin/platform')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await picture(page, 'platform')
  await page.getByRole('region', { name: 'Embedded reports' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Embedded reports' })
  await dialog.getByRole('textbox', { name: 'Workspace' }).fill('contoso')
  await dialog.getByRole('textbox', { name: 'Export data', exact: true }).fill('3f2504e0-4f89-41d3-9a0c-0305e82c3301')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/^Workspace must be an id like/)).toBeVisible()
  await picture(page, 'embedded-reports')
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
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Choose at least one scope')).toBeVisible()
  await picture(page, 'api-key-new')
  await dialog.getByLabel('Name').fill('Webshop')
  await dialog.getByText('Read figures').click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await confirmIdentity(page, TEST_PASSWORD)
  await expect(page.getByRole('dialog', { name: 'The key “Webshop”' })).toBeVisible()
  // the first answer asks who the user is
  await picture(page, 'api-key-made', { isTroubled: true })
})

test('every account of the installation', async ({ visit, picture }) => {
  const page = await visit(SUPER, '/admin/accounts-management')
  await expect(page.getByRole('grid', { name: 'Accounts' }).getByRole('rowheader')).not.toHaveCount(0)
  await picture(page, 'accounts')
})

test('a new account', async ({ visit, picture }) => {
  const page = await visit(SUPER, '/admin/accounts-creation')
  await page.getByRole('textbox', { name: 'Name (required)' }).fill('Globex Panels')
  await page.getByRole('textbox', { name: 'Firstname' }).fill('Ines')
  await page.getByRole('textbox', { name: 'Lastname' }).fill('Roth')
  await page.getByRole('textbox', { name: 'Username' }).fill('ines@globex.example')
  await picture(page, 'account-new')
})

test('an account after its creation, and suspending it', async ({ desk, visit, picture }) => {
  const token = await desk.tokenOf(SUPER)
  const { body: account } = await desk.call('POST', '/v1/dashboards', {
    token,
    body: {
      name: 'Initech Insights',
      account_type: 'DESK',
      inv_by_business_unit_flg: true,
      salesforce_account_id: '0015e00002AbCdEAAX',
      admin: { firstname: 'Ines', lastname: 'Roth', username: 'ines@initech.example' },
    },
  })
  const at = `/v1/dashboards/${account.pm_dsh_ud}`
  await desk.call('POST', `${at}/members`, { token, body: { username: 'staff@desk.example' } })
  await desk.call('PUT', at, { token, body: { time_zone: 16, version: 1 } })
  const page = await visit(SUPER, `/admin/accounts-management/${account.pm_dsh_ud}?created=yes`)
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Time zone')
  await picture(page, 'account')
  const ways = page.getByRole('region', { name: 'How it works' })
  await ways.getByRole('textbox', { name: 'Assistant: tokens a month' }).fill('2000000')
  await ways.getByRole('textbox', { name: 'Assistant: questions a minute' }).fill('5')
  await picture(page, 'account-budget', { part: ways.getByText('Embedded reports').first() })
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await picture(page, 'account-suspend')
})

test('the page of a suspended account', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({ name: 'Umbrella Surveys', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  const token = await desk.tokenOf(SUPER)
  await desk.call('POST', `/v1/dashboards/${DEMO_ACCOUNTS.beta}/members`, { token, body: { username } })
  const own = await desk.signIn(username, TEST_PASSWORD)
  await desk.call('POST', `/v1/dashboards/${accountId}/suspend`, { token })
  const page = await visit(username, '/projects', { token: own })
  await expect(page.getByRole('heading', { name: 'Umbrella Surveys is suspended' })).toBeVisible()
  // its pages are refused
  await picture(page, 'account-suspended', { isTroubled: true })
})

test('the audit log of an account', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({ name: 'Audited', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, firstname: 'Ann', lastname: 'Lee' })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const confirmation = { present_password: TEST_PASSWORD }
  const { body: key } = await desk.call('POST', '/v1/api-keys', {
    token,
    body: { name: 'CRM sync', scopes: ['admin'], expires_in_days: 90, confirmation },
  })
  for (const [by, question] of [
    [token, 'Which month comes after May?'],
    [key.secret, 'How many legs has a cat?'],
  ]) {
    const { status } = await desk.call('POST', '/v1/quality-questions', { token: by, body: { language: 1, question } })
    expect(status).toBe(200)
  }
  const page = await visit(username, '/admin/audit-log', { token })
  await expect(page.getByRole('table', { name: 'Audit log' }).getByRole('row')).not.toHaveCount(1)
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  await expect(page.getByText('The chain is whole')).toBeVisible()
  await picture(page, 'audit-log')
})

test('suppliers that have an account of their own, and their contacts', async ({ desk, visit, picture }) => {
  const accountId = DEMO_ACCOUNTS.staff
  const token = await desk.tokenOf(SUPER)
  const ADA = { name: 'Ada Byron', email: 'ada.byron@northlight.example', phone: '+44 20 7946 0018', role: 'Sales' }
  const IVO = { name: 'Ivo Marek', email: 'projects@northlight.example', phone: '', role: 'Project desk' }
  for (const [name, contacts] of [
    ['Northlight Panels', [ADA, IVO]],
    ['Kestrel Online', [IVO]],
    ['Heron Sample Exchange of the Southern States', []],
  ] as const) {
    const { status } = await desk.call('POST', '/v1/supplier-accounts', {
      token,
      body: {
        pm_sup_ud: await desk.maker.supplier({ accountId, name }),
        pm_dsh_ud: await desk.maker.account({ name: `${name} Ltd`, parentAccountId: DEMO_ACCOUNTS.staff }),
        contacts,
      },
    })
    expect(status).toBe(200)
  }
  const page = await visit(SUPER, '/admin/supplier-accounts', { token })
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await picture(page, 'supplier-accounts')
  await page.getByRole('button', { name: 'Northlight Panels', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Contact 2' })).toBeVisible()
  await picture(page, 'supplier-contacts')
})
