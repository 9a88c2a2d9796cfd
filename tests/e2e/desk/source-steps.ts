import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import { expect, type Locator, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Desk } from './desk.ts'

/** A survey of an account of this test's own, with two suppliers; Ada and Ben see prices and suppliers. */
export async function setUpSources(desk: Desk) {
  const accountId = await desk.maker.account({
    name: `Sources ${randomUUID().slice(0, 8)}`,
    parentAccountId: DEMO_ACCOUNTS.staff,
  })
  const made = async (firstname: string) => {
    const { username } = await desk.maker.user({ accountId, firstname, lastname: 'Byron', advancedView: true })
    return { username, token: await desk.signIn(username, TEST_PASSWORD) }
  }
  const suppliers = [
    await desk.maker.supplier({ accountId, name: 'Kestrel' }),
    await desk.maker.supplier({ accountId, name: 'Heron' }),
  ]
  const projectId = await desk.maker.project({
    accountId,
    name: 'Tea study',
    outOfFieldAt: new Date('2099-03-01T23:00:00Z'),
  })
  const surveyId = await desk.maker.survey({ accountId, projectId, name: 'Tea survey', surveyUrl: PRACTICE_SURVEY_URL })
  const survey = `/manage/project/${projectId}/survey/${surveyId}`
  return {
    accountId,
    ada: await made('Ada'),
    ben: await made('Ben'),
    suppliers,
    projectId,
    surveyId,
    survey,
    table: `${survey}/streams`,
  }
}

export const main = (page: Page): Locator => page.getByRole('main')
export const field = (page: Page, label: string): Locator => main(page).getByRole('textbox', { name: label })
export const toast = (page: Page, text: string | RegExp): Locator =>
  page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .filter({ hasText: text })
/** The obstacles to the source's launch, line by line. */
export const problems = (page: Page): Locator =>
  main(page)
    .getByRole('region', { name: /launch/ })
    .getByRole('listitem')
export const row = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'Sources' }).getByRole('row').filter({ hasText: name })
/** The id of the source whose page is open. */
export const idOf = (page: Page): number => Number(/streams?\/(\d+)/.exec(page.url())?.[1])

/** Chooses from the menu behind a button by keyboard. */
export async function fromMenu(page: Page, button: string, item: string): Promise<void> {
  await main(page).getByRole('button', { name: button }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

/** Adds a supplier to the source's by keyboard. */
export async function addSupplier(page: Page, name: string): Promise<void> {
  const box = main(page).getByRole('combobox', { name: 'Add a supplier' })
  await box.focus()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, `Allocation of ${name}`)).toBeVisible()
}

/** Adds a qualification by keyboard. @returns the dialog in which it is filled in */
export async function addQualification(page: Page, name: string): Promise<Locator> {
  await main(page).getByRole('button', { name: 'Add qualification' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name or precode' }).fill(name)
  await dialog.getByRole('button', { name, exact: true }).press('Enter')
  await expect(dialog.getByRole('heading', { name })).toBeVisible()
  return dialog
}
