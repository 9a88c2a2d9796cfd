import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { openList } from './desk/open-list.ts'

const openDrawer = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /open the user menu/ }).click()
  return page.getByRole('dialog')
}

/** A user who belongs to Acme, where they sign in, and to Beta. */
async function memberOfTwo(desk: Desk): Promise<{ readonly username: string; readonly token: string }> {
  const { userId, username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  await desk.database.asSystem(tx =>
    sql`insert into user_account (account_id, user_id, is_default) values (${DEMO_ACCOUNTS.beta}, ${userId}, false)`.execute(
      tx,
    ),
  )
  return { username, token: await desk.signIn(username, TEST_PASSWORD) }
}

test('a member of several accounts chooses the default one; a member of one, and a super admin, see no selector (§2.39, §6.5, §7.6, api:A7, api:A8)', async ({
  desk,
  visit,
}) => {
  const { username, token } = await memberOfTwo(desk)
  const page = await visit(username, '/projects', { token })
  const drawer = await openDrawer(page)
  const choice = drawer.getByRole('combobox', { name: 'Default Account' })
  await expect(choice).toHaveValue('Acme Research')
  await openList(drawer.getByRole('button', { name: 'Show suggestions Default Account' }))
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Acme Research', 'Beta Insights'])
  const saved = page.waitForRequest(request => request.method() === 'PUT')
  await page.getByRole('option', { name: 'Beta Insights' }).click()
  const request = await saved
  expect([new URL(request.url()).pathname, request.postDataJSON()]).toEqual([
    '/v1/defaultaccounts',
    { default_account_update: true, new_default_account: DEMO_ACCOUNTS.beta },
  ])
  await expect(choice).toBeEnabled()
  await expect(choice).toHaveValue('Beta Insights')
  await page.reload()
  await expect(choice).toHaveValue('Beta Insights')
  // the account of this session is another matter
  await expect(drawer.getByRole('combobox', { name: 'Switch Account' })).toHaveValue('Acme Research')
  const { body } = await desk.call('GET', '/v1/user-login-details', {
    token: await desk.signIn(username, TEST_PASSWORD),
  })
  expect(body.pm_dsh_ud).toBe(DEMO_ACCOUNTS.beta)

  for (const other of ['admin@acme.example', 'super@desk.example']) {
    const others = await openDrawer(await visit(other, '/projects'))
    await expect(others.getByRole('combobox', { name: 'Timezone' })).toBeVisible()
    await expect(others.getByRole('combobox', { name: 'Default Account' })).toHaveCount(0)
  }
})

test('the drawer lists the user’s sessions; ending one, or all others, shows on their pages at once', async ({
  desk,
  visit,
}) => {
  const { userId, username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  const signIn = async (device: string) => {
    const token = await desk.signIn(username, TEST_PASSWORD)
    await desk.database.asSystem(tx =>
      sql`update login_session set user_agent = ${`Mozilla/5.0 (${device}`} where user_id = ${userId} and user_agent not like 'Mozilla%'`.execute(
        tx,
      ),
    )
    return token
  }
  const own = await signIn('X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0')
  const elsewhere = await signIn(
    'Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  )
  const onceMore = await signIn(
    'iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  )
  const statusOf = async (token: string) => (await desk.call('GET', '/v1/user-login-details', { token })).status
  const other = await visit(username, '/projects', { token: elsewhere })
  await expect(other.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  const page = await visit(username, '/projects', { token: own })
  const drawer = await openDrawer(page)
  const opener = drawer.getByRole('button', { name: 'Where you are signed in' })
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await opener.click()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  const list = drawer.getByRole('list', { name: 'Where you are signed in' })
  const places = list.getByRole('listitem')
  await expect(places).toHaveCount(3)
  await expect(places.first()).toHaveText('Firefox on LinuxAcme Research · 127.0.0.1This session')
  await expect(places.filter({ hasText: 'Safari on iOS' })).toHaveText(
    /^Safari on iOSAcme Research · 127\.0\.0\.1Last used \d+ \w+ \d{4}, \d\d:\d\dSign out$/,
  )

  await places.getByRole('button', { name: 'Sign out: Chrome on Windows, Acme Research' }).click()
  await expect(places).toHaveCount(2)
  await expect(drawer.getByRole('status')).toHaveText('Signed out there.')
  await expect(list).toBeFocused()
  await expect(other.getByRole('heading', { name: 'Session expired' })).toBeVisible()
  expect([await statusOf(own), await statusOf(elsewhere), await statusOf(onceMore)]).toEqual([200, 401, 200])

  await drawer.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(places).toHaveCount(1)
  await expect(drawer.getByRole('status')).toHaveText('Signed out everywhere else.')
  await expect(drawer.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  expect([await statusOf(own), await statusOf(onceMore)]).toEqual([200, 401])
})
