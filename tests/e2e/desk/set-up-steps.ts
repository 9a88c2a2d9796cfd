import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import { expect, type Locator, type Page } from '@playwright/test'
import { openList } from './open-list.ts'

/** The outcomes of the practice survey, as its page names them. */
export const OUTCOMES = [
  'Complete',
  'Screened out by the client',
  'Quota is full',
  'Quality termination',
  'Security termination',
] as const

const main = (page: Page): Locator => page.getByRole('main')
/** A text field of the page by its label. */
export const field = (page: Page, label: string | RegExp): Locator => main(page).getByRole('textbox', { name: label })
/** A row of the table of sources. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'Sources' }).getByRole('row').filter({ hasText: name })

/** Chooses from a list that a button opens. */
export async function choose(page: Page, button: string | RegExp, option: string): Promise<void> {
  await openList(main(page).getByRole('button', { name: button }))
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

/** Chooses from a list that is searched by typing. */
export async function search(page: Page, box: string, option: string): Promise<void> {
  const combobox = main(page).getByRole('combobox', { name: box })
  await combobox.fill(option)
  await page.getByRole('option', { name: option, exact: true }).first().click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

/** Creates a supplier by its form. */
export async function newSupplier(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Suppliers', exact: true }).first().click()
  await page.getByRole('link', { name: 'New supplier' }).first().click()
  await page.getByLabel('Name').fill(name)
  await choose(page, 'Choose a type', 'Panel')
  await choose(page, 'Choose how it recruits', 'River')
  await page.getByLabel('Default redirect').fill(`https://${name.toLowerCase()}.example/back?id=[%RID%]&o=[%OUTCOME%]`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Suppliers' }).getByRole('rowheader', { name })).toBeVisible()
}

/** Sets the project or survey of the page live. */
export async function launchHead(page: Page): Promise<void> {
  await main(page)
    .getByRole('button', { name: /^Change status|Draft/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /Live/ }).click()
  await page.getByRole('button', { name: 'Yes, Change Status' }).click()
  await expect(main(page).getByRole('button', { name: /Live/ }).first()).toBeVisible()
}

/** Begins a source of this type. */
export async function newSource(page: Page, type: string, name: string, target: string): Promise<void> {
  await page.getByRole('button', { name: 'New source' }).first().click()
  await page.getByRole('menuitem', { name: type }).click()
  await field(page, 'Source Name').fill(name)
  await field(page, 'Target (N)').fill(target)
}

/** Adds a supplier to the source of the page. */
export async function addSupplier(page: Page, name: string): Promise<void> {
  const box = main(page).getByRole('combobox', { name: 'Add a supplier' })
  await box.focus()
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).click()
  await expect(field(page, `Allocation of ${name}`)).toBeVisible()
}

/** Saves the source of the page and sets it live. */
export async function saveAndLaunch(page: Page, name: string): Promise<void> {
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  await expect(row(page, name)).toContainText('Live')
}

/** What curl does: follows the entry link, chooses an outcome of the practice survey, and is told where the supplier takes its respondent back. */
export async function respond(
  url: string,
  sourceId: number,
  supplierId: number,
  rid: string,
  outcome: (typeof OUTCOMES)[number],
): Promise<string | null> {
  const get = (path: string) => fetch(new URL(path, url), { redirect: 'manual' })
  const entered = await get(`/entry/${sourceId}?sup=${supplierId}&rid=${rid}`)
  const page = await (await get(entered.headers.get('location') ?? '')).text()
  const link = new RegExp(`<a href="([^"]*)">${outcome}<`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return (await get(link)).headers.get('location')
}

/** Creates a project with a survey of 30 completes that leads to the practice survey, and stays at its sources. */
export async function newStudy(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await page.getByRole('link', { name: 'New project' }).click()
  await field(page, 'Project name').fill('Tea study')
  await field(page, 'Project number').fill('TEA-1')
  await choose(page, 'Project Manager', 'Other (no consultant)')
  await page.getByLabel('Out of field date').fill('2030-03-01T18:00')
  await main(page)
    .getByRole('button', { name: /Create project$/ })
    .click()

  await page.getByRole('link', { name: 'New survey' }).first().click()
  await page.getByLabel('Survey name').fill('Tea survey')
  await search(page, 'Country', 'United States of America')
  await choose(page, 'Language', 'English')
  await field(page, 'Target (N)').fill('30')
  await field(page, 'Estimated LOI').fill('10')
  await field(page, 'Incidence Rate').fill('50')
  await field(page, 'Sell Price').fill('8.15')
  await page.locator('[data-field="survey_url"] input').fill(PRACTICE_SURVEY_URL)
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('heading', { name: 'Tea survey', level: 1 })).toBeVisible()
}
