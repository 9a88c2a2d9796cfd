import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { openList } from './desk/open-list.ts'

const OUTCOMES = [
  'Complete',
  'Screened out by the client',
  'Quota is full',
  'Quality termination',
  'Security termination',
] as const

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, label: string | RegExp): Locator => main(page).getByRole('textbox', { name: label })
const row = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'Sources' }).getByRole('row').filter({ hasText: name })

async function choose(page: Page, button: string | RegExp, option: string): Promise<void> {
  await openList(main(page).getByRole('button', { name: button }))
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

async function search(page: Page, box: string, option: string): Promise<void> {
  const combobox = main(page).getByRole('combobox', { name: box })
  await combobox.fill(option)
  await page.getByRole('option', { name: option, exact: true }).first().click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

async function newSupplier(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Suppliers', exact: true }).first().click()
  await page.getByRole('link', { name: 'New supplier' }).first().click()
  await page.getByLabel('Name').fill(name)
  await choose(page, 'Choose a type', 'Panel')
  await choose(page, 'Choose how it recruits', 'River')
  await page.getByLabel('Default redirect').fill(`https://${name.toLowerCase()}.example/back?id=[%RID%]&o=[%OUTCOME%]`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('grid', { name: 'Suppliers' }).getByRole('rowheader', { name })).toBeVisible()
}

async function launchHead(page: Page): Promise<void> {
  await main(page)
    .getByRole('button', { name: /^Change status|Draft/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /Live/ }).click()
  await page.getByRole('button', { name: 'Yes, Change Status' }).click()
  await expect(main(page).getByRole('button', { name: /Live/ }).first()).toBeVisible()
}

async function newSource(page: Page, type: string, name: string, target: string): Promise<void> {
  await page.getByRole('button', { name: 'New source' }).first().click()
  await page.getByRole('menuitem', { name: type }).click()
  await field(page, 'Source Name').fill(name)
  await field(page, 'Target (N)').fill(target)
}

async function addSupplier(page: Page, name: string): Promise<void> {
  const box = main(page).getByRole('combobox', { name: 'Add a supplier' })
  await box.focus()
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).click()
  await expect(field(page, `Allocation of ${name}`)).toBeVisible()
}

async function saveAndLaunch(page: Page, name: string): Promise<void> {
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  await expect(row(page, name)).toContainText('Live')
}

/** What curl does: follows the entry link, chooses an outcome of the practice survey, and is told where the supplier takes its respondent back. */
async function respond(
  desk: Desk,
  sourceId: number,
  supplierId: number,
  rid: string,
  outcome: (typeof OUTCOMES)[number],
): Promise<string | null> {
  const get = (path: string) => fetch(new URL(path, desk.url), { redirect: 'manual' })
  const entered = await get(`/entry/${sourceId}?sup=${supplierId}&rid=${rid}`)
  const page = await (await get(entered.headers.get('location') ?? '')).text()
  const link = new RegExp(`<a href="([^"]*)">${outcome}<`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return (await get(link)).headers.get('location')
}

test('an account with one admin and nothing else: a study with a DIY, a classic and a Lucid source is set up and launched in the browser alone, five respondents end in five ways, and every figure is right to the cent', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({
    name: `Fresh ${randomUUID().slice(0, 8)}`,
    parentAccountId: DEMO_ACCOUNTS.staff,
  })
  const { username } = await desk.maker.user({ accountId, roleId: 1, advancedView: true })
  const page = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()

  await newSupplier(page, 'Kestrel')
  await newSupplier(page, 'Heron')

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

  await newSource(page, 'DIY', 'Panel mix', '10')
  await field(page, 'Supply Price').fill('2.35')
  await addSupplier(page, 'Kestrel')
  await saveAndLaunch(page, 'Panel mix')
  await newSource(page, 'Classic', 'Own panel', '10')
  await field(page, 'CPI').fill('4.05')
  await choose(page, 'Choose a supplier', 'Heron')
  await saveAndLaunch(page, 'Own panel')
  await newSource(page, 'Lucid', 'Exchange', '10')
  await addSupplier(page, 'Heron')
  await saveAndLaunch(page, 'Exchange')

  await launchHead(page)
  await page.getByRole('link', { name: 'Tea study' }).click()
  await launchHead(page)
  await page.goBack()

  const token = await desk.signIn(username, TEST_PASSWORD)
  const surveyId = Number(/survey\/(\d+)\/streams/.exec(page.url())?.[1])
  const { body: sources } = await desk.call('GET', `/v1/survey-stream-metrics/${surveyId}`, { token })
  const { body: suppliers } = await desk.call('GET', '/v1/suppliers', { token })
  const idOf = (name: string): number => sources.find((source: { name: string }) => source.name === name).stmid
  const supplierOf = (name: string): number =>
    suppliers.find((supplier: { name: string }) => supplier.name === name).pm_sup_ud
  const back = []
  for (const [no, outcome] of OUTCOMES.entries())
    back.push(await respond(desk, idOf('Panel mix'), supplierOf('Kestrel'), `r-${no}`, outcome))
  expect(back).toEqual(
    ['complete', 'termination', 'overquota', 'quality', 'security'].map(
      (outcome, no) => `https://kestrel.example/back?id=r-${no}&o=${outcome}`,
    ),
  )
  expect(await respond(desk, idOf('Own panel'), supplierOf('Heron'), 'r-9', 'Complete')).toBe(
    'https://heron.example/back?id=r-9&o=complete',
  )

  await expect(row(page, 'Panel mix')).toContainText('$2.35')
  await expect(row(page, 'Own panel')).toContainText('$4.05')
  await expect(row(page, 'All sources')).toContainText('$6.40')
  const { body: figures } = await desk.call('GET', `/v1/survey-stream-metrics/${surveyId}`, { token })
  const shown = [
    'entrants',
    'eqTerms',
    'terms',
    'oQs',
    'sqTerms',
    'abandons',
    'inflight',
    'completes',
    'ir',
    'conversion',
    'supplierCpi',
    'expense',
  ]
  expect(
    figures.map((source: Record<string, unknown>) => [source['name'], ...shown.map(column => source[column])]),
  ).toEqual([
    ['Panel mix', 5, 0, 1, 1, 2, 0, 0, 1, 1 / 3, 0.2, 2.35, 2.35],
    ['Own panel', 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 4.05, 4.05],
    ['Exchange', 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, 0],
  ])
  const { body: costs } = await desk.call(
    'GET',
    `/v2/reports/costsummary?pm_proj_ud=${sources[0] === undefined ? 0 : (await desk.call('GET', `/v1/surveys/${surveyId}`, { token })).body.pm_proj_ud}`,
    { token },
  )
  expect(costs.total).toMatchObject({ completes: 2, revenue: 16.3, expense: 6.4, margin: 9.9 })
})
