import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Page } from '@playwright/test'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash } from './desk/hash.ts'
import { journalIsOpen, keptBy } from './desk/kept-by.ts'
import { signInAt } from './desk/sign-in-form.ts'

const SENT = 'If there is a user of this name, a mail with a link to set a new password is on its way.'
const NEW_PASSWORD = 'Canary-new-1'

async function askFor(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Send the link' }).click()
}

async function setPassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByLabel('Confirm Password').fill(again)
  await page.getByRole('button', { name: 'Set password' }).click()
}

async function mailedToken(desk: Desk, username: string): Promise<string> {
  await desk.call('POST', '/v1/reset', { body: { username } })
  await expect.poll(() => desk.resetTokensOf(username)).toHaveLength(1)
  return (await desk.resetTokensOf(username))[0] ?? ''
}

test('who forgot the password asks for a mail, sets a new one by its link, and signs in with it; the link works once (§2.3, §5.25, §5.26, api:A5, api:A6)', async ({
  page,
  desk,
}) => {
  const { username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  await page.goto('/#/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(atHash('/forgot-password'))
  await expect(page).toHaveTitle(/^Forgot password/)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await askFor(page, ` ${username.toUpperCase()} `)
  await expect(page.getByRole('status')).toHaveText(SENT)
  await expect(page.getByRole('status')).toBeFocused()
  await expect.poll(() => desk.resetTokensOf(username)).toHaveLength(1)
  const [token] = await desk.resetTokensOf(username)

  await page.goto(`/#/reset-password/${token}`)
  const field = page.getByRole('textbox', { name: 'New password' })
  const rules = page.getByRole('list', { name: 'Password Requirement' }).getByRole('listitem')
  await field.fill('short')
  expect(await rules.evaluateAll(items => items.map(item => [item.textContent, item.dataset['met']]))).toEqual([
    ['Password must be at least 8 characters', 'false'],
    ['Password must contain at least one lowercase letter', 'true'],
    ['Password must contain at least one uppercase letter', 'false'],
    ['Password must contain at least one digit', 'false'],
    ['Password must contain at least one symbol', 'false'],
    ['Password must not contain the username', 'false'],
  ])
  await setPassword(page, 'short', 'other')
  await expect(field).toHaveAccessibleDescription('Password must be at least 8 characters')
  await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match')
  const sent = page.waitForRequest(request => request.method() === 'POST')
  await setPassword(page, NEW_PASSWORD)
  const request = await sent
  expect([new URL(request.url()).pathname, request.headers()['authorization'], request.postDataJSON()]).toEqual([
    `/v1/reset-password/${token}`,
    undefined,
    { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD },
  ])
  await expect(page).toHaveURL(atHash('/login?action=password_set'))
  await expect(page.getByRole('status')).toHaveText('Your password is set. Please sign in with it.')
  await signInAt(page, username, TEST_PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is not right.')
  await signInAt(page, username, NEW_PASSWORD)
  await expect(page).toHaveURL(atHash('/projects'))

  const [again] = [await page.context().newPage()]
  await again.goto(`/#/reset-password/${token}`)
  await setPassword(again, 'Canary-other-2')
  await expect(again.getByRole('alert')).toHaveText(
    'This link does not work any more. Please ask for a new one. Ask for a new link',
  )
  await again.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(again).toHaveURL(atHash('/forgot-password'))
})

test('the page under its other path says the same of a user that there is not (§2.3, api:A5)', async ({ page }) => {
  await page.goto('/#/password-manager')
  await askFor(page, 'nobody@nowhere.example')
  await expect(page.getByRole('status')).toHaveText(SENT)
})

test('neither the token of the link nor the new password is stored by the browser, also when a user is signed in (S4)', async ({
  desk,
  visit,
}) => {
  const { username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  const token = await mailedToken(desk, username)
  const page = await visit('user@acme.example', '/projects')
  await journalIsOpen(page)
  for (const path of [
    `/v2/reset-password/${token}`,
    `/session-expired?redirect=${encodeURIComponent(`/reset-password/${token}`)}`,
    `/reset-password/${token}`,
  ]) {
    await page.goto(`/#${path}`)
    await page.reload()
  }
  await setPassword(page, NEW_PASSWORD)
  await expect(page).toHaveURL(atHash('/login?action=password_set'))
  await page.goto('/#/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect.poll(() => keptBy(page)).toContain('/reset-password/*')
  const kept = await keptBy(page)
  expect([token, NEW_PASSWORD].filter(secret => kept.includes(secret))).toEqual([])
})
