import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { STORAGE_KEYS } from '@desk/web/runtime/storage/stored-state'
import { sql } from 'kysely'
import { expect, test } from './desk/desk-fixture.ts'
import { addFilter } from './desk/filters.ts'
import { holdCalls, type HeldCalls } from './desk/hold-calls.ts'
import { networkReturns } from './desk/network-returns.ts'
import { isMarked, markDocument, signInAt, signOutAt, storedSession } from './desk/sign-in-form.ts'
import { openList } from './desk/open-list.ts'

const WRONG = 'The e-mail address or the password is not right.'

test('the sign-in page answers a wrong password in the form and keeps the typed values; the right one lands on the project list (§2.2, §2.10, api:A1)', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/#\/login$/)
  const form = page.getByRole('form', { name: 'Sign in' })
  await signInAt(page, 'admin@acme.example', 'Not-the-password-1')
  await expect(form.getByRole('alert')).toHaveText(WRONG)
  await expect(form.getByLabel('Username')).toHaveValue('admin@acme.example')
  await expect(form.getByLabel('Password')).toHaveValue('Not-the-password-1')
  await expect(form.getByLabel('Password')).toBeFocused()

  await form.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/projects$/)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('while the session is looked up a spinner is shown, then the page that was asked for, with the user (§4.6, api:A3)', async ({
  visit,
}) => {
  let check: HeldCalls | undefined
  const page = await visit('admin@acme.example', '/projects', {
    prepare: async page => {
      check = await holdCalls(page, '**/v1/user-login-details')
    },
  })
  await expect(page.getByRole('img', { name: 'Loading...' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Projects' })).toHaveCount(0)
  check?.release()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ana Silva: open the user menu' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
})

test('a session check that nothing answers leads to the sign-in page, which says so; it is made again by hand, and by itself when the network is back (§8.8, §4.6, F2)', async ({
  visit,
}) => {
  const checks = { made: 0, isCut: true }
  const page = await visit('admin@acme.example', '/projects', {
    prepare: page =>
      page.route('**/v1/user-login-details', route => {
        checks.made += 1
        return checks.isCut ? route.abort() : route.continue()
      }),
  })
  await expect(page).toHaveURL(/#\/login$/)
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  const unanswered = page.getByRole('status').filter({ hasText: 'The server did not answer.' })
  await unanswered.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => checks.made).toBe(2)
  await expect(unanswered).toBeVisible()

  checks.isCut = false
  await expect.poll(async () => (await networkReturns(page)) && page.url()).toMatch(/#\/projects$/)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  expect(checks.made).toBe(3)
})

test('a 401 in the middle leads to the session-expired page by way of a reload, and from there back to the page one was on (§2.4, §4.7, §8.1)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Expiring study')
  const token = await desk.signIn('admin@acme.example')
  const page = await visit('admin@acme.example', study.sourceTablePath, { token })
  await expect(page.getByRole('row', { name: /North panel/ })).toBeVisible()
  await markDocument(page)

  await desk.call('POST', '/v1/logout', { token })
  await expect(page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
  await expect(page).toHaveURL(
    url => url.hash === `#/session-expired?redirect=${encodeURIComponent(study.sourceTablePath)}`,
  )
  await expect.poll(() => isMarked(page)).toBe(false)

  await page.getByRole('link', { name: 'Sign in again' }).click()
  await signInAt(page, 'admin@acme.example')
  await expect(page).toHaveURL(url => url.hash === `#${study.sourceTablePath}`)
  await expect(page.getByRole('row', { name: /North panel/ })).toBeVisible()
})

test('signing out leads to /login with action=logout, ends the session and takes token, login details and switch flag out of the storage (§1.9, §2.7, §4.8, api:A2)', async ({
  page,
  desk,
}) => {
  await page.goto('/')
  await page.getByText('Remember me').click()
  await signInAt(page, 'admin@acme.example')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.evaluate(key => sessionStorage.setItem(key, '1'), STORAGE_KEYS.accountSwitch)
  const kept = await storedSession(page)
  expect({ ...kept, accessToken: typeof kept.accessToken }).toEqual({
    accessToken: 'string',
    rememberMe: '1',
    loginDetails: '{"login_pm_parent_dsh_ud":null}',
    accountSwitch: '1',
  })

  await signOutAt(page)
  await expect(page).toHaveURL(/#\/login\?action=logout$/)
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out.' })).toBeVisible()
  expect(await storedSession(page)).toEqual({ rememberMe: '1' })
  await expect
    .poll(async () => (await desk.call('GET', '/v1/user-login-details', { token: kept.accessToken! })).status)
    .toBe(401)
  await page.evaluate(() => void (window.location.hash = '#/projects'))
  await expect(page).toHaveURL(/#\/login$/)
})

test('a user whose password is not updated gets nowhere before it is changed (§2.8, api:A4)', async ({
  page,
  desk,
}) => {
  const { userId, username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  await desk.database.asSystem(tx =>
    sql`update app_user set password_updated = false where user_id = ${userId}`.execute(tx),
  )
  await page.goto('/')
  await signInAt(page, username, TEST_PASSWORD)
  await expect(page).toHaveURL(/#\/change-password\?action=change_password$/)
  await page.evaluate(() => void (window.location.hash = '#/projects'))
  await expect(page).toHaveURL(/#\/change-password\?action=change_password$/)

  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill(TEST_PASSWORD)
  await form.getByLabel('New password').fill('Renewed-desk-2')
  await form.getByLabel('Confirm Password').fill('Renewed-desk-3')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('Passwords do not match')).toBeVisible()
  await form.getByLabel('Confirm Password').fill('Renewed-desk-2')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/#\/projects$/)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(desk.signIn(username, 'Renewed-desk-2')).resolves.toEqual(expect.any(String))
})

test('signing out in one tab ends the others, and signing in there opens them again (§1.10)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Tabbed study')
  const first = await visit('admin@acme.example', '/projects', { token: await desk.signIn('admin@acme.example') })
  const second = await first.context().newPage()
  await second.goto(`/#${study.surveyListPath}`)
  await expect(second.getByRole('heading', { name: 'Tabbed study' })).toBeVisible()

  await signOutAt(first)
  await expect(second).toHaveURL(/#\/login\?action=logout$/)
  await expect(second.getByRole('heading', { name: 'Tabbed study' })).toHaveCount(0)
  expect((await storedSession(second)).accessToken).toBeUndefined()

  await signInAt(first, 'user@acme.example')
  await expect(second.getByRole('button', { name: 'Una Ortiz: open the user menu' })).toBeVisible()
  await expect(second).toHaveURL(/#\/projects$/)
})

test('a link is gone back to after the sign-in with its state, only when it leads under /projects/ and to the same account (§2.31, §2.11, §2.17)', async ({
  page,
  desk,
}) => {
  const study = await desk.newStudy('acme', 'Linked study')
  const problem = page.getByText('The link you followed could not be opened. You can go on from here.')

  await page.goto(`/#${study.surveyListPath}?state=1`)
  await expect(page).toHaveURL(
    url => url.hash === `#/login?redirect=${encodeURIComponent(`${study.surveyListPath}?state=1`)}`,
  )
  await signInAt(page, 'admin@acme.example')
  await expect(page).toHaveURL(url => url.hash === `#${study.surveyListPath}?state=1`)
  await expect(page.getByRole('heading', { name: 'Linked study' })).toBeVisible()
  await expect(problem).toHaveCount(0)

  // from a cold start, by the address that a page under /manage has
  await signOutAt(page)
  await expect(page).toHaveURL(/action=logout/)
  await page.goto('about:blank')
  await page.goto(`/#${study.surveyListPath.replace('/projects/', '/manage/project/')}?state=1`)
  await expect(page).toHaveURL(
    url => url.hash === `#/login?redirect=${encodeURIComponent(`${study.surveyListPath}?state=1`)}`,
  )
  await signInAt(page, 'admin@acme.example')
  await expect(page).toHaveURL(url => url.hash === `#${study.surveyListPath}?state=1`)

  const foreign = encodeURIComponent(`#${study.surveyListPath}?pm_dsh_ud=${DEMO_ACCOUNTS.beta}`)
  for (const redirect of ['%2Fadmin%2Fusers', foreign]) {
    await signOutAt(page)
    await expect(page).toHaveURL(/action=logout/)
    await page.evaluate(hash => void (window.location.hash = hash), `#/login?redirect=${redirect}`)
    await signInAt(page, 'admin@acme.example')
    await expect(page).toHaveURL(/#\/projects$/)
    await expect(problem).toBeVisible()
    await page.getByRole('button', { name: 'Close message' }).click()
  }
})

test('a link to another account of one’s own names it, and leads there (§2.31, §4.9)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Study elsewhere')
  const link = encodeURIComponent(`#${study.surveyListPath}?pm_dsh_ud=${DEMO_ACCOUNTS.acme}`)
  const page = await visit('staff@desk.example', `/login?redirect=${link}`, {
    token: await desk.signIn('staff@desk.example'),
  })
  const message = page.getByRole('region', { name: /^Messages/ }).getByRole('listitem')
  await expect(message).toContainText(
    'The link you followed could not be opened. You can go on from here.It belongs to your account Acme Research: switch to it, and follow the link again.',
  )
  await message.getByRole('button', { name: 'Switch' }).click()
  await expect(page.getByRole('banner').getByText('Acme Research')).toBeVisible()
})

test('a link from outside opens at /page-redirection: after the sign-in, and at once within a session; one that is not good says so (§2.5, §2.31, §1.9)', async ({
  page,
  desk,
}) => {
  const study = await desk.newStudy('acme', 'Mailed study')
  const link = (to: string): string => `#/page-redirection?redirect=${encodeURIComponent(to)}`
  const good = link(`#${study.surveyListPath}?state=1&pm_dsh_ud=${DEMO_ACCOUNTS.acme}`)
  const arrives = async () => {
    await expect(page).toHaveURL(url => url.hash === `#${study.surveyListPath}?state=1`)
    await expect(page.getByRole('heading', { name: 'Mailed study' })).toBeVisible()
  }

  await page.goto(`/${good}`)
  await signInAt(page, 'admin@acme.example')
  await arrives()
  await page.evaluate(hash => void (window.location.hash = hash), link('/admin/users'))
  await expect(page).toHaveURL(/#\/projects$/)
  await expect(page.getByText('The link you followed could not be opened. You can go on from here.')).toBeVisible()
  await page.evaluate(hash => void (window.location.hash = hash), good)
  await arrives()
})

test('switching the account ends the old session, keeps the switch, and opens the project list of the other by way of a reload (§4.9, §2.39, api:A9)', async ({
  desk,
  visit,
}) => {
  await desk.newStudy('acme', 'Study of Acme')
  const token = await desk.signIn('staff@desk.example')
  const page = await visit('staff@desk.example', '/projects', { token })
  await markDocument(page)
  await page.getByRole('button', { name: /open the user menu/ }).click()
  await openList(page.getByRole('button', { name: 'Show suggestions Switch Account' }))
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Acme Research',
    'Beta Insights',
    'Sample Desk',
  ])
  await page.getByRole('option', { name: 'Acme Research' }).click()

  await expect(page.getByRole('banner').getByText('Acme Research')).toBeVisible()
  await expect.poll(() => isMarked(page)).toBe(false)
  await expect(page).toHaveURL(/#\/projects$/)
  await expect(page.getByRole('rowheader', { name: 'Study of Acme' })).toBeVisible()
  const { accessToken, ...kept } = await storedSession(page)
  expect([accessToken === token, kept]).toEqual([
    false,
    { accountSwitch: '1', loginDetails: '{"login_pm_parent_dsh_ud":null}' },
  ])
  expect((await desk.call('GET', '/v1/user-login-details', { token })).status).toBe(401)
})

test('a refused switch shows the message of the server and changes nothing; the list of accounts does not open again (§4.9)', async ({
  desk,
  visit,
}) => {
  const { userId, username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  await desk.database.asSystem(tx =>
    sql`insert into user_account (account_id, user_id, is_default) values (${DEMO_ACCOUNTS.beta}, ${userId}, false)`.execute(
      tx,
    ),
  )
  const page = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  await page.getByRole('button', { name: /open the user menu/ }).click()
  await openList(page.getByRole('button', { name: 'Show suggestions Switch Account' }))
  await desk.database.asSystem(tx =>
    sql`delete from user_account where user_id = ${userId} and account_id = ${DEMO_ACCOUNTS.beta}`.execute(tx),
  )
  await page.getByRole('option', { name: 'Beta Insights' }).click()
  await expect(page.getByRole('dialog').getByText('This account cannot be switched to.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Switch Account' })).toHaveValue('Acme Research')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('Acme Research').first()).toBeVisible()
  expect((await storedSession(page)).accountSwitch).toBeUndefined()
})

test('a switch in a tab that loses the focus gives up: it goes to / and reloads 500 ms later (§4.9, §9.3)', async ({
  desk,
  visit,
}) => {
  const page = await visit('staff@desk.example', '/projects', {
    token: await desk.signIn('staff@desk.example'),
    prepare: page => page.route('**/v1/switch-account', () => undefined),
  })
  await page.getByRole('button', { name: /open the user menu/ }).click()
  await openList(page.getByRole('button', { name: 'Show suggestions Switch Account' }))
  await page.getByRole('option', { name: 'Beta Insights' }).click()
  await expect(page.getByRole('combobox', { name: 'Switch Account' })).toBeEnabled()
  await expect(page.getByText('Switching…')).toBeVisible()

  const hashes: string[] = []
  page.on('framenavigated', frame => hashes.push(new URL(frame.url()).hash))
  const reloaded = page.waitForEvent('load')
  const leftAtMs = Date.now()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await reloaded
  expect(Date.now() - leftAtMs).toBeGreaterThanOrEqual(500)
  expect(hashes[0]).toBe('#/')
  await expect(page.getByRole('banner').getByText('Sample Desk')).toBeVisible()
})

test('every call carries X-Requested-With and the token, and a renewed token takes its place (§7.2, §7.4)', async ({
  desk,
  visit,
}) => {
  const { username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const sent: (readonly [string | undefined, string | undefined])[] = []
  const page = await visit(username, '/projects', {
    token,
    prepare: async page =>
      void page.on('request', request => {
        if (new URL(request.url()).pathname.startsWith('/v1/'))
          sent.push([request.headers()['x-requested-with'], request.headers()['authorization']])
      }),
  })
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.getByText('Live ·')).toBeVisible()
  expect(sent.length).toBeGreaterThan(3)
  expect([...new Set(sent.map(headers => headers.join(' ')))]).toEqual([`XMLHttpRequest Bearer ${token}`])

  await desk.database.asSystem(tx =>
    sql`
    update session_token t set issued_at = t.issued_at - interval '11 minutes' from login_session s join app_user u using (user_id)
    where t.session_id = s.session_id and u.username = ${username}`.execute(tx),
  )
  await addFilter(page, 'Status', 'Paused')
  await expect.poll(async () => (await storedSession(page)).accessToken).not.toBe(token)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  expect(sent.at(-1)).toEqual(['XMLHttpRequest', `Bearer ${(await storedSession(page)).accessToken}`])
})
