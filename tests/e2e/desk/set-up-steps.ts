import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import { expect, type Locator, type Page } from '@playwright/test'
import { openList } from './open-list.ts'
import { ask } from './ask.ts'

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

/**
 * Does the steps of a curl user: follows the entry link, chooses an outcome of the practice survey, and gives the
 * supplier's address to which the respondent returns.
 */
export async function respond(
  url: string,
  sourceId: number,
  supplierId: number,
  rid: string,
  outcome: (typeof OUTCOMES)[number],
): Promise<string | null> {
  const get = (path: string) => ask(new URL(path, url))
  const entered = await get(`/entry/${sourceId}?sup=${supplierId}&rid=${rid}`)
  const page = await (await get(entered.headers.get('location') ?? '')).text()
  const link = new RegExp(`<a href="([^"]*)">${outcome}<`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return (await get(link)).headers.get('location')
}

/** Creates a business unit by its page. */
export async function newBusinessUnit(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Administration', exact: true }).click()
  await page.getByRole('link', { name: 'Business units', exact: true }).click()
  await page.getByRole('button', { name: 'New business unit' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name })).toBeVisible()
}

/** Uploads a rate card of a business unit, of $4.25 for the study below, by its page. */
export async function newRateCard(page: Page, name: string, unit: string): Promise<void> {
  await page.getByRole('link', { name: 'Rate cards', exact: true }).click()
  await page.getByRole('button', { name: 'New rate card' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(name)
  await openList(dialog.getByRole('button', { name: /Business unit/i }))
  await page.getByRole('option', { name: unit, exact: true }).click()
  await dialog
    .getByLabel('File of the rate card')
    .setInputFiles({ name: 'card.csv', mimeType: 'text/csv', buffer: Buffer.from('LOI,90,50\n10,2.10,4.25\n20,,6\n') })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('rowheader', { name })).toBeVisible()
}

interface StudyChoices {
  readonly businessUnit?: string
  /** The price of the rate card, taken as the sell price; else it is typed. */
  readonly priceOfCard?: string
}

/** Creates a project with a survey of 30 completes that leads to the practice survey, and stays at its sources. */
export async function newStudy(page: Page, { businessUnit, priceOfCard }: StudyChoices = {}): Promise<void> {
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await page.getByRole('link', { name: 'New project' }).click()
  await field(page, 'Project name').fill('Tea study')
  await field(page, 'Project number').fill('TEA-1')
  await choose(page, 'Project Manager', 'Other (no consultant)')
  if (businessUnit !== undefined) await choose(page, /Business Unit/, businessUnit)
  await page.getByLabel('Out of field date').fill('2099-03-01T18:00')
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
  if (priceOfCard === undefined) await field(page, 'Sell Price').fill('8.15')
  else {
    await main(page).getByRole('group', { name: 'Buyer pricing' }).getByRole('button', { name: 'Use it' }).click()
    await expect(field(page, 'Sell Price')).toHaveValue(priceOfCard)
  }
  await page.locator('[data-field="survey_url"] input').fill(PRACTICE_SURVEY_URL)
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('heading', { name: 'Tea survey', level: 1 })).toBeVisible()
}
