import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'

const COLUMNS = '?cols=completes.price.daysLeft.status'
const cell = (page: Page, row: RegExp, column: number): Locator =>
  page.getByRole('row', { name: row }).getByRole('gridcell').nth(column)
const [TARGET, PRICE] = [0, 1]
const editor = (page: Page): Locator => page.getByRole('dialog')
const message = (page: Page): Locator => page.getByLabel('Messages')

/** Counts clicks and keys that are no text: what a change costs beside its value. */
async function countActs(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as Window & { acts?: number }
    counted.acts = 0
    const count = () => (counted.acts = (counted.acts ?? 0) + 1)
    window.addEventListener('dblclick', count, { capture: true })
    window.addEventListener('keydown', ({ key }) => (key.length > 1 ? count() : undefined), { capture: true })
  })
  return () => page.evaluate(() => (window as Window & { acts?: number }).acts ?? 0)
}

test('a price and a target are changed in two acts each: open and Enter; the change is said before, and undone after (day.md §3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Edited study', { sources: ['Alpha', 'Bravo'] })
  const page = await visit('advanced@acme.example', study.sourceTablePath + COLUMNS)
  await expect(cell(page, /Alpha/, PRICE)).toHaveText('$2.50')
  const acts = await countActs(page)

  await cell(page, /Alpha/, PRICE).dblclick()
  await expect(editor(page).getByRole('textbox', { name: 'Supply Price' })).toHaveValue('2.50')
  await page.keyboard.insertText('3.1')
  await expect(editor(page)).toContainText('$2.50 → $3.10')
  await expect(editor(page)).toContainText('Margin per complete')
  await page.keyboard.press('Enter')
  await expect(cell(page, /Alpha/, PRICE)).toHaveText('$3.10')
  expect(await acts()).toBe(2)

  await expect(cell(page, /Bravo/, PRICE)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  const before = await acts()
  await page.keyboard.press('F2')
  await expect(editor(page).getByRole('textbox', { name: 'Target (N)' })).toHaveValue('100')
  await page.keyboard.insertText('250')
  await page.keyboard.press('Enter')
  await expect(cell(page, /Bravo/, TARGET)).toHaveText('0/ 250')
  expect((await acts()) - before).toBe(2)

  await message(page).getByRole('button', { name: 'Undo' }).first().click()
  await expect(cell(page, /Bravo/, TARGET)).toHaveText('0/ 100')
})

test('Esc leaves a cell as it was, Tab saves and opens the next one, and a fault is said at the field (§5.19)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Keyed edits', { sources: ['Alpha'] })
  const page = await visit('advanced@acme.example', study.sourceTablePath + COLUMNS)
  await cell(page, /Alpha/, TARGET).dblclick()
  await expect(editor(page).getByRole('textbox', { name: 'Target (N)' })).toHaveValue('100')
  await page.keyboard.insertText('700')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toHaveCount(0)
  await expect(cell(page, /Alpha/, TARGET)).toBeFocused()
  await expect(cell(page, /Alpha/, TARGET)).toHaveText('0/ 100')

  await page.keyboard.press('Enter')
  await expect(editor(page).getByRole('textbox', { name: 'Target (N)' })).toHaveValue('100')
  await page.keyboard.insertText('120')
  await page.keyboard.press('Tab')
  await expect(editor(page).getByRole('textbox', { name: 'Supply Price' })).toHaveValue('2.50')
  await expect(cell(page, /Alpha/, TARGET)).toHaveText('0/ 120')
  await page.keyboard.insertText('900')
  await page.keyboard.press('Enter')
  await expect(editor(page)).toContainText('Supply Price value must be less than $200.00')
})

test('of two users who edit one cell the second sees both values, and saves over the first only by another Enter (day.md §3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Contended study', { sources: ['Alpha'] })
  const [first, second] = [
    await visit('advanced@acme.example', study.sourceTablePath + COLUMNS),
    await visit('advanced@acme.example', study.sourceTablePath + COLUMNS),
  ]
  for (const page of [first, second]) {
    await cell(page, /Alpha/, PRICE).dblclick()
    await expect(editor(page).getByRole('textbox', { name: 'Supply Price' })).toHaveValue('2.50')
  }
  await first.keyboard.insertText('4')
  await first.keyboard.press('Enter')
  await expect(cell(first, /Alpha/, PRICE)).toHaveText('$4.00')
  await second.keyboard.insertText('5')
  await second.keyboard.press('Enter')
  await expect(editor(second)).toContainText('it is $4.00 now, and yours is $5.00')
  await second.keyboard.press('Enter')
  await expect(cell(first, /Alpha/, PRICE)).toHaveText('$5.00')
})

test('Ctrl C copies the chosen rows with their heads, as numbers (day.md §3)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Copied study', { sources: ['Alpha', 'Bravo'] })
  const page = await visit('advanced@acme.example', study.sourceTablePath + COLUMNS)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('checkbox', { name: 'Select Alpha' }).check()
  await page.keyboard.press('Control+c')
  await expect(message(page)).toContainText('The table of the chosen rows was copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Source\tCompletes\tPrice\tDays left\tStatus\nAlpha\t0\t2\.50\t\d+\.\d\tLive$/,
  )
})
