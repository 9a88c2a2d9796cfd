import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash } from './desk/hash.ts'
import { holdCalls, type HeldCalls } from './desk/hold-calls.ts'
import { confirmation, statusButton, statusItem } from './desk/status-steps.ts'

const headsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Sources' }).getByRole('columnheader')
const rowHeads = (page: Page): Locator => page.getByRole('grid', { name: 'Sources' }).getByRole('rowheader')
const headButton = (page: Page, name: string): Locator => headsOf(page).getByRole('button', { name, exact: true })

test('a head sorts, shows its direction to everybody, and puts the order into the URL (§2.40)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Sorted study', { sources: ['Bravo', 'Alpha', 'Charlie'] })
  const entrants = { Alpha: 3, Bravo: 1, Charlie: 2 }
  for (const [name, count] of Object.entries(entrants))
    await desk.maker.rollup(DEMO_ACCOUNTS.acme, 'source', study.sources[name]!.sourceId, {
      entrants: count,
      inflight: count,
    })
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await expect(rowHeads(page)).toHaveText([/Alpha/, /Bravo/, /Charlie/, 'Total'])
  const steps = [
    ['Entrants', 'descending', '?sort=-entrants', ['Alpha', 'Charlie', 'Bravo']],
    ['Entrants', 'ascending', '?sort=entrants', ['Bravo', 'Charlie', 'Alpha']],
    ['Entrants', 'none', '', ['Alpha', 'Bravo', 'Charlie']],
    ['Source', 'ascending', '?sort=name', ['Alpha', 'Bravo', 'Charlie']],
  ] as const
  for (const [head, direction, query, order] of steps) {
    await headButton(page, head).click()
    await expect(headsOf(page).filter({ hasText: head })).toHaveAttribute('aria-sort', direction)
    await expect(rowHeads(page)).toHaveText([...order.map(name => new RegExp(name)), 'Total'])
    await expect(page).toHaveURL(atHash(study.sourceTablePath + query))
  }
  await page.reload()
  await expect(rowHeads(page)).toHaveText([/Alpha/, /Bravo/, /Charlie/, 'Total'])
  await expect(headsOf(page).filter({ hasText: 'Source' })).toHaveAttribute('aria-sort', 'ascending')
})

test("says 'Please wait...' while it loads and 'No Records found...' when nothing is left of it (§2.40)", async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Waiting study')
  let figures: HeldCalls | undefined
  const page = await visit('admin@acme.example', study.sourceTablePath, {
    prepare: async page => {
      figures = await holdCalls(page, new RegExp(`/v1/.*surveys?/${study.surveyId}(/|\\?|$)|/v1/survey-stream`))
    },
  })
  const grid = page.getByRole('grid', { name: 'Sources' })
  await expect(grid.getByRole('gridcell')).toHaveText(['Please wait...'])
  figures?.release()
  await expect(rowHeads(page)).toHaveText([/North panel/, /South panel/, 'Total'])
  await page.getByRole('searchbox', { name: 'Search sources' }).fill('no such source')
  await expect(grid.getByRole('gridcell')).toHaveText(['No Records found...'])
  await expect(page.getByText('0 of 2 rows')).toBeVisible()
  await expect(page).toHaveURL(/[?&]q=no%20such%20source|[?&]q=no\+such\+source/)
})

test('can be sorted and walked by the keyboard alone (§2.40)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Keyed study')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await expect(rowHeads(page)).toHaveCount(3)
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByRole('button', { name: 'Export', exact: true }).focus()
  await press('Tab')
  await expect(headButton(page, 'Source')).toBeFocused()
  await press('Enter', 'Enter')
  await expect(rowHeads(page)).toHaveText([/South panel/, /North panel/, 'Total'])
  await press('End')
  await expect(headButton(page, 'Status')).toBeFocused()
  await press('Control+End', 'ArrowUp')
  const status = page.getByRole('row', { name: /North panel/ }).getByRole('button', { name: /^Status of/ })
  await expect(status).toBeFocused()
  await press('k')
  await expect(page.getByRole('row', { name: /South panel/ }).getByRole('button', { name: /^Status of/ })).toBeFocused()
  await press('Tab', 'Shift+Tab')
  await expect(page.getByRole('row', { name: /South panel/ }).getByRole('button', { name: /^Status of/ })).toBeFocused()
  await press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
})

test('a status is changed by the keyboard alone: Enter opens the menu on its first item, before the answer and after; Escape leads back (§2.40, §4.3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Pressed study')
  let statuses: HeldCalls | undefined
  const page = await visit('admin@acme.example', study.sourceTablePath, {
    prepare: async page => {
      statuses = await holdCalls(page, /\/v1\/statuses\//)
    },
  })
  await expect(rowHeads(page)).toHaveCount(3)
  const status = statusButton(page, 'North panel')
  const present = page.getByRole('menuitem', { name: 'Live', exact: true })
  const dialog = confirmation(page)
  await headButton(page, 'Source').focus()
  for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key)
  await expect(status).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(present).toBeFocused()
  await expect(present).toContainText('Loading...')
  statuses?.release()
  await expect(present).toContainText('Current status')
  await expect(present).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(statusItem(page, 'Paused')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(status).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(present).toContainText('Current status')
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(status).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(present).toContainText('Current status')
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Yes, Change Status' })).toBeFocused({ timeout: 50 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(statusButton(page, 'North panel')).toHaveAccessibleName(/^Status of North panel: Paused/)
  await expect(statusButton(page, 'North panel')).toBeFocused()
})
