import type { Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { confirmation, statusButton, statusItem } from './desk/status-steps.ts'

const LEAST_TARGET_PX = 24
const editor = (page: Page) => page.getByRole('dialog')

const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })

/** The controls of the cards that a finger would miss. */
const smallTargets = (page: Page) =>
  page.getByRole('grid').evaluate(
    (grid, least) =>
      [...grid.querySelectorAll('a, button, label')]
        .filter(control => control.checkVisibility())
        .map(control => ({ name: control.textContent, box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.width < least || box.height < least)
        .map(({ name }) => name),
    LEAST_TARGET_PX,
  )

// at 320 px the top bar has two lines
for (const { width, top } of [
  { width: 390, top: 240 },
  { width: 320, top: 300 },
])
  test(`at ${width} px a source is a card that a finger can choose, edit and pause, and nothing scrolls sideways (day.md §5)`, async ({
    desk,
    visit,
  }) => {
    const study = await desk.newStudy('acme', `Study at ${width}`, { sources: ['Alpha', 'Bravo'] })
    const page = await visit('advanced@acme.example', study.sourceTablePath, {
      viewport: { width, height: 844 },
      hasTouch: true,
    })
    const card = page.getByRole('row', { name: /Alpha/ })
    await expect(card).toContainText('Live')
    await expect(card.getByRole('gridcell').filter({ hasText: '0/ 100' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveCount(0)
    expect(await sideways(page)).toBe(0)
    expect(await smallTargets(page)).toEqual([])
    expect((await card.boundingBox())!.y).toBeLessThanOrEqual(top)

    await card.getByRole('gridcell').filter({ hasText: '0/ 100' }).tap()
    await expect(editor(page).getByRole('textbox', { name: 'Target (N)' })).toHaveValue('100')
    await page.keyboard.insertText('150')
    await page.keyboard.press('Enter')
    await expect(card.getByRole('gridcell').filter({ hasText: '0/ 150' })).toBeVisible()

    await card.getByRole('checkbox', { name: 'Select Alpha' }).tap()
    await expect(page.getByRole('group', { name: 'Selected sources' })).toContainText('1 selected')
    await page.getByRole('button', { name: 'Clear' }).tap()

    await statusButton(page, 'Alpha').tap()
    await statusItem(page, 'Paused').tap()
    await confirmation(page).getByRole('button', { name: 'Yes, Change Status' }).tap()
    await expect(statusButton(page, 'Alpha')).toHaveAccessibleName(/^Status of Alpha: Paused/)
    // with the notice of another order below the table
    expect(await sideways(page)).toBe(0)
  })

test('at 390 px projects and surveys are cards that lead on, and the table is one press away (day.md §5)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Pocket study')
  const page = await visit('advanced@acme.example', '/projects?q=Pocket', { viewport: { width: 390, height: 844 } })
  await page
    .getByRole('row', { name: /Pocket study/ })
    .getByRole('link')
    .click()
  const survey = page.getByRole('row', { name: /Pocket study survey/ })
  await expect(survey.getByRole('link', { name: /^Edit/ })).toBeVisible()
  expect((await survey.boundingBox())!.y).toBeLessThanOrEqual(240)
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'As table', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Completes' })).toBeAttached()
  await page.reload()
  await page.getByRole('button', { name: 'As cards' }).click()
  await survey.getByRole('link').first().click()
  await expect(page.getByRole('grid', { name: 'Sources' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${study.sourceTablePath}$`))
})
