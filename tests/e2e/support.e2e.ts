import { fingerprint } from '@desk/machines/journal/fingerprint'
import { fold, replay, type Checkpoint } from '@desk/machines/journal/fold'
import { journalTest } from '@desk/machines/journal/journal-test'
import { markerOf, markersOf } from '@desk/machines/journal/markers'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expect, test } from './desk/desk-fixture.ts'
import {
  keptSession,
  livesThroughAnHour,
  signsOut,
  SUPPORT,
  usersToRecord,
  type Recorded,
} from './desk/kept-session.ts'
import { journalIsOpen, keptBy } from './desk/kept-by.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { screenAsItWas } from './desk/screen-as-it-was.ts'
import { signInAt } from './desk/sign-in-form.ts'
import { askForStatus, statusButton } from './desk/status-steps.ts'
import type { DeskStudy } from './desk/study.ts'
import { runTakenHome } from './desk/taken-home.ts'

const ADMIN = 'admin@acme.example'
const NOBODY = 'Page not found'

/** Una pauses a source, and the network goes before the answer comes; then she signs out. */
async function livesThroughALostSave(study: DeskStudy, page: Page): Promise<void> {
  await journalIsOpen(page)
  const dialog = await askForStatus(page, 'North panel', 'Paused')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Yes, Change Status' }).click()
  await expect(page.getByRole('alertdialog', { name: 'The status was not changed' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await signsOut(page)
}

const WHY = 'The server did not answer. Your entries are still here: check your connection, then press Save again.'

/** One session from sign-in to sign-out: an edit whose save the network took, saved again; then a source is paused. */
async function livesThroughADay(page: Page, { username, colleague }: Recorded, study: DeskStudy): Promise<void> {
  await page.goto('/#/login')
  await signInAt(page, username, TEST_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  await goToHash(page, `/admin/users?q=${colleague}`)
  await page
    .getByRole('grid', { name: 'Users' })
    .getByRole('button', { name: `Ada ${colleague}`, exact: true })
    .click()
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
  await signsOut(page)
  await expect(page).toHaveURL(atHash('/login?action=logout'))
}

/** Presses a button that saves a file; gives the file's text. */
async function downloaded(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFileSync(await (await downloading).path(), 'utf8')
}

test('one session: sign-in, an edit whose save the network takes, a source paused, sign-out; support finds it by the user’s name, steps to the failed save, reads why, and takes home a test that fails; browser and Node fold to the same fingerprints (law 1)', async ({
  desk,
  newBrowser,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Study of a whole day')
  const users = await usersToRecord(desk)
  const { family } = users
  const person = await (await newBrowser()).newPage()
  await livesThroughADay(person, users, study)
  // the last thing that Vera did is there as well
  const kept = await keptSession(desk, `user=${family}`)
  const failed = kept.entries.find(({ event }) => event.type === 'user.saveFailed')
  if (failed === undefined) throw new Error('The save did not fail.')
  // the dialog and its form both hear of it, and it is one error
  const markers = markersOf(kept.entries)
  expect([
    markers.filter((marker, index) => marker === 'error' && kept.entries[index]!.seq >= failed.seq).length,
    markers.filter(marker => marker === 'error').length,
  ]).toEqual([1, kept.journal.errors])

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
  await expect(step.getByRole('table', { name: 'Ways that the machine had' })).toContainText(
    'isLatestCall: yes · taken',
  )
  // the very dialog that Vera saw, as a picture
  await expect(screenAsItWas(page).locator('[role=dialog]')).toContainText(WHY)
  // the browser has folded what Node folds, to the same fingerprints, every one of them
  await expect(step).toContainText(`The state is as recorded: ${failed.fingerprint}`)
  await expect(page.getByText(/Replaying differs|Machine changed|missing/)).toHaveCount(0)
  const from = kept.from as Checkpoint
  const state = fold(
    kept.entries.filter(({ seq }) => seq <= failed.seq),
    from,
  ).states[failed.machine]
  expect([replay(kept.entries, from).kind, state && fingerprint(state)]).toEqual(['equal', failed.fingerprint])

  const [test, journal] = [await downloaded(page, 'Download test'), await downloaded(page, 'Download journal')]
  expect(test).toBe(
    journalTest(
      { journal: kept.journal.journal, build: kept.journal.build, from: kept.from!, entries: kept.entries },
      failed.seq,
    )?.text,
  )
  expect(await runTakenHome(test, journal)).toEqual({
    vitest: {
      code: 1,
      tests: [
        {
          title: `${failed.machine} does not end where it did after user.saveFailed`,
          status: 'failed',
          why: expect.stringContaining('AssertionError'),
        },
      ],
    },
    replay: { code: 0, output: `equal: ${kept.entries.length} entries, every fingerprint as recorded\n` },
  })

  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('list', { name: 'Views' }).getByRole('listitem')).toHaveText([new RegExp(SUPPORT)])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'Views' })).toHaveCount(0)

  await page.keyboard.press('k')
  await expect(happened).not.toHaveText('user.saveFailed')
  await page.getByRole('tab', { name: 'Machines' }).click()
  await page.getByRole('button', { name: /^user-dialog/ }).click()
  await expect(page.getByRole('figure', { name: 'Chart of user-dialog, in state saving' })).toBeVisible()
})

/**
 * Changes a project's name; the network takes its save, Cancel asks before the typed text is left, and she signs out.
 */
async function failsToSaveAProject(page: Page): Promise<void> {
  await page.getByLabel('Project name').fill('Tea study, second wave')
  await page.route('**/v1/projects/*', route =>
    route.request().method() === 'GET' ? route.continue() : route.abort('internetdisconnected'),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: WHY })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Your changes are not saved.')
  await question.getByRole('button', { name: 'Discard' }).click()
  await signsOut(page)
}

test('a project’s form whose save failed is drawn as it was: its values, why, and the question before it was left (domain.md §8)', async ({
  desk,
  visit,
}) => {
  const { projectId } = await desk.newStudy('acme', 'Tea study')
  const edit = `/manage/project/${projectId}/edit`
  await failsToSaveAProject(await visit(ADMIN, edit, { token: await desk.signIn(ADMIN) }))
  const { journal, entries } = await keptSession(desk, `route=${encodeURIComponent(edit)}`)
  const seqOf = (type: string) => entries.find(({ event }) => event.type === type)?.seq ?? 0
  const page = await visit(SUPPORT, `/support/sessions/${journal.journal}?at=${seqOf('form.refused')}`)
  const screen = screenAsItWas(page)
  await expect(screen.locator('h1')).toHaveText('Tea study')
  await expect(screen.getByText('Edit', { exact: true })).toBeVisible()
  await expect(screen.locator('main')).toContainText(WHY)
  // a picture is inert: nothing in it is named to anybody
  await expect
    .poll(() =>
      screen
        .locator('input')
        .evaluateAll(inputs =>
          inputs.map(input => [
            (input as HTMLInputElement).labels?.[0]?.textContent,
            (input as HTMLInputElement).value,
          ]),
        ),
    )
    .toContainEqual(['Project name (required)', 'Tea study, second wave'])
  expect(await screen.getByText('Your changes are not saved.').count()).toBe(0)
  await page.goto('about:blank')
  await page.goto(`/#/support/sessions/${journal.journal}?at=${seqOf('form.leaveRequested')}`)
  await expect(screen.locator('[role=alertdialog]')).toContainText('Your changes are not saved.')
})

const A_MINUTE_MS = 60_000
/** Four times as fast, a pause of three seconds at most. */
const LONGEST_STEP_MS = 750

test('a session is played, paused, and scrubbed through by the keyboard', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Study to be played')
  await livesThroughALostSave(study, await visit(ADMIN, study.sourceTablePath, { token: await desk.signIn(ADMIN) }))
  const { journal, entries } = await keptSession(desk, `route=${encodeURIComponent(study.sourceTablePath)}`)
  // high enough for all entries to be in the list
  const page = await visit(SUPPORT, `/support/sessions/${journal.journal}?at=1`, {
    viewport: { width: 1440, height: 4800 },
    prepare: page => page.clock.install(),
  })
  const slider = page.getByRole('slider', { name: 'Place in the session' })
  await expect(slider).toHaveValue('1')
  await page.clock.pauseAt(Date.now() + A_MINUTE_MS)
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'Pause (P)' })).toBeVisible()
  await page.clock.runFor(LONGEST_STEP_MS)
  await expect(slider).not.toHaveValue('1')
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'Play (P)' })).toBeVisible()
  const paused = await slider.inputValue()
  expect(Number(paused)).toBeLessThan(entries.length)
  await page.clock.runFor(10 * LONGEST_STEP_MS)
  await expect(slider).toHaveValue(paused)

  // the address of another entry of the same session, as one user sends it to another
  await goToHash(page, `/support/sessions/${journal.journal}?at=${entries[2]!.seq}`)
  await expect(slider).toHaveValue('3')

  await slider.press('End')
  await expect(slider).toHaveValue(String(entries.length))
  await expect(page.getByRole('button', { name: 'Step (J)' })).toBeDisabled()
  await slider.press('ArrowLeft')
  await expect(slider).toHaveValue(String(entries.length - 1))
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^Entry ${entries.at(-2)!.seq}: `))
  // the page's own address and the loss of its network are marked once, however many machines received them
  const marked = page.getByRole('option').filter({ hasText: /\((Pages|Disconnects)\)/ })
  const heard = entries.filter(
    ({ machine, event }) => machine === 'app' && ['location.changed', 'network.lost'].includes(event.type),
  )
  expect(heard.length).toBeGreaterThan(0)
  await expect(marked.filter({ hasText: /location\.changed|network\.lost/ })).toHaveCount(heard.length)
})

test('to the provider’s own admins a session shows masks in place of names and of typed texts: on the screen, in the step, in the states; a super admin reads it (domain.md §8)', async ({
  desk,
  newBrowser,
  visit,
}) => {
  const users = await usersToRecord(desk)
  await livesThroughAnHour(await (await newBrowser()).newPage(), users)
  const { journal, entries } = await keptSession(desk, `user=${users.family}`)
  const typed = entries.findLast(({ event }) => event.type === 'field.changed' && event['value'] === 'Adele')?.seq ?? 0
  const shownTo = async (viewer: string) => {
    const page = await visit(viewer, `/support/sessions/${journal.journal}?at=${typed}`)
    const step = page.getByRole('region', { name: 'The step' })
    await expect(step.getByRole('heading', { level: 2 })).toHaveText('field.changed')
    const screen = screenAsItWas(page)
    const dialog = screen.locator('[role=dialog]')
    await expect(dialog).toContainText('Update User')
    const told = [
      await step.innerText(),
      await screen.locator('body').innerText(),
      await screen
        .locator('input')
        .evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value).join()),
    ].join()
    await page.getByRole('tab', { name: 'Machines' }).click()
    await page.getByRole('button', { name: /^form/ }).first().click()
    const tree = await page.getByRole('tabpanel').innerText()
    return {
      told: told + tree,
      canDownload: await page.getByRole('button', { name: 'Download journal' }).count(),
      fingerprint: /as recorded/.test(told),
    }
  }
  const [staff, superAdmin] = [await shownTo('staff@desk.example'), await shownTo(SUPPORT)]
  const found = (told: string) => ['Adele', users.colleague, 'A•••', 'C•••'].map(text => told.includes(text))
  expect([found(staff.told), staff.canDownload, staff.fingerprint]).toEqual([[false, false, true, true], 0, false])
  expect([found(superAdmin.told), superAdmin.canDownload, superAdmin.fingerprint]).toEqual([
    [true, true, false, false],
    1,
    true,
  ])
})

test('a link opens one session until it expires, at its entry; its token is in no journal (S4)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('beta', 'Linked study')
  const other = await visit('admin@beta.example', study.sourceTablePath, {
    token: await desk.signIn('admin@beta.example'),
  })
  await livesThroughALostSave(study, other)
  const { journal, entries } = await keptSession(desk, `route=${encodeURIComponent(study.sourceTablePath)}`)
  const failed = entries.find(({ event }) => event.type === 'status.changeRejected')!
  const page = await visit(SUPPORT, `/support/sessions/${journal.journal}?at=${failed.seq}`)
  const step = page.getByRole('region', { name: 'The step' })
  await expect(step).toContainText(failed.event['commandId'] as string)
  await expect(screenAsItWas(page).locator('[role=alertdialog]')).toContainText('The status was not changed')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByLabel('Link for support').inputValue()
  const token = link.split('/').at(-1)!
  await page.goto('about:blank')
  await page.goto(link)
  await expect(step.getByRole('heading', { level: 2 })).toHaveText('status.changeRejected')
  await expect.poll(() => keptBy(page)).toContain('/support/links/*')
  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].map(storage => JSON.stringify(storage)).join(),
  )
  expect(stored).not.toContain(token)
  await page.goto(`/#/support/links/${token.slice(0, -4)}AAAA`)
  await expect(page.getByRole('heading', { name: 'This link leads nowhere' })).toBeVisible()
})

test('days of the search are typed with the keyboard; the same search is asked again', async ({ visit }) => {
  const page = await visit(SUPPORT, '/support/sessions')
  await page.getByLabel('From').focus()
  await page.keyboard.type('11092026')
  await expect(page.getByLabel('From')).toHaveValue('2026-11-09')
  await expect(page).toHaveURL(/from=%222026-11-09%22|from=2026-11-09/)
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const anew = page.waitForRequest(/\/v1\/journals\?/)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await anew
})

test('sessions and machines are pages for support and super admins; for others they are not there, nor in the menu (domain.md §8)', async ({
  visit,
}) => {
  const shown = async (username: string, path: string) => {
    const page = await visit(username, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return [
      await page.getByRole('heading', { level: 1 }).textContent(),
      await page.getByRole('link', { name: 'Sessions' }).count(),
    ]
  }
  expect([
    await shown('admin@acme.example', '/support/sessions'),
    await shown('staff@desk.example', '/support/sessions'),
    await shown('staff@desk.example', '/experimental'),
  ]).toEqual([
    [NOBODY, 0],
    ['Sessions', 1],
    [NOBODY, 1],
  ])
})

test('the machines of the tab are shown as charts with the present state lit, and their last events (§2.16)', async ({
  visit,
}) => {
  const page = await visit(SUPPORT, '/experimental?machine=sidebar')
  await expect(page.getByRole('figure', { name: 'Chart of sidebar, in state open' })).toBeVisible()
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await expect(page.getByRole('figure', { name: 'Chart of sidebar, in state collapsed.byUser' })).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'Last events' })
      .getByRole('listitem')
      .filter({ hasText: 'sidebar.toggleRequested' }),
  ).toHaveCount(1)
})
