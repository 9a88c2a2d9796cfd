import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { appCode } from './desk/app-code.ts'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash } from './desk/hash.ts'
import { holdCalls } from './desk/hold-calls.ts'
import { signInAt } from './desk/sign-in-form.ts'

const WRONG = 'The code is not right.'
/** A code that was used counts as new again, so that a test need not wait for the next half minute. */
const forgetCodes = (desk: Desk, userId: number) =>
  desk.database.asSystem(tx => sql`update second_factor set last_step = 0 where user_id = ${userId}`.execute(tx))

/** A user whose second factor is on, with the key of their app and their recovery codes. */
async function withFactor(desk: Desk) {
  const { userId, username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const { secret } = (
    await desk.call('POST', '/v1/second-factor', { token, body: { confirmation: { present_password: TEST_PASSWORD } } })
  ).body as { secret: string }
  const { recovery_codes } = (
    await desk.call('POST', '/v1/second-factor/confirm', { token, body: { code: appCode(secret) } })
  ).body as { recovery_codes: string[] }
  await forgetCodes(desk, userId)
  return { userId, username, token, secret, recoveryCodes: recovery_codes }
}

const giveCode = async (place: Page | Locator, code: string, button: string): Promise<void> => {
  await place.getByRole('textbox', { name: 'Code' }).fill(code)
  await place.getByRole('button', { name: button, exact: true }).click()
}

test('after the password a code of the app is asked for: a wrong one is said, Back leads to the form as it was typed, the right one signs in', async ({
  page,
  desk,
}) => {
  const { username, secret } = await withFactor(desk)
  await page.goto('/#/login')
  await signInAt(page, username, TEST_PASSWORD)
  const field = page.getByRole('textbox', { name: 'Code' })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await giveCode(page, '000000', 'Sign in')
  await expect(page.getByRole('alert')).toHaveText(WRONG)
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('alert')).toHaveText('No code was given. Sign in again to try once more.')
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await giveCode(page, appCode(secret), 'Sign in')
  await expect(page).toHaveURL(atHash('/projects'))
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('a recovery code replaces one of the app, once; after too many wrong codes the sign-in begins again', async ({
  page,
  desk,
}) => {
  const { username, recoveryCodes, token } = await withFactor(desk)
  const [code = ''] = recoveryCodes
  await page.goto('/#/login')
  await signInAt(page, username, TEST_PASSWORD)
  await giveCode(page, code.toLowerCase(), 'Sign in')
  await expect(page).toHaveURL(atHash('/projects'))
  expect((await desk.call('GET', '/v1/second-factor', { token })).body).toEqual({
    enabled: true,
    required: false,
    recovery_codes_left: recoveryCodes.length - 1,
  })

  await page.goto('/#/logout')
  await signInAt(page, username, TEST_PASSWORD)
  for (let tries = 0; tries < 5; tries += 1) {
    const answered = page.waitForResponse('**/v1/login/second-factor')
    await giveCode(page, code, 'Sign in')
    expect((await answered).status()).toBe(422)
    await expect(page.getByRole('alert')).toHaveText(WRONG)
  }
  await giveCode(page, code, 'Sign in')
  await expect(page.getByRole('alert')).toHaveText(
    'This sign-in took too long, or too many tries. Please sign in again.',
  )
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
})

test('a second factor is set up in the drawer for the present password with a QR code, gives recovery codes once, gets new ones and is turned off with password and code (S8)', async ({
  desk,
  visit,
}) => {
  const { userId, username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  const page = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  await page.getByRole('button', { name: /open the user menu/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Second factor' }).click()
  const present = drawer.getByLabel('Current password')
  await present.fill('Not-the-password-1')
  await drawer.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(present).toHaveAccessibleDescription('The present password is not right.')
  await present.fill(TEST_PASSWORD)
  await drawer.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(drawer.getByRole('img', { name: /authenticator app/ })).toBeVisible()
  const key = (await drawer.locator('code').textContent()) ?? ''
  await giveCode(drawer, '000000', 'Turn on')
  await expect(drawer.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(new RegExp(WRONG))
  await giveCode(drawer, appCode(key), 'Turn on')
  const codes = drawer.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const before = await codes.allTextContents()
  const saved = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Save as a file' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  await drawer.getByRole('button', { name: 'Done' }).click()
  await expect(drawer.getByText('On, with 10 recovery codes left.')).toBeVisible()

  await forgetCodes(desk, userId)
  await drawer.getByRole('button', { name: 'New recovery codes' }).click()
  await drawer.getByLabel('Current password').fill(TEST_PASSWORD)
  await giveCode(drawer, appCode(key), 'Get new codes')
  await expect(codes).toHaveCount(10)
  const renewed = await codes.allTextContents()
  expect(renewed.filter(code => before.includes(code))).toEqual([])
  await drawer.getByRole('button', { name: 'Done' }).click()

  await drawer.getByRole('button', { name: 'Turn off' }).click()
  await drawer.getByLabel('Current password').fill('Not-the-password-1')
  await giveCode(drawer, renewed[0] ?? '', 'Turn off')
  await expect(drawer.getByLabel('Current password')).toHaveAccessibleDescription(
    'The present password or the code is not right.',
  )
  await drawer.getByLabel('Current password').fill(TEST_PASSWORD)
  const turningOff = await holdCalls(page, '**/v1/second-factor/disable', 'POST')
  await giveCode(drawer, renewed[0] ?? '', 'Turn off')
  await expect.poll(turningOff.count).toBe(1)
  // it is on its way: nothing calls it off
  await expect(drawer.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  turningOff.release()
  await expect(drawer.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  expect(await desk.signIn(username, TEST_PASSWORD)).toEqual(expect.any(String))
})
