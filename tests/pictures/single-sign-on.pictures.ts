import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { startProvider } from '@desk/platform/identity/single-sign-on/testing/provider'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './picture-fixture.ts'

test('the single sign-on of an account, and one that is refused', async ({ desk, visit, newBrowser, picture }) => {
  const accountId = await desk.maker.account({ name: 'Signed on', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, firstname: 'Ann', lastname: 'Lee' })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const provider = await startProvider({
    callbacks: [`${desk.url}/v1/single-sign-on/callback/${accountId}`],
    signedOut: [],
  })
  try {
    const { status } = await desk.call('PUT', '/v1/single-sign-on', {
      token,
      body: {
        kind: 'oidc',
        issuer: provider.issuer,
        client_id: 'sample-desk',
        domains: ['pictures-sso.example'],
        is_on: true,
        only: false,
        makes_users: true,
        new_users_role: 2,
        version: 0,
        confirmation: { present_password: TEST_PASSWORD },
      },
    })
    expect(status).toBe(200)
    const page = await visit(username, '/admin/single-sign-on', { token })
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await expect(page.getByText('The provider answers, and says what the desk needs.')).toBeVisible()
    await picture(page, 'single-sign-on')
    const outside = await (await newBrowser()).newPage()
    await outside.goto('/#/login?sso=start')
    await outside.getByLabel('Username').fill('ida@elsewhere.example')
    await outside.getByRole('button', { name: 'Continue' }).click()
    await expect(outside.getByRole('alert')).toBeVisible()
    await picture(outside, 'sign-on', { isTroubled: true })
  } finally {
    await provider.stop()
  }
})
