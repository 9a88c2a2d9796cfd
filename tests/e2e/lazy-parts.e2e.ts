import type { Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { keptBy } from './desk/kept-by.ts'
import { isMarked, markDocument } from './desk/sign-in-form.ts'

const noticeOf = (page: Page) => page.getByRole('alert')

/** The files of this name are no more, as after a deployment. */
const goneFiles = (page: Page, files: RegExp) =>
  page.route(files, route => route.fulfill({ status: 404, body: 'Not found' }))

/**
 * Whether this browser requests a module again after a failure. Chromium does since 156 (whatwg/html#10327); elsewhere
 * the page offers Reload.
 */
async function requestsModulesAgain(page: Page): Promise<boolean> {
  const probe = '/assets/probe-of-the-browser.js'
  const answers = [404, 200]
  await page.route(`**${probe}`, route =>
    route.fulfill({ status: answers.shift() ?? 200, contentType: 'text/javascript', body: 'export default 1' }),
  )
  return page.evaluate(async path => {
    const comes = () =>
      import(path).then(
        () => true,
        () => false,
      )
    await comes()
    return comes()
  }, probe)
}

test('an overlay that did not load says so, leaves the page unchanged, and retries when opened again: help, menus, columns (look.md 16)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Lost menu study')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  const row = page.getByRole('row', { name: /North panel/ })
  await expect(row).toBeVisible()
  await page.waitForLoadState('networkidle')
  const isRequestedAgain = await requestsModulesAgain(page)
  const openers = [
    {
      file: /\/assets\/help-dialog-[^/]+\.js$/,
      name: 'The help',
      press: () => page.keyboard.press('?'),
      opened: page.getByRole('dialog', { name: 'Keyboard' }),
    },
    {
      file: /\/assets\/menu-popover-[^/]+\.js$/,
      name: 'The menu',
      press: () => row.getByRole('button', { name: /^Status of/ }).click(),
      opened: page.getByRole('menuitem', { name: 'Paused', exact: true }),
    },
    {
      file: /\/assets\/columns-popover-[^/]+\.js$/,
      name: 'The choice of columns',
      press: () => page.getByRole('button', { name: 'Columns', exact: true }).click(),
      opened: page.getByRole('dialog', { name: 'Columns' }),
    },
  ]
  for (const { file, name, press, opened } of openers) {
    await page.route(file, route => route.abort())
    await press()
    await expect(noticeOf(page)).toContainText(`${name} did not load. Try again.`)
    await expect(row).toBeVisible()
    await page.unroute(file)
    await press()
    if (!isRequestedAgain) {
      await markDocument(page)
      await noticeOf(page).getByRole('button', { name: 'Reload' }).click()
      await expect.poll(() => isMarked(page)).toBe(false)
      await expect(row).toBeVisible()
      await press()
    }
    await expect(opened).toBeVisible()
    await expect(noticeOf(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
  }
})

test('a failed style sheet is requested again with its part', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Lost sheet study')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await expect(page.getByRole('row', { name: /North panel/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const sheet = /\/assets\/columns-popover-[^/]+\.css$/
  await page.route(sheet, route => route.abort())
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect(noticeOf(page)).toContainText('The choice of columns did not load.')
  await page.unroute(sheet)
  const [answer] = await Promise.all([
    page.waitForResponse(sheet),
    page.getByRole('button', { name: 'Columns', exact: true }).click(),
  ])
  expect(answer.status()).toBe(200)
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
})

test('the project list needs the schemas of its own answers alone (B8)', async ({ desk, visit }) => {
  await desk.newStudy('acme', 'Study of the first load')
  const page = await visit('admin@acme.example', '/login')
  await goneFiles(page, /\/assets\/answers-[^/]+\.js$/)
  await page.goto('/#/projects')
  await page.reload()
  await expect(page.getByRole('rowheader', { name: 'Study of the first load' })).toBeVisible()
})

test('a page that does not load says so in its place, does not reload the document, and loads when the server is back, or offers Reload (§2.1)', async ({
  visit,
}) => {
  const page = await visit('admin@acme.example', '/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const isRequestedAgain = await requestsModulesAgain(page)
  await markDocument(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Qualifications' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This page did not load' })).toContainText(
    'The server does not answer. Try again when it does.',
  )
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.context().setOffline(false)
  if (!isRequestedAgain) await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Qualifications', level: 1 })).toBeVisible()
  await expect.poll(() => isMarked(page)).toBe(isRequestedAgain)
})

test('after a deployment the files of the old build are gone: the page says that a new version is there, and Reload keeps the typed values (§2.46)', async ({
  visit,
}) => {
  const page = await visit('admin@acme.example', '/manage/project/new', {
    prepare: page =>
      page.route('**/client-config.json', route => route.fulfill({ json: { hosts: { '127.0.0.1': 'production' } } })),
  })
  const name = page.getByLabel('Project name')
  await name.fill('Survives a deployment')
  await expect.poll(() => keptBy(page)).toContain('"value":"Survives a deployment"')
  await goneFiles(page, /\/assets\/help-dialog-[^/]+\.js$/)
  await page.route('**/version.json?*', route => route.fulfill({ json: { buildDate: '2099-11-02T08:00:00.000Z' } }))
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(noticeOf(page)).toContainText(
    'A new version is there. Reload the page to go on. Your entries are still here.',
  )
  await markDocument(page)
  await page.unrouteAll()
  await noticeOf(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isMarked(page)).toBe(false)
  const offer = page.getByRole('status').filter({ hasText: 'You have unsaved changes' })
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(name).toHaveValue('Survives a deployment')
})
