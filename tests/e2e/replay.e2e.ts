import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import type { JournalEntry } from '@desk/schema/journal/entry'
import type { JournalPage, JournalSummary } from '@desk/schema/journal/journal-view'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { journalIsOpen } from './desk/kept-by.ts'
import { screenAsItWas } from './desk/screen-as-it-was.ts'
import { askForStatus } from './desk/status-steps.ts'
import { signOutAt } from './desk/sign-in-form.ts'
import type { DeskStudy } from './desk/study.ts'

const SUPPORT = 'super@desk.example'
const FILTERED = `/projects?status=${STATUS_CODES.live}`

/** Looks at filtered projects, at a survey's sources, asks to pause one, types into the form of another, and into a colleague's dialog. */
async function looksAround(page: Page, study: DeskStudy, colleague: string): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Projects' })).toBeVisible()
  await goToHash(page, study.sourceTablePath)
  await askForStatus(page, 'North panel', 'Paused')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  const { projectId, surveyId, sources } = study
  await goToHash(page, `/projects/${projectId}/survey/${surveyId}/stream/${sources['South panel']!.sourceId}`)
  await page.getByLabel('Source Name').fill('South panel, second wave')
  await page.getByLabel('Source Name').blur()
  await goToHash(page, `/admin/users?q=${colleague}`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page
    .getByRole('grid', { name: 'Users' })
    .getByRole('button', { name: `Ada ${colleague}`, exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  await dialog.getByLabel('Firstname').fill('Adele')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await journalIsOpen(page)
  await signOutAt(page)
}

/** The session of this route, once the server has all of it. */
async function keptSession(desk: Desk, route: string): Promise<JournalPage> {
  const token = await desk.tokenOf(SUPPORT)
  let read: JournalPage | undefined
  await expect
    .poll(async () => {
      const search = `/v1/journals?route=${encodeURIComponent(route)}`
      const [found] = (await desk.call('GET', search, { token })).body as JournalSummary[]
      read = found && ((await desk.call('GET', `/v1/journals/${found.journal}`, { token })).body as JournalPage)
      return read?.entries.map(({ event }) => event.type)
    })
    .toContain('signOut.requested')
  if (read === undefined) throw new Error('The session is not there.')
  return read
}

/**
 * Records each way in which a page could ask for or write something; the page around a frame records the uses within
 * it.
 */
function watchFrames(): void {
  if (window === window.top) return
  const used: string[] = []
  Object.assign(window, { used })
  const note =
    (what: string) =>
    (...given: unknown[]) =>
      void used.push(`${what} ${String(given[0])}`)
  const never = () => new Promise<never>(() => {})
  window.fetch = (...given) => {
    note('fetch')(...given)
    return never()
  }
  Object.assign(XMLHttpRequest.prototype, { open: note('xhr') })
  Object.assign(navigator, { sendBeacon: note('beacon') })
  Object.assign(Storage.prototype, { setItem: note('storage'), removeItem: note('storage') })
  Object.assign(IDBFactory.prototype, { open: note('database') })
  Object.assign(window, { BroadcastChannel: note('channel'), WebSocket: note('socket') })
}

test('support sees each screen that the user saw, drawn by the console itself: filtered projects, sources, a form with its typed values, the user dialog; nothing of it is asked for, written, or reaches the page around it (R2)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Tea study, looked at')
  const colleague = `Col${randomUUID().slice(0, 8)}`
  await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, roleId: 2, firstname: 'Ada', lastname: colleague })
  const admin = 'admin@acme.example'
  await looksAround(await visit(admin, FILTERED, { token: await desk.signIn(admin) }), study, colleague)
  const { journal, entries } = await keptSession(desk, study.sourceTablePath)
  const at = (fits: (entry: JournalEntry) => boolean): number => {
    const found = entries.findLast(fits)
    if (found === undefined) throw new Error('The session has no such entry.')
    return found.seq
  }
  const page = await visit(SUPPORT, '/support/sessions', { prepare: page => page.addInitScript(watchFrames) })
  const go = (seq: number) => goToHash(page, `/support/sessions/${journal.journal}?at=${seq}`)
  const screen = screenAsItWas(page)

  await go(at(({ event }) => event.type === 'location.changed' && event['path'] === study.sourceTablePath) - 1)
  await expect(screen.locator('h1')).toHaveText('Projects')
  await expect(screen.getByRole('button', { name: 'Clear Status' })).toBeVisible()
  await expect(screen.locator('[role=grid][aria-label="Projects"]')).toContainText('Not recorded')
  await expect(screen.locator('[role=columnheader]').first()).toContainText('Project')

  await go(at(({ event }) => event.type === 'status.confirmationRejected') - 1)
  await expect(screen.locator('[role=grid][aria-label="Sources"]')).toContainText('Not recorded')
  await expect(screen.locator('[role=alertdialog]')).toContainText('North panel')

  await go(at(({ event }) => event.type === 'field.changed' && event['value'] === 'South panel, second wave'))
  await expect(screen.getByLabel('Source Name')).toHaveValue('South panel, second wave')
  await expect(screen.getByText('Unsaved changes')).toBeAttached()

  await go(at(({ event }) => event.type === 'field.changed' && event['value'] === 'Adele'))
  const dialog = screen.locator('[role=dialog]')
  await expect(dialog).toContainText('Update User')
  await expect(dialog.getByLabel('Firstname')).toHaveValue('Adele')
  await expect(dialog.getByLabel('Lastname')).toHaveValue(colleague)
  await expect(screen.locator('[role=grid][aria-label="Users"]')).toContainText('Not recorded')

  // the page around it stays itself
  await expect(page).toHaveTitle(/Session/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME')
  const heading = page.getByRole('region', { name: 'The step' }).getByRole('heading', { level: 2 })
  await expect(heading).toHaveText('field.changed')
  await page.keyboard.press('j')
  await expect(heading).not.toHaveText('Adele')
  const frame = page.frames().find(each => each.parentFrame() === page.mainFrame())
  expect(await frame?.evaluate(() => (window as { used?: readonly string[] }).used)).toEqual([])
})
