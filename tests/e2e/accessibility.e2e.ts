import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { askForStatus, statusButton, statusItem } from './desk/status-steps.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 1024, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
] as const

// Each look sends axe's source again, which a trace would keep.
test.use({ trace: 'off' })
test.setTimeout(90_000)

/** Lets axe look at the page as it is, in both themes at both widths. It has no frames, for which alone the newer mode is needed. */
async function expectNothingFound(page: Page, what: string): Promise<void> {
  for (const { width, colorScheme } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG).setLegacyMode(true).analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${String(target)} ${any[0]?.message ?? ''}`))
    expect({ what, width, colorScheme, found }).toEqual({ what, width, colorScheme, found: [] })
  }
}

test('axe finds nothing on the pages outside a session, a refused sign-in and an unknown path included (§2.2, §2.4)', async ({ newBrowser, visit }) => {
  const page = await (await newBrowser()).newPage()
  await page.goto('/#/login')
  await page.getByLabel('Username').fill('admin@acme.example')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNothingFound(page, 'sign-in')
  await goToHash(page, '/session-expired?redirect=%2Fprojects')
  await expect(page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
  await expectNothingFound(page, 'session expired')

  const inside = await visit('admin@acme.example', '/nowhere')
  await expect(inside.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectNothingFound(inside, 'page not found')
})

test('axe finds nothing on the project list and the survey list, with menu and drawer open (§2.10, §2.18, §2.39)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Listed study', { status: 'paused' })
  const page = await visit('advanced@acme.example', '/projects')
  await expect(page.getByRole('link', { name: 'Listed study' })).toBeVisible()
  await expectNothingFound(page, 'project list')
  await page.getByRole('button', { name: /open the user menu/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNothingFound(page, 'user drawer')
  await page.keyboard.press('Escape')

  await goToHash(page, study.surveyListPath)
  await expect(page.getByRole('slider')).toBeVisible()
  await expectNothingFound(page, 'survey list')
  await statusButton(page, 'Listed study').click()
  await expect(statusItem(page, 'Live')).toBeVisible()
  await expectNothingFound(page, 'status menu of a project')
})

test('axe finds nothing on the source table, with menu, dialog, drawers and toast over it, and the chart as a table (§2.19, §4.3, §2.45)', async ({ desk, visit }) => {
  const names = ['draft', 'live', 'paused', 'autoPaused', 'complete', 'cancelled'] as const
  const study = await desk.newStudy('acme', 'Seen study', { sources: names.map(status => ({ name: `${status} panel`, status, reason: status === 'autoPaused' ? 'target_reached' : null })) })
  await desk.respondents(study.sources['live panel']!, 'seen', ['1000', '1000', '2000', '4000', null])
  const page = await visit('advanced@acme.example', study.sourceTablePath)
  await expect(page.getByRole('slider')).toBeVisible()
  await expectNothingFound(page, 'source table')

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

  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  await expectNothingFound(page, 'columns panel')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('button', { name: 'Actions for live panel' }).click()
  await page.getByRole('menuitem', { name: 'Explain' }).click()
  await page.getByLabel('RDUD or rid').fill('seen-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Steps' })).toBeVisible()
  await expectNothingFound(page, 'explain')
})
