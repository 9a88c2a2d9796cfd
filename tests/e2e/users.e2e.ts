import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { appCode } from './desk/app-code.ts'
import { confirmIdentity } from './desk/confirm-identity.ts'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { exported } from './desk/exported.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { holdCalls } from './desk/hold-calls.ts'
import { addFilter } from './desk/filters.ts'

/** People of Acme who are this test's alone: the list is searched for their family's name. */
async function family(
  desk: Desk,
  firstnames: readonly string[],
  roleId: 1 | 2 | 3 = 2,
): Promise<{ name: string; path: string; userIds: readonly number[] }> {
  const name = `Fam${randomUUID().slice(0, 8)}`
  const userIds: number[] = []
  for (const firstname of firstnames)
    userIds.push((await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, roleId, firstname, lastname: name })).userId)
  return { name, path: `/admin/users?q=${name}`, userIds }
}

const table = (page: Page): Locator => page.getByRole('grid', { name: 'Users' })
const names = (page: Page): Locator => table(page).getByRole('rowheader')
const toast = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .filter({ hasText: text })
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: /^(New|Update) User$/ })
async function edit(page: Page, name: string): Promise<Locator> {
  await table(page).getByRole('button', { name, exact: true }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Firstname')).toBeVisible()
  return dialog
}
/** The body of the next call that saves a user. */
const saved = async (page: Page): Promise<{ method: string; path: string; body: Record<string, unknown> }> => {
  const request = await page.waitForRequest(each => each.url().includes('/v1/users') && each.method() !== 'GET')
  return { method: request.method(), path: new URL(request.url()).pathname, body: request.postDataJSON() ?? {} }
}
/** Sets up a second factor for the user of the token. */
async function turnOnFactor(desk: Desk, token: string): Promise<void> {
  const { secret } = (
    await desk.call('POST', '/v1/second-factor', { token, body: { confirmation: { present_password: TEST_PASSWORD } } })
  ).body as { secret: string }
  expect(
    (await desk.call('POST', '/v1/second-factor/confirm', { token, body: { code: appCode(secret) } })).status,
  ).toBe(200)
}
/** A super admin at work in an account. */
async function superAdminIn(desk: Desk, accountId: number): Promise<string> {
  const token = await desk.signIn('super@desk.example')
  const { body } = await desk.call('POST', '/v1/switch-account', { token, body: { pm_dsh_ud: accountId } })
  return body.AccessToken
}

test('a time zone has one name: in the list of users, in their dialog, and in one’s own drawer (look.md 13)', async ({
  desk,
  visit,
}) => {
  const { name, path } = await family(desk, ['Ada'])
  const page = await visit('admin@acme.example', path)
  await expect(names(page)).toHaveCount(1)
  await page.getByRole('button', { name: /open the user menu/ }).click()
  const zone = await page.getByRole('dialog').getByRole('combobox', { name: 'Timezone' }).inputValue()
  expect(zone).toMatch(/^America\/New_York \(UTC-0[45]:00\)$/)
  await page.keyboard.press('Escape')
  await expect(table(page).getByRole('gridcell', { name: zone, exact: true })).toBeVisible()
  const dialog = await edit(page, `Ada ${name}`)
  await expect(dialog.getByRole('combobox', { name: 'Timezone' })).toHaveValue(zone)
})

test('/admin and /admin/general lead admins to the users; for whoever is none there is no such page and no link to it (§2.24, §2.38)', async ({
  visit,
}) => {
  const page = await visit('admin@acme.example', '/projects')
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page).toHaveURL(atHash('/admin/users'))
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveAttribute('aria-current', 'page')
  await goToHash(page, '/admin/general')
  await expect(page).toHaveURL(atHash('/admin/users'))

  const other = await visit('user@acme.example', '/admin/users')
  await expect(other.getByRole('main').getByRole('heading')).toHaveText(['Page not found'])
  await expect(other.getByRole('link', { name: 'Administration' })).toHaveCount(0)
})

test('the users are listed, searched, filtered and sorted, all in the URL, and exported as they are shown (§2.40, §9.11, api:M1)', async ({
  desk,
  visit,
}) => {
  const { name, path } = await family(desk, ['Cleo', 'Ada', 'Bea'])
  let held: Awaited<ReturnType<typeof holdCalls>> | undefined
  const page = await visit('admin@acme.example', path, {
    prepare: async page => (held = await holdCalls(page, /\/v1\/users\?/)),
  })
  await expect(table(page)).toContainText('Please wait...')
  held?.release()
  await expect(names(page)).toHaveText(['Cleo', 'Ada', 'Bea'].toSorted().map(first => `${first} ${name}`))
  await expect(table(page).getByRole('row').nth(1)).toContainText(
    /@acme\.example.*User.*No.*America\/New_York.*Off.*Chosen/,
  )
  await table(page).getByRole('columnheader', { name: 'Name', exact: true }).click()
  await table(page).getByRole('columnheader', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/sort=-name/)
  await expect(names(page)).toHaveText([`Cleo ${name}`, `Bea ${name}`, `Ada ${name}`])
  await addFilter(page, 'Role', 'Admin')
  await expect(page).toHaveURL(/role=1/)
  await expect(table(page)).toContainText('No Records found...')
  await page.reload()
  await expect(table(page)).toContainText('No Records found...')
  await page.getByRole('button', { name: 'Clear Role' }).click()
  await expect(names(page)).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search users' }).fill(`Ada ${name}`)
  await expect(names(page)).toHaveText([`Ada ${name}`])
  const { file, notes, header, rows } = await exported(page)
  const cellsOf = (cells: readonly string[], ...columns: string[]) => columns.map(each => cells[header.indexOf(each)])
  expect([file, rows.map(cells => cellsOf(cells, 'Name', 'Role', 'Active', 'Guest'))]).toEqual([
    expect.stringMatching(/^users-\d{4}-\d\d-\d\d\.csv$/),
    [[`Ada ${name}`, 'User', 'Yes', 'No']],
  ])
  expect(notes).toMatch(new RegExp(`Table: Users \\| Filter: Search: Ada ${name} \\| .*Zone: America/New_York`))
})

test('a new user: a missing value is named under its field, the first one is focused; then it is made with the defaults and without a password (§2.41, §3.3, §4.11, §5.24, §5.27, §6.1, §8.7, §9.9, api:M2)', async ({
  desk,
  visit,
}) => {
  const username = `${randomUUID()}@acme.example`
  const page = await visit('admin@acme.example', `/admin/users?q=${username}`)
  await page.getByRole('button', { name: 'New User' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('New User')
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(600)
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(dialog.getByRole('combobox', { name: 'Timezone' })).toHaveValue(/^America\/New_York/)
  await expect(dialog.getByRole('button', { name: /Role/ })).toContainText('User')
  await expect(dialog.getByRole('checkbox', { name: 'Project Manager' })).not.toBeChecked()

  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel('Username').fill('nobody')
  await save.click()
  for (const text of ['Firstname is required', 'Lastname is required', 'Username Must be a valid email'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Firstname')).toBeFocused()
  await dialog.getByLabel('Firstname').fill('Grace')
  await expect(dialog.getByText('Firstname is required')).toHaveCount(0)
  await dialog.getByLabel('Lastname').fill('Hopper')
  await dialog.getByLabel('Username').fill(username)

  const held = await holdCalls(page, '**/v1/users', 'POST')
  const sent = saved(page)
  await save.click()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  held.release()
  const flags = {
    advanced_stream_view: false,
    advanced_source_view_external: false,
    account_switch_enabled: false,
    edit_business_unit_flg: false,
    custom_qual_create: false,
    auto_boost_access: false,
    view_recon_indicator: false,
  }
  expect(await sent).toEqual({
    method: 'POST',
    path: '/v1/users',
    body: {
      firstname: 'Grace',
      lastname: 'Hopper',
      user_time_zone: 15,
      username,
      role_id: 2,
      is_consultant: false,
      ...flags,
    },
  })
  await expect(toast(page, 'User created successfully')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(names(page)).toHaveText(['Grace Hopper'])
  await expect(table(page).getByRole('row').nth(1)).toContainText('Not chosen yet')
  expect(await desk.resetTokensOf(username)).toHaveLength(1)
})

test('another admin’s change is shown, and replaced only by saving once more', async ({ desk, visit }) => {
  const { name, path, userIds } = await family(desk, ['Ada'])
  const page = await visit('admin@acme.example', path)
  const dialog = await edit(page, `Ada ${name}`)
  await dialog.getByLabel('Firstname').fill('Adele')
  await desk.call('PUT', `/v1/users/${userIds[0]}`, {
    token: await desk.tokenOf('admin@acme.example'),
    body: { is_username_update: true, lastname: `${name} II`, role_id: 1 },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This user changed after you opened it')
  await expect(dialog.getByRole('alert')).toContainText(
    `Another user changed it: Lastname is now “${name} II”, Role is now Admin. Save replaces it with your entries, Cancel discards yours.`,
  )
  const stored = async () =>
    (await desk.call('GET', `/v1/users?uid=${userIds[0]}`, { token: await desk.tokenOf('admin@acme.example') })).body[0]
  expect([(await stored()).firstname, (await stored()).lastname]).toEqual(['Ada', `${name} II`])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
  expect([(await stored()).firstname, (await stored()).lastname, (await stored()).role_id]).toEqual(['Adele', name, 2])
})

test('the roles list is read once in five minutes (§9.4, §7.19)', async ({ visit }) => {
  let reads = 0
  const page = await visit('admin@acme.example', '/admin/users?q=Una', {
    prepare: async page => {
      await page.clock.install()
      page.on('request', request => (reads += request.url().includes('/v1/user-types') ? 1 : 0))
    },
  })
  const lookAtUna = async () => {
    const dialog = await edit(page, 'Una Ortiz')
    await expect(dialog.getByRole('button', { name: /Role/ })).toContainText('User')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await lookAtUna()
  await page.clock.fastForward(290_000)
  await lookAtUna()
  expect(reads).toBe(1)
  await page.clock.fastForward(15_000)
  await lookAtUna()
  await expect.poll(() => reads).toBe(2)
})

test('no user loses typed values without a question: not by Escape, not by going elsewhere', async ({
  desk,
  visit,
}) => {
  const { name } = await family(desk, ['Ada'])
  const page = await visit('admin@acme.example', '/projects')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(name)
  const dialog = await edit(page, `Ada ${name}`)
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await dialog.getByLabel('Firstname').fill('Adele')
  await page.keyboard.press('Escape')
  await expect(question).toContainText('Your changes are not saved.')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Firstname')).toHaveValue('Adele')
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`#/admin/users\\?q=${name}$`))
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(atHash('/projects'))
  await expect(dialog).toHaveCount(0)
})

test('an admin requires a second factor of everybody, and learns its effect first: an open session goes to set one up; later it is required no longer', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account()
  const admin = await desk.maker.user({ accountId, roleId: 1, firstname: 'Ines' })
  const user = await desk.maker.user({ accountId, roleId: 2, firstname: 'Una' })
  const [token, other] = [
    await desk.signIn(admin.username, TEST_PASSWORD),
    await desk.signIn(user.username, TEST_PASSWORD),
  ]
  await turnOnFactor(desk, token)
  const open = await visit(user.username, '/projects', { token: other })
  await expect(open.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  const page = await visit(admin.username, '/admin/users', { token })
  const required = page.getByRole('switch', { name: /^Require a second factor for all users/ })
  await expect(required).not.toBeChecked()
  await page.getByText('Require a second factor for all users').click()
  const question = page.getByRole('alertdialog', { name: 'Require a second factor for all users?' })
  await expect(question).toContainText('1 of 2 users has none.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(required).not.toBeChecked()
  await page.getByText('Require a second factor for all users').click()
  await question.getByRole('button', { name: 'Require it' }).click()
  await expect(required).toBeChecked()
  // the push connection, which it loses, brought the news
  await expect(open).toHaveURL(atHash('/second-factor'))

  await page.getByText('Require a second factor for all users').click()
  await page
    .getByRole('alertdialog', { name: 'No longer require a second factor?' })
    .getByRole('button', { name: 'No longer require it' })
    .click()
  await expect(required).not.toBeChecked()
  await open.reload()
  await expect(open.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('a super admin removes a lost second factor; for an admin there is no such button (domain.md §8)', async ({
  desk,
  visit,
}) => {
  const { name, path } = await family(desk, [])
  const { username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, firstname: 'Ada', lastname: name })
  const token = await desk.signIn(username, TEST_PASSWORD)
  await turnOnFactor(desk, token)
  const button = (page: Page): Locator =>
    table(page).getByRole('button', { name: `Remove the second factor of Ada ${name}` })
  const ofAdmin = await visit('admin@acme.example', path)
  await expect(table(ofAdmin).getByRole('row').nth(1)).toContainText('On')
  await expect(button(ofAdmin)).toHaveCount(0)

  const page = await visit('super@desk.example', path, { token: await superAdminIn(desk, DEMO_ACCOUNTS.acme) })
  await button(page).click()
  const question = page.getByRole('alertdialog', { name: `Remove the second factor of Ada ${name}?` })
  await expect(question).toContainText(`All sessions of ${username} end.`)
  await question.getByRole('button', { name: 'Remove it' }).click()
  await confirmIdentity(page, DEMO_PASSWORD)
  await expect(toast(page, `The second factor of Ada ${name} is removed`)).toBeVisible()
  await expect(table(page).getByRole('row').nth(1)).toContainText('Off')
  await expect(button(page)).toHaveCount(0)
  expect((await desk.call('GET', '/v1/projects', { token })).status).toBe(401)
  await desk.signIn(username, TEST_PASSWORD)
})
