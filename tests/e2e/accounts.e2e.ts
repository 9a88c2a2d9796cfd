import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash } from './desk/hash.ts'
import { listenToPushes } from './desk/pushes.ts'
import { signInAt, storedSession } from './desk/sign-in-form.ts'

const PASSWORD = 'Kettle-brass-9'

test('a super admin creates an account by the screens; its first admin comes in by the link of the mail (§2.25, §3.4, api:M7)', async ({
  visit,
  desk,
  newBrowser,
}) => {
  const { username: superAdmin } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.staff, roleId: 3 })
  const page = await visit(superAdmin, '/admin/accounts-management', {
    token: await desk.signIn(superAdmin, TEST_PASSWORD),
  })
  await page.getByRole('link', { name: 'New account' }).click()
  const name = `Globex ${Date.now()}`
  const username = `ines.${Date.now()}@globex.example`
  await page.getByRole('textbox', { name: 'Name (required)' }).fill(name)
  await page.getByRole('textbox', { name: 'Firstname' }).fill('Ines')
  await page.getByRole('textbox', { name: 'Lastname' }).fill('Roth')
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Next steps' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Ines Roth/ })).toContainText('Invited until')

  await expect.poll(() => desk.resetTokensOf(username)).toHaveLength(1)
  const [token] = await desk.resetTokensOf(username)
  const context = await newBrowser()
  const guest = await context.newPage()
  await guest.goto(`/#/reset-password/${token}`)
  await guest.getByRole('textbox', { name: 'New password' }).fill(PASSWORD)
  await guest.getByLabel('Confirm Password').fill(PASSWORD)
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(guest).toHaveURL(atHash('/login?action=password_set'))
  await signInAt(guest, username, PASSWORD)
  await expect(guest.getByRole('main').getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()

  await page.getByRole('button', { name: 'New supplier' }).click()
  await expect(page).toHaveURL(atHash('/suppliers/new'))
  await expect(page.getByRole('heading', { level: 1, name: 'New supplier' })).toBeVisible()
  const { body: sessions } = await desk.call('GET', '/v1/sessions', {
    token: (await storedSession(page)).accessToken ?? '',
  })
  expect(sessions.find(({ is_current }: { is_current: boolean }) => is_current).dashboard_name).toBe(name)
})

test('open tabs of an account that is suspended show one page that says so at once, and everything again once it is resumed', async ({
  visit,
  desk,
}) => {
  const accountId = await desk.maker.account({ name: 'Initech', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, roleId: 1 })
  const { username: superAdmin } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.staff, roleId: 3 })
  const token = await desk.signIn(superAdmin, TEST_PASSWORD)
  const change = async (verb: 'suspend' | 'resume') => {
    const { status } = await desk.call('POST', `/v1/dashboards/${accountId}/${verb}`, { token })
    expect(status).toBe(200)
  }
  const pushes = listenToPushes()
  const page = await visit(username, '/suppliers', {
    token: await desk.signIn(username, TEST_PASSWORD),
    prepare: pushes.prepare,
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
  await pushes.next('heartbeat')
  await change('suspend')
  await pushes.next('ended')
  await expect(page.getByRole('heading', { level: 1, name: 'Initech is suspended' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Initech is suspended' })).toBeVisible()
  await change('resume')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
})

test('the sign-in to a suspended account says that it is (§2.25)', async ({ desk, page }) => {
  const accountId = await desk.maker.account({ name: 'Umbrella', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  const { username: superAdmin } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.staff, roleId: 3 })
  const token = await desk.signIn(superAdmin, TEST_PASSWORD)
  await desk.call('POST', `/v1/dashboards/${accountId}/suspend`, { token })
  await page.goto('/#/login')
  await signInAt(page, username, TEST_PASSWORD)
  await expect(page.getByRole('alert')).toContainText('The account “Umbrella” is suspended.')
})

test('a role that a super admin gives a guest ends the guest’s tabs in that account at once, and the next one has its menu; Undo gives the former role (§6.5, administration.md §1)', async ({
  visit,
  desk,
}) => {
  const place = await desk.maker.account({ name: 'Hooli', parentAccountId: DEMO_ACCOUNTS.staff })
  const homeId = await desk.maker.account({ name: 'Pied', parentAccountId: DEMO_ACCOUNTS.staff })
  const name = `Guest${Date.now()}`
  const { username } = await desk.maker.user({ accountId: homeId, firstname: 'Tomas', lastname: name })
  await desk.maker.user({ accountId: place, roleId: 1 })
  const { username: superAdmin } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.staff, roleId: 3 })
  const superToken = await desk.signIn(superAdmin, TEST_PASSWORD)
  const added = await desk.call('POST', `/v1/dashboards/${place}/members`, {
    token: superToken,
    body: { username, role_id: 1 },
  })
  expect(added.status).toBe(200)
  const enter = async () => {
    const token = await desk.signIn(username, TEST_PASSWORD)
    return (await desk.call('POST', '/v1/switch-account', { token, body: { pm_dsh_ud: place } })).body.AccessToken
  }
  const pushes = listenToPushes()
  const tab = await visit(username, '/suppliers', {
    token: await enter(),
    prepare: pushes.prepare,
  })
  await expect(tab.getByRole('link', { name: 'Administration' })).toBeVisible()
  await pushes.next('heartbeat')

  const page = await visit(superAdmin, `/admin/accounts-management/${place}`, { token: superToken })
  const role = page.getByRole('combobox', { name: `Role of Tomas ${name} in Hooli` })
  await role.selectOption('User')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make User' }).click()
  await pushes.next('ended')
  await expect(tab.getByRole('heading', { level: 1, name: 'Suppliers' })).toHaveCount(0)
  await expect(role).toHaveValue('2')
  // a toast stays as long as the pointer is on it
  await page.getByRole('button', { name: 'Undo' }).hover()

  const next = await visit(username, '/projects', { token: await enter() })
  await expect(next.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(next.getByRole('link', { name: 'Administration' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(role).toHaveValue('1')
})
