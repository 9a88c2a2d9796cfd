import { fingerprint } from '@desk/machines/journal/fingerprint'
import { fold, replay, type Checkpoint } from '@desk/machines/journal/fold'
import { journalTest } from '@desk/machines/journal/journal-test'
import type { JournalPage, JournalSummary } from '@desk/schema/journal/journal-view'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { askForStatus } from './desk/status-steps.ts'
import type { DeskStudy } from './desk/study.ts'

const SUPPORT = 'super@desk.example'
const NOBODY = 'Page not found'

/** Una pauses a source, and the network goes before the answer comes. */
async function livesThroughALostSave(study: DeskStudy, page: Page): Promise<void> {
  await page.waitForFunction(async () => (await indexedDB.databases()).some(({ name }) => name === 'desk-journal'))
  const dialog = await askForStatus(page, 'North panel', 'Paused')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Yes, Change Status' }).click()
  await expect(page.getByRole('alertdialog', { name: 'The status was not changed' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.goto('about:blank')
}

/** The session as the server has it, as soon as the failed save has come there. */
async function keptSession(desk: Desk, study: DeskStudy): Promise<JournalPage> {
  const token = await desk.tokenOf(SUPPORT)
  let read: JournalPage | undefined
  await expect
    .poll(async () => {
      const found = (await desk.call('GET', `/v1/journals?route=${encodeURIComponent(study.sourceTablePath)}`, { token })).body as JournalSummary[]
      read = found[0] && ((await desk.call('GET', `/v1/journals/${found[0].journal}`, { token })).body as JournalPage)
      return read?.entries.some(({ event }) => event.type === 'status.dismissed')
    })
    .toBe(true)
  if (read === undefined) throw new Error('The session is not there.')
  return read
}

test('support finds a session by the user’s name, steps to the failed save, reads why, and downloads a test that fails; browser and Node fold to the same fingerprints (law 1)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Study of a lost save')
  const una = await visit('user@acme.example', study.sourceTablePath)
  await livesThroughALostSave(study, una)
  const kept = await keptSession(desk, study)
  const failed = kept.entries.find(({ event }) => event.type === 'status.changeRejected')
  if (failed === undefined) throw new Error('The save did not fail.')

  const page = await visit(SUPPORT, '/support/sessions')
  await page.getByRole('textbox', { name: 'User' }).fill('una ortiz')
  await page.getByRole('textbox', { name: 'Page' }).fill(study.sourceTablePath)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/user=una/)
  const row = page.getByRole('row', { name: /Una Ortiz/ })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Acme Research')
  await row.getByRole('link').click()

  const step = page.getByRole('region', { name: 'The step' })
  await page.getByRole('button', { name: 'To the beginning' }).click()
  await expect(step).toContainText('Nothing has happened yet')
  for (let errors = 0; errors < 3; errors++) {
    await page.getByRole('button', { name: /Next error/ }).click()
    if ((await step.getByRole('heading', { level: 2 }).textContent()) === 'status.changeRejected') break
  }
  await expect(step.getByRole('heading', { name: 'status.changeRejected' })).toBeVisible()
  await expect(step).toContainText('sending→rejected')
  await expect(step.getByRole('table', { name: 'Ways that the machine had' })).toContainText('isOurCommand: yes · taken')
  await expect(step).toContainText(failed.event['commandId'] as string)
  // the very dialog that Una saw, as a picture
  await expect(page.getByRole('tabpanel')).toContainText('The status was not changed')

  const own = kept.entries.filter(({ seq }) => seq <= failed.seq)
  const state = fold(own, kept.from as Checkpoint).states['status-change']
  expect([replay(kept.entries, kept.from as Checkpoint).kind, state && fingerprint(state)]).toEqual(['equal', failed.fingerprint])
  await expect(step).toContainText(`The state is as recorded: ${failed.fingerprint}`)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download test' }).click()
  const text = readFileSync(await (await downloading).path(), 'utf8')
  // what `pnpm replay --test` writes: that it fails until the fault is mended, tests/journals shows
  const exported = { journal: kept.journal.journal, build: kept.journal.build, from: kept.from!, entries: kept.entries }
  expect(text).toBe(journalTest(exported, failed.seq)?.text)

  await page.keyboard.press('k')
  await expect(step.getByRole('heading', { level: 2 })).not.toHaveText('status.changeRejected')
  await page.getByRole('tab', { name: 'Machines' }).click()
  await page.getByRole('button', { name: /^status-change/ }).click()
  await expect(page.getByRole('figure', { name: 'Chart of status-change; it stands in sending' })).toBeVisible()
})

test('a link opens one session until it expires, at its entry; its token is in no journal (S4)', async ({ desk, visit }) => {
  const study = await desk.newStudy('beta', 'Linked study')
  const other = await visit('admin@beta.example', study.sourceTablePath)
  await livesThroughALostSave(study, other)
  const { journal, entries } = await keptSession(desk, study)
  const page = await visit(SUPPORT, `/support/sessions/${journal.journal}?at=${entries[2]!.seq}`)
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByLabel('Link for support').inputValue()
  const token = link.split('/').at(-1)!
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('region', { name: 'The step' }).getByRole('heading', { level: 2 })).toHaveText(entries[2]!.event.type)
  await page.waitForFunction(async () => (await indexedDB.databases()).some(({ name }) => name === 'desk-journal'))
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const settled = <T>(request: IDBRequest<T>) => new Promise<T>(resolve => (request.onsuccess = () => resolve(request.result)))
        const db = await settled(indexedDB.open('desk-journal'))
        const kept = JSON.stringify(await settled(db.transaction('entries').objectStore('entries').getAll()))
        db.close()
        return kept
      }),
    )
    .toContain('/support/links/*')
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
