import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { appCode } from './desk/app-code.ts'
import { expectNothingFound, SCREEN_LOOKS } from './desk/axe.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { screenAsItWas } from './desk/screen-as-it-was.ts'
import { signInAt } from './desk/sign-in-form.ts'
import { askForStatus, statusButton, statusItem } from './desk/status-steps.ts'

test.setTimeout(240_000)

test('axe finds nothing on the pages outside a session, a refused sign-in and an unknown path and a link of another account included', async ({
  desk,
  newBrowser,
  visit,
}) => {
  const page = await (await newBrowser()).newPage()
  await page.goto('/#/login')
  await page.getByLabel('Username').fill('admin@acme.example')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('Not-the-password-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNothingFound(page, 'sign-in', SCREEN_LOOKS)
  await goToHash(page, '/session-expired?redirect=%2Fprojects')
  await expect(page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
  await expectNothingFound(page, 'session expired')
  await goToHash(page, '/forgot-password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expectNothingFound(page, 'forgot password', SCREEN_LOOKS)
  await page.getByLabel('Username').fill('nobody@acme.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await expectNothingFound(page, 'forgot password, answered')
  await goToHash(page, '/reset-password/no-such-link')
  await page.getByRole('textbox', { name: 'New password' }).fill('Set-password-1')
  await page.getByLabel('Confirm Password').fill('Set-password-1')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
  await expectNothingFound(page, 'a new password, refused', SCREEN_LOOKS)

  const study = await desk.newStudy('beta', 'Seen elsewhere')
  const elsewhere = await visit('super@desk.example', study.surveyListPath)
  await expect(elsewhere.getByRole('button', { name: 'Switch to Beta Insights' })).toBeVisible()
  await expectNothingFound(elsewhere, 'a link of another account')
  const inside = await visit('admin@acme.example', '/nowhere')
  await expect(inside.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectNothingFound(inside, 'page not found')
})

test('axe finds nothing on the project list and the survey list, with menu and drawer open', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Listed study', { status: 'paused' })
  const page = await visit('advanced@acme.example', '/projects')
  await expect(page.getByRole('link', { name: 'Listed study' })).toBeVisible()
  await expectNothingFound(page, 'project list', SCREEN_LOOKS)
  await page.getByRole('button', { name: /open the user menu/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'Where you are signed in' }).click()
  await expect(page.getByRole('list', { name: 'Where you are signed in' })).toBeVisible()
  await expectNothingFound(page, 'user drawer with the sessions')
  await page.keyboard.press('Escape')

  await goToHash(page, study.surveyListPath)
  await expect(page.getByRole('slider')).toBeVisible()
  await expectNothingFound(page, 'survey list', SCREEN_LOOKS)
  await statusButton(page, 'Listed study').click()
  await expect(statusItem(page, 'Live')).toBeVisible()
  await expectNothingFound(page, 'status menu of a project')
})

test('axe finds nothing on a project’s form refused, its stale edit, and its details', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Formed study')
  const page = await visit('advanced@acme.example', `/manage/project/${study.projectId}/edit`)
  const name = page.getByRole('textbox', { name: 'Project name' })
  await name.fill('')
  await name.press('Enter')
  await expect(page.getByText('Project name is required')).toBeVisible()
  await expectNothingFound(page, 'project form, refused', SCREEN_LOOKS)
  const other = await visit('admin@acme.example', `/manage/project/${study.projectId}/edit`)
  for (const each of [other, page]) {
    await each.getByRole('textbox', { name: 'Project name' }).fill(`Formed study ${each === page ? 'mine' : 'theirs'}`)
    await each.getByRole('button', { name: 'Save' }).click()
    if (each === other) await expect(each.getByRole('heading', { name: 'Formed study theirs' })).toBeVisible()
  }
  await expect(page.getByRole('dialog', { name: 'Changed in the meantime' })).toContainText('Ana Silva')
  await expectNothingFound(page, 'stale edit')
  await goToHash(other, `/manage/project/${study.projectId}/details`)
  await expect(other.getByRole('list', { name: 'Changes' })).toContainText('Formed study theirs')
  await expectNothingFound(other, 'project details', SCREEN_LOOKS)
})

test('axe finds nothing on a second factor: set up in the drawer with its recovery codes, and asked for at the next sign-in', async ({
  desk,
  newBrowser,
  visit,
}) => {
  const { username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  const page = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  await page.getByRole('button', { name: /open the user menu/ }).click()
  await page.getByRole('button', { name: 'Second factor' }).click()
  const present = page.getByRole('dialog').getByLabel('Current password')
  await expect(present).toBeVisible()
  await expectNothingFound(page, 'second factor, the present password')
  await present.fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await expectNothingFound(page, 'second factor, setting up')
  const key = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await expectNothingFound(page, 'recovery codes')

  const outside = await (await newBrowser()).newPage()
  await outside.goto('/#/login')
  await signInAt(outside, username, TEST_PASSWORD)
  await outside.getByRole('textbox', { name: 'Code' }).fill('000000')
  await outside.keyboard.press('Enter')
  await expect(outside.getByRole('alert')).toBeVisible()
  await expectNothingFound(outside, 'code at the sign-in', SCREEN_LOOKS)
})

test('axe finds nothing on the source table with sources in every status, with menu, dialog and toast over it', async ({
  desk,
  visit,
}) => {
  const statuses = ['draft', 'live', 'paused', 'autoPaused', 'complete', 'cancelled'] as const
  const study = await desk.newStudy('acme', 'Seen study', {
    sources: statuses.map(status => ({
      name: `${status} panel`,
      status,
      reason: status === 'autoPaused' ? 'target_reached' : null,
    })),
  })
  await desk.respondents(study.sources['live panel']!, 'seen', ['1000', '1000', '2000', '4000', null])
  const page = await visit('advanced@acme.example', study.sourceTablePath)
  await expect(page.getByRole('slider')).toBeVisible()
  await expectNothingFound(page, 'source table', SCREEN_LOOKS)
  await statusButton(page, 'live panel').click()
  await expect(statusItem(page, 'Paused')).toBeVisible()
  await expectNothingFound(page, 'status menu')
  await page.keyboard.press('Escape')
  const dialog = await askForStatus(page, 'live panel', 'Paused')
  await expect(dialog).toBeVisible()
  await expectNothingFound(page, 'status dialog')
  await dialog.getByRole('button', { name: 'Yes, Change Status' }).click()
  await page.getByRole('listitem').filter({ hasText: 'live panel is now Paused' }).hover()
  await expectNothingFound(page, 'toast')
})

test('axe finds nothing on the panels of the source table: columns, chart as a table and by source, Explain, history', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Paneled study')
  await desk.respondents(study.sources['North panel']!, 'paneled', ['1000', '1000'])
  const page = await visit('advanced@acme.example', `${study.sourceTablePath}?chartOf=sources`)
  await expect(page.getByRole('region', { name: 'Completes by source' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  await expectNothingFound(page, 'columns panel over the chart by source')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('button', { name: 'Actions for North panel' }).click()
  await page.getByRole('menuitem', { name: 'Explain' }).click()
  await page.getByLabel('RDUD or rid').fill('paneled-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Steps' })).toBeVisible()
  await expectNothingFound(page, 'Explain over the chart as a table')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for North panel' }).click()
  await page.getByRole('menuitem', { name: 'Status history' }).click()
  await expect(page.getByRole('list', { name: 'Status changes' })).toBeVisible()
  await expectNothingFound(page, 'status history')
})

test('axe finds nothing on the users with their dialog, and on what support sees: sessions, one of them with its machines, the charts', async ({
  visit,
}) => {
  const page = await visit('super@desk.example', '/admin/users')
  await expect(page.getByRole('button', { name: 'Tomas Lindqvist' })).toBeVisible()
  await expectNothingFound(page, 'users', SCREEN_LOOKS)
  await page.getByRole('button', { name: 'New User' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Firstname is required')).toBeVisible()
  await expectNothingFound(page, 'user dialog, refused')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await goToHash(page, '/support/sessions')
  const session = page
    .getByRole('row', { name: /Sasha Okafor/ })
    .first()
    .getByRole('link')
  await expect(async () => {
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(session).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectNothingFound(page, 'sessions', SCREEN_LOOKS)
  await session.click()
  await expect(page.getByRole('region', { name: 'The step' })).toBeVisible()
  await expect(screenAsItWas(page).locator('#root > *').first()).toBeAttached()
  await expectNothingFound(page, 'a session')
  await page.getByRole('tab', { name: 'Machines' }).click()
  await expectNothingFound(page, 'a session, its machines')
  await goToHash(page, '/experimental')
  await expect(page.getByRole('heading', { name: 'Last events' })).toBeVisible()
  await expectNothingFound(page, 'machines of the tab')
})
