import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
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
