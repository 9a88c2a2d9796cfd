import { fingerprint } from '@desk/machines/journal/fingerprint'
import { fold, replay, type Checkpoint } from '@desk/machines/journal/fold'
import { journalTest } from '@desk/machines/journal/journal-test'
import { markerOf } from '@desk/machines/journal/markers'
import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { JournalPage, JournalSummary } from '@desk/schema/journal/journal-view'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { journalIsOpen, keptBy } from './desk/kept-by.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { signInAt, signOutAt } from './desk/sign-in-form.ts'
import { askForStatus, statusButton } from './desk/status-steps.ts'
import type { DeskStudy } from './desk/study.ts'
import { runTakenHome } from './desk/taken-home.ts'

const SUPPORT = 'super@desk.example'
const NOBODY = 'Page not found'

/** Una pauses a source, and the network goes before the answer comes. */
async function livesThroughALostSave(study: DeskStudy, page: Page): Promise<void> {
  await journalIsOpen(page)
  const dialog = await askForStatus(page, 'North panel', 'Paused')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Yes, Change Status' }).click()
  await expect(page.getByRole('alertdialog', { name: 'The status was not changed' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.goto('about:blank')
}

/** The session that this search finds, as the server has it as soon as this event of it has come there. */
async function keptSession(desk: Desk, search: string, lastEvent: string): Promise<JournalPage> {
  const token = await desk.tokenOf(SUPPORT)
  let read: JournalPage | undefined
  await expect
    .poll(async () => {
      const found = (await desk.call('GET', `/v1/journals?${search}`, { token })).body as JournalSummary[]
      read = found[0] && ((await desk.call('GET', `/v1/journals/${found[0].journal}`, { token })).body as JournalPage)
      return read?.entries.map(({ event }) => event.type)
    })
    .toContain(lastEvent)
  if (read === undefined) throw new Error('The session is not there.')
  return read
}

const WHY = 'The server did not answer. What you typed is kept: check your connection, then press Save again.'

/** One session from sign-in to sign-out: an edit whose save the network took, saved again; then a source is paused. */
async function livesThroughADay(page: Page, username: string, study: DeskStudy, colleague: string): Promise<void> {
  await page.goto('/#/login')
  await signInAt(page, username, TEST_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  await goToHash(page, `/admin/users?q=${colleague}`)
  await page.getByRole('grid', { name: 'Users' }).getByRole('button', { name: `Ada ${colleague}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  await dialog.getByLabel('Firstname').fill('Adele')
  await page.route(
    '**/v1/users/*',
    async route => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText(WHY)
  await page.context().setOffline(false)
  await save.click()
  await expect(page.getByRole('grid', { name: 'Users' }).getByRole('rowheader')).toHaveText([`Adele ${colleague}`])

  await goToHash(page, study.sourceTablePath)
  await (await askForStatus(page, 'North panel', 'Paused')).getByRole('button', { name: 'Yes, Change Status' }).click()
  await expect(statusButton(page, 'North panel')).toHaveAccessibleName(/^Status of North panel: Paused/)
  await signOutAt(page)
  await expect(page).toHaveURL(atHash('/login?action=logout'))
}

/** Presses a button that saves a file; gives the file's text. */
async function downloaded(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFileSync(await (await downloading).path(), 'utf8')
}

test('one session: sign-in, an edit whose save the network takes, a source paused, sign-out; support finds it by the user’s name, steps to the failed save, reads why, and takes home a test that fails; browser and Node fold to the same fingerprints (law 1)', async ({ desk, newBrowser, visit }) => {
  const study = await desk.newStudy('acme', 'Study of a whole day')
  const [family, colleague] = [`Day${randomUUID().slice(0, 8)}`, `Col${randomUUID().slice(0, 8)}`]
  const { username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, firstname: 'Vera', lastname: family })
  await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, roleId: 2, firstname: 'Ada', lastname: colleague })
  const person = await (await newBrowser()).newPage()
  await livesThroughADay(person, username, study, colleague)
  // the last thing that Vera did is there as well
  const kept = await keptSession(desk, `user=${family}`, 'signOut.requested')
  const failed = kept.entries.find(({ event }) => event.type === 'user.saveFailed')
  if (failed === undefined) throw new Error('The save did not fail.')

  const page = await visit(SUPPORT, '/support/sessions')
  await page.getByRole('textbox', { name: 'User' }).fill(`vera ${family}`)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/user=vera/)
  const row = page.getByRole('row', { name: new RegExp(`Vera ${family}`) })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Acme Research')
  await row.getByRole('link').click()

  const step = page.getByRole('region', { name: 'The step' })
  const happened = step.getByRole('heading', { level: 2 })
  await page.getByRole('button', { name: 'To the beginning' }).click()
  await expect(step).toContainText('Nothing has happened yet')
  // the first, unless something else failed as well while there was no network
  const errors = kept.entries.filter(({ seq, event }) => seq <= failed.seq && markerOf(event) === 'error')
  for (const { event } of errors) {
    await page.getByRole('button', { name: /Next error/ }).click()
    await expect(happened).toHaveText(event.type)
  }
  await expect(step).toContainText(WHY)
  await expect(step).toContainText('saving→editing')
  await expect(step.getByRole('table', { name: 'Ways that the machine had' })).toContainText('isLatestCall: yes · taken')
  // the very dialog that Vera saw, as a picture
  await expect(page.getByRole('tabpanel')).toContainText(WHY)
  // the browser has folded what Node folds, to the same fingerprints, every one of them
  await expect(step).toContainText(`The state is as recorded: ${failed.fingerprint}`)
  await expect(page.getByText(/Replaying differs|Machine changed|missing/)).toHaveCount(0)
  const from = kept.from as Checkpoint
  const state = fold(kept.entries.filter(({ seq }) => seq <= failed.seq), from).states[failed.machine]
  expect([replay(kept.entries, from).kind, state && fingerprint(state)]).toEqual(['equal', failed.fingerprint])

  const [test, journal] = [await downloaded(page, 'Download test'), await downloaded(page, 'Download journal')]
  expect(test).toBe(journalTest({ journal: kept.journal.journal, build: kept.journal.build, from: kept.from!, entries: kept.entries }, failed.seq)?.text)
  expect(await runTakenHome(test, journal)).toEqual({
    vitest: { code: 1, tests: [{ title: `${failed.machine} does not end where it did after user.saveFailed`, status: 'failed', why: expect.stringContaining('AssertionError') }] },
    replay: { code: 0, output: `equal: ${kept.entries.length} entries, every fingerprint as recorded\n` },
  })

  await page.keyboard.press('k')
  await expect(happened).not.toHaveText('user.saveFailed')
  await page.getByRole('tab', { name: 'Machines' }).click()
  await page.getByRole('button', { name: /^user-dialog/ }).click()
  await expect(page.getByRole('figure', { name: 'Chart of user-dialog; it stands in saving' })).toBeVisible()
})

test('a link opens one session until it expires, at its entry; its token is in no journal (S4)', async ({ desk, visit }) => {
  const study = await desk.newStudy('beta', 'Linked study')
  const other = await visit('admin@beta.example', study.sourceTablePath)
  await livesThroughALostSave(study, other)
  const { journal, entries } = await keptSession(desk, `route=${encodeURIComponent(study.sourceTablePath)}`, 'status.dismissed')
  const failed = entries.find(({ event }) => event.type === 'status.changeRejected')!
  const page = await visit(SUPPORT, `/support/sessions/${journal.journal}?at=${failed.seq}`)
  const step = page.getByRole('region', { name: 'The step' })
  await expect(step).toContainText(failed.event['commandId'] as string)
  await expect(page.getByRole('tabpanel')).toContainText('The status was not changed')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByLabel('Link for support').inputValue()
  const token = link.split('/').at(-1)!
  await page.goto('about:blank')
  await page.goto(link)
  await expect(step.getByRole('heading', { level: 2 })).toHaveText('status.changeRejected')
  await expect.poll(() => keptBy(page)).toContain('/support/links/*')
  const stored = await page.evaluate(() => [localStorage, sessionStorage].map(storage => JSON.stringify(storage)).join())
  expect(stored).not.toContain(token)
  await page.goto(`/#/support/links/${token.slice(0, -4)}AAAA`)
  await expect(page.getByRole('heading', { name: 'This link leads nowhere' })).toBeVisible()
})

test('sessions and machines are pages for support and super admins; for others they are not there, nor in the menu (domain.md §8)', async ({ visit }) => {
  const shown = async (username: string, path: string) => {
    const page = await visit(username, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return [await page.getByRole('heading', { level: 1 }).textContent(), await page.getByRole('link', { name: 'Sessions' }).count()]
  }
  expect([await shown('admin@acme.example', '/support/sessions'), await shown('staff@desk.example', '/support/sessions'), await shown('staff@desk.example', '/experimental')]).toEqual([
    [NOBODY, 0],
    ['Sessions', 1],
    [NOBODY, 1],
  ])
})

test('the machines of the tab stand as charts with the present state lit, and their last events (§2.16)', async ({ visit }) => {
  const page = await visit(SUPPORT, '/experimental?machine=sidebar')
  await expect(page.getByRole('figure', { name: 'Chart of sidebar; it stands in open' })).toBeVisible()
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await expect(page.getByRole('figure', { name: 'Chart of sidebar; it stands in collapsed.byUser' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last events' }).getByRole('listitem').filter({ hasText: 'sidebar.toggleRequested' })).toHaveCount(1)
})
