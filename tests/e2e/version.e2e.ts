import type { Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { isMarked, markDocument } from './desk/sign-in-form.ts'

const TEXT = 'We’ve updated the app! Please reload to use the latest version.'

const NEWER = '2099-11-02T08:00:00.000Z'

/** A deployment whose version file the test writes, at first that of the page's own build, and where the desk's host is the given environment. */
async function deployment(page: Page, environment: 'production' | 'local') {
  const { buildDate } = (await (await page.request.get('/version.json')).json()) as { buildDate: string }
  const file = { own: buildDate, buildDate: buildDate as string | null, reads: [] as string[] }
  await page.clock.install()
  await page.route('**/client-config.json', route => route.fulfill({ json: { hosts: { '127.0.0.1': environment } } }))
  await page.route('**/version.json?*', route => {
    file.reads.push(new URL(route.request().url()).search)
    return file.buildDate === null ? route.abort() : route.fulfill({ json: { buildDate: file.buildDate } })
  })
  return file
}

test('the version file is read every 30 s with a timestamp; a failure is only logged; a newer build shows the banner, and Reload loads it (§2.46, §4.10, §7.34, §8.10, §9.3, api:V1)', async ({
  visit,
}) => {
  let file: Awaited<ReturnType<typeof deployment>> | undefined
  const logged: string[] = []
  const page = await visit('admin@acme.example', '/projects', {
    prepare: async page => {
      page.on('console', message => message.type() === 'info' && logged.push(message.text()))
      file = await deployment(page, 'production')
    },
  })
  if (!file) throw new Error('The page was prepared.')
  const { reads } = file
  const banner = page.getByRole('status').filter({ hasText: TEXT })
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect.poll(() => reads.length).toBe(1)
  expect(reads[0]).toMatch(/^\?t=\d+$/)

  file.buildDate = null
  await page.clock.fastForward(30_000)
  await expect.poll(() => logged).toEqual(['Failed to fetch'])
  file.buildDate = file.own
  await page.clock.fastForward(30_000)
  await expect.poll(() => reads.length).toBe(3)
  await expect(banner).toHaveCount(0)

  file.buildDate = NEWER
  await page.clock.fastForward(30_000)
  await expect(banner).toBeVisible()
  expect(new Set(reads).size).toBe(4)
  await page.clock.fastForward(60_000)
  await markDocument(page)
  // what the reload gives is what the file is of
  file.buildDate = file.own
  await banner.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isMarked(page)).toBe(false)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  // the poll had ended with the banner; this is the first read of the page that was reloaded
  await expect.poll(() => reads.length).toBe(5)
  await expect(banner).toHaveCount(0)
})

test('the banner shows outside a session too, and for a build that came between the page and its first look at the version file (§2.46, §4.10)', async ({
  page,
}) => {
  const file = await deployment(page, 'production')
  file.buildDate = NEWER
  await page.goto('/#/login')
  await expect(page.getByRole('status')).toContainText(TEXT)
  expect(file.reads.length).toBe(1)
})

test('in local development the version file is not read (§4.10)', async ({ visit }) => {
  let file: Awaited<ReturnType<typeof deployment>> | undefined
  const page = await visit('admin@acme.example', '/projects', {
    prepare: async page => {
      file = await deployment(page, 'local')
    },
  })
  await page.waitForResponse(/\/assets\/version-poll-/)
  await page.clock.fastForward(120_000)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  expect(file?.reads).toEqual([])
})
