import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { startProvider } from '@desk/platform/identity/single-sign-on/testing/provider'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { confirmIdentity } from './desk/confirm-identity.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash } from './desk/hash.ts'

const ONLY = 'Your account is only entered by single sign-on: choose “Continue with single sign-on”.'

test('an admin sets up single sign-on, signs out and on by it; a colleague’s user is made on the first sign-on; once it is the only way, a password opens nothing (administration.md §3)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Journey', parentAccountId: DEMO_ACCOUNTS.staff })
  const { userId } = await desk.maker.user({ accountId, firstname: 'Ann', lastname: 'Lee' })
  const admin = 'ann@journey-sso.test'
  await desk.database.asSystem(tx =>
    tx.client.query('update app_user set username = $1 where user_id = $2', [admin, userId]),
  )
  const provider = await startProvider({
    callbacks: [`${desk.url}/v1/single-sign-on/callback/${accountId}`],
    signedOut: [`${desk.url}/`],
  })
  try {
    const page = await visit(admin, '/admin/users', { token: await desk.signIn(admin, TEST_PASSWORD) })
    await page.getByRole('link', { name: 'Single sign-on' }).click()
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByLabel('Client ID').fill(provider.clientId)
    await page.getByLabel('Mail domains').fill('journey-sso.test')
    await page.getByRole('switch', { name: /^Create users/ }).press('Space')
    await page.getByRole('switch', { name: /^On / }).press('Space')
    await page.getByRole('button', { name: 'Save' }).click()
    await confirmIdentity(page, TEST_PASSWORD)
    await page.getByRole('button', { name: 'Set the client secret' }).click()
    const secret = page.getByRole('dialog', { name: 'Client secret' })
    await secret.getByLabel('Client secret').fill(provider.clientSecret)
    await secret.getByRole('button', { name: 'Set the secret' }).click()
    await confirmIdentity(page, TEST_PASSWORD)
    await expect(page.getByText('A client secret is set.')).toBeVisible()
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await expect(page.getByText('The provider answers, and says what the desk needs.')).toBeVisible()

    const signOn = async (username: string) => {
      await page.getByLabel('Username').fill(username)
      await page.getByRole('link', { name: 'Continue with single sign-on' }).click()
      await expect(page.getByLabel('Username')).toHaveValue(username)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByLabel('Who are you?').fill(username)
      await page.getByRole('button', { name: 'Go on' }).click()
      await expect(page).toHaveURL(atHash('/projects'))
    }
    await page.goto('/#/logout')
    await signOn(admin)
    // the provider’s own session ends with the desk’s
    await page.goto('/#/logout')
    await page.getByRole('button', { name: /yes/i }).click()
    await expect(page).toHaveURL(atHash('/login'))
    await signOn('new@journey-sso.test')
    await page.goto('/#/logout')
    await page.getByRole('button', { name: /yes/i }).click()
    await signOn(admin)

    await page.goto('/#/admin/single-sign-on')
    await page.getByRole('switch', { name: /^Only by/ }).press('Space')
    await page.getByRole('button', { name: 'Save' }).click()
    await confirmIdentity(page, TEST_PASSWORD)
    await expect(page.getByText('Single sign-on was saved')).toBeVisible()
    expect((await desk.call('POST', '/v1/login', { body: { username: admin, password: TEST_PASSWORD } })).status).toBe(
      403,
    )
    await page.goto('/#/logout')
    await page.getByRole('button', { name: /yes/i }).click()
    await page.getByLabel('Username').fill(admin)
    await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText(ONLY)
  } finally {
    await provider.stop()
  }
})
