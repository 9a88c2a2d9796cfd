import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { appCode } from './desk/app-code.ts'
import { confirmIdentity, identityQuestion } from './desk/confirm-identity.ts'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { keptBy } from './desk/kept-by.ts'
import { signInAt } from './desk/sign-in-form.ts'

/**
 * The typed texts, each for a field of its own; none may be found anywhere. A field for a name gets a password by
 * mistake.
 */
const CANARY = {
  nameAtSignIn: 'canary-typed-1@as-the-name.example',
  passwordAtSignIn: 'canary-Typed-2-as-the-password',
  nameAtForgotten: 'canary-typed-3@for-a-mail.example',
  tokenOfLink: 'canary-Typed-4-0123456789012345678901234567',
  newPassword: 'canary-Typed-5-by-link',
  newPasswordAgain: 'canary-Typed-6-by-link',
  presentPassword: 'canary-Typed-7-present',
  changedPassword: 'canary-Typed-8-changed',
  changedPasswordAgain: 'canary-Typed-9-changed',
  codeAtSignIn: 'CANARYTYPED10',
  passwordToTurnOff: 'canary-Typed-11-to-turn-off',
  codeToTurnOff: 'CANARYTYPED12',
  passwordOfUser: 'canary-Typed-13-of-a-user',
  passwordOfUserAgain: 'canary-Typed-14-of-a-user',
  passwordOfUserSent: 'canary-Typed-15-sent-and-refused',
  passwordToTurnOn: 'canary-Typed-16-to-turn-on',
  passwordToConfirm: 'canary-Typed-17-to-confirm',
  codeToConfirm: 'CANARYTYPED18',
} as const

/** Every row of every table, in clear. */
async function storedIn({ database }: Desk): Promise<string> {
  const { rows } = await database.asSystem(tx =>
    sql<{ everything: string }>`
      select string_agg(query_to_xml('select * from ' || quote_ident(relname), true, true, '')::text, '') as everything
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'select')`.execute(
      tx,
    ),
  )
  return rows[0]?.everything ?? ''
}

async function fill(page: Page, values: Readonly<Record<string, string>>, button: string): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await page.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(value)
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** One walk over every form that asks for something secret. */
test('secrets typed into every field of every form are found neither in what the browser keeps, nor in an address, nor in the database (S4)', async ({
  page,
  desk,
}) => {
  const addresses: string[] = []
  page.on('request', request => addresses.push(request.url()))
  const [ann, bob] = [
    await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme }),
    await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, firstname: 'Bob' }),
  ]
  const token = await desk.signIn(ann.username, TEST_PASSWORD)
  const { secret } = (
    await desk.call('POST', '/v1/second-factor', { token, body: { confirmation: { present_password: TEST_PASSWORD } } })
  ).body as { secret: string }
  const { recovery_codes: codes } = (
    await desk.call('POST', '/v1/second-factor/confirm', { token, body: { code: appCode(secret) } })
  ).body as { recovery_codes: string[] }
  await desk.database.asSystem(tx =>
    sql`update app_user set password_updated = false where user_id = ${bob.userId}`.execute(tx),
  )

  await page.goto('/#/login')
  await signInAt(page, CANARY.nameAtSignIn, CANARY.passwordAtSignIn)
  await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is not right.')
  await page.goto('/#/forgot-password')
  await fill(page, { Username: CANARY.nameAtForgotten }, 'Send the link')
  await expect(page.getByRole('status')).toBeVisible()
  await page.goto(`/#/reset-password/${CANARY.tokenOfLink}`)
  await fill(page, { 'New password': CANARY.newPassword, 'Confirm Password': CANARY.newPasswordAgain }, 'Set password')
  await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match')
  await fill(page, { 'Confirm Password': CANARY.newPassword }, 'Set password')
  await expect(page.getByRole('alert')).toContainText('This link does not work any more.')

  await page.goto('/#/login')
  await signInAt(page, ann.username, TEST_PASSWORD)
  await fill(page, { Code: CANARY.codeAtSignIn }, 'Sign in')
  await expect(page.getByRole('alert')).toHaveText('The code is not right.')
  await fill(page, { Code: codes[0] ?? '' }, 'Sign in')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /open the user menu/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Second factor' }).click()
  await drawer.getByRole('button', { name: 'Turn off' }).click()
  await drawer.getByLabel('Current password').fill(CANARY.passwordToTurnOff)
  await drawer.getByRole('textbox', { name: 'Code' }).fill(CANARY.codeToTurnOff)
  await drawer.getByRole('button', { name: 'Turn off', exact: true }).click()
  await expect(drawer.getByLabel('Current password')).toHaveAccessibleDescription(
    'The present password or the code is not right.',
  )

  // as if there were none: then the drawer offers to set one up
  await desk.database.asSystem(tx =>
    sql`update app_user set second_factor_on = false where user_id = ${ann.userId}`.execute(tx),
  )
  for (let clicks = 0; clicks < 2; clicks += 1) await drawer.getByRole('button', { name: 'Second factor' }).click()
  await drawer
    .getByRole('form', { name: 'Set up a second factor' })
    .getByLabel('Current password')
    .fill(CANARY.passwordToTurnOn)
  await drawer.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(drawer.getByLabel('Current password')).toHaveAccessibleDescription('The present password is not right.')

  await drawer.press('Escape')
  await expect(drawer).toHaveCount(0)

  await goToHash(page, `/admin/users?q=${bob.username}`)
  await page.getByRole('grid', { name: 'Users' }).getByRole('button', { name: 'Bob Byron', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  const [password, again] = [dialog.getByLabel('Password', { exact: true }), dialog.getByLabel('Confirm Password')]
  await password.fill(CANARY.passwordOfUser)
  await again.fill(CANARY.passwordOfUserAgain)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(again).toHaveAccessibleDescription('Passwords do not match')
  await password.fill(CANARY.passwordOfUserSent)
  await again.fill(CANARY.passwordOfUserSent)
  await dialog.getByLabel('Username').fill('user@acme.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Username')).toHaveAccessibleDescription('Username is already taken')
  await dialog.getByLabel('Username').fill(bob.username)
  await dialog.getByRole('button', { name: 'Save' }).click()
  // the session in this tab still has the second factor that is no more
  await confirmIdentity(page, CANARY.passwordToConfirm, CANARY.codeToConfirm)
  await expect(identityQuestion(page).getByLabel('Current password')).toHaveAccessibleDescription(
    'The present password is not right.',
  )
  // without a confirmation the form goes on as it was
  await identityQuestion(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(password).toHaveValue(CANARY.passwordOfUserSent)

  const present = await page.evaluate(
    () => Object.values(sessionStorage).find(value => /^[\w-]{43}$/.test(String(value))) ?? '',
  )
  // the last step of the walk is stored
  await expect.poll(() => keptBy(page)).toContain('user.saveFailed')
  const keptOfAnn = await keptBy(page)
  await page.goto('/#/logout')
  await page.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(atHash('/login?action=logout'))

  await signInAt(page, bob.username, TEST_PASSWORD)
  await expect(page).toHaveURL(atHash('/change-password?action=change_password'))
  const newOnes = {
    'Current password': CANARY.presentPassword,
    'New password': CANARY.changedPassword,
    'Confirm Password': CANARY.changedPasswordAgain,
  }
  await fill(page, newOnes, 'Change password')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await fill(page, { 'Confirm Password': CANARY.changedPassword }, 'Change password')
  await expect(page.getByText('The present password is not right.').first()).toBeVisible()

  const secrets = [...Object.values(CANARY), TEST_PASSWORD, secret, ...codes, token]
  const foundIn = (text: string, more: readonly string[] = []): string[] =>
    [...secrets, ...more].filter(each => text.toLowerCase().includes(each.toLowerCase()))
  await expect.poll(() => keptBy(page)).toContain(bob.username)
  const keptOfBob = await keptBy(page)
  await page.goto('about:blank')
  // the journal of before the sign-in is at the server by now, with the link's path
  await expect.poll(() => storedIn(desk)).toContain('/reset-password/*')
  const stored = await storedIn(desk)
  expect({
    keptOfAnn: foundIn(keptOfAnn),
    // in the tab's own storage
    tokens: keptOfAnn.split(present).length - 1,
    keptOfBob: foundIn(keptOfBob, [present]),
    stored: foundIn(stored, [present]),
    // the link's own, which api:A6 has in its path
    addresses: foundIn(
      addresses.filter(address => !address.includes(`/v1/reset-password/${CANARY.tokenOfLink}`)).join('\n'),
      [present],
    ).filter(each => each !== CANARY.tokenOfLink),
  }).toEqual({ keptOfAnn: [], tokens: 1, keptOfBob: [], stored: [], addresses: [] })
  // the net holds: it caught values that are no secrets
  expect([
    present.length,
    keptOfAnn.includes('location.changed'),
    stored.includes(bob.username),
    stored.includes('user.saveFailed'),
  ]).toEqual([43, true, true, true])
})
