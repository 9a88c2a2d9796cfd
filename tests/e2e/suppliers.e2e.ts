import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Desk } from './desk/desk.ts'
import { expect, test, type VisitOptions } from './desk/desk-fixture.ts'
import { exported } from './desk/exported.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { choose } from './desk/set-up-steps.ts'
import { filterChip } from './desk/filters.ts'

type Visit = (username: string, path: string, options?: VisitOptions) => Promise<Page>

/** An admin of Acme who sees prices and whom sources buy from. */
async function pricedAdmin(desk: Desk, visit: Visit, path: string): Promise<Page> {
  const { username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, roleId: 1, advancedView: true })
  return visit(username, path, { token: await desk.signIn(username, TEST_PASSWORD) })
}

const table = (page: Page): Locator => page.getByRole('grid', { name: 'Suppliers' })
const names = (page: Page): Locator => table(page).getByRole('rowheader')
const toast = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .filter({ hasText: text })
/** Goes on with the tab key until this field has the focus. */
async function tabTo(page: Page, field: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused({ timeout: 50 })
  }).toPass({ timeout: 20_000, intervals: [0] })
}

test('a supplier is made with the keyboard alone: missing values are named, its redirects are checked while they are typed, thresholds are asked for (§2.13, §3.7, §5.16, §5.17, §8.7, api:U10)', async ({
  desk,
  visit,
}) => {
  const name = `Harbor ${randomUUID().slice(0, 8)}`
  const page = await pricedAdmin(desk, visit, '/projects')
  await page.getByRole('link', { name: 'Suppliers' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Suppliers', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Suppliers', exact: true }).first()).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('link', { name: 'New supplier' }).first().press('Enter')
  await expect(page.getByRole('heading', { name: 'New supplier' })).toBeVisible()

  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  for (const text of ['Name is required', 'Type is required', 'Recruitment Type is required'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  for (const [question, letter] of [
    ['Choose a type', 'P'],
    ['Choose how it recruits', 'R'],
  ] as const) {
    await tabTo(page, page.getByRole('button', { name: question }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press(letter)
    await page.keyboard.press('Enter')
  }
  const complete = page.getByLabel('Complete redirect')
  await tabTo(page, complete)
  await page.keyboard.type('http://harbor.example/c?p=[%RID%]')
  await expect(complete).toHaveAccessibleDescription(/must begin with https:\/\//)
  await complete.fill('https://harbor.example/c?p=[%RID%]')
  await expect(complete).toHaveAccessibleDescription('R-1024 would be sent to https://harbor.example/c?p=R-1024')
  await expect(page.getByLabel('Quality redirect')).toHaveAccessibleDescription(
    'Without it: Termination, then Default.',
  )

  await expect(page.getByLabel('Threat Level')).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Security' })).toContainText(
    'How Defender judges its respondents at the door',
  )
  await choose(page, /Thresholds saved as account default/, '7 Tailored per supplier')
  await page.getByRole('switch', { name: 'Bot detection' }).press('Space')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByLabel('Threat Level')).toBeFocused()
  await expect(page.getByText('Threat Level is required', { exact: true })).toBeVisible()
  await page.keyboard.type('40')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')

  await expect(toast(page, `${name} was saved`)).toBeVisible()
  await expect(page).toHaveURL(atHash('/suppliers'))
  await page.getByRole('searchbox', { name: 'Search suppliers' }).fill(name)
  await expect(names(page)).toHaveText([name])
  await expect(table(page).getByRole('row').nth(1)).toContainText(/Panel.*River.*Complete/)
})

test('a supplier is edited, shows its history, and is not deleted while a source buys from it (§3.7, api:L3, api:U11, api:U12)', async ({
  desk,
  visit,
}) => {
  const name = `Supplied ${randomUUID().slice(0, 8)}`
  const study = await desk.newStudy('acme', name, { sources: ['Kestrel source'] })
  const source = study.sources['Kestrel source']!
  const id = source.supplierIds[0]!
  const page = await pricedAdmin(desk, visit, `/suppliers?q=${id}`)
  // names of other tests' suppliers are random, and may hold the id as well
  await names(page).locator(`a[href="#/suppliers/${id}"]`).click()
  await expect(page.getByRole('grid', { name: 'Sources' }).getByRole('row').nth(1)).toContainText('Kestrel source')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Northlight Panels')
  await page.getByLabel('Supplier CPI').fill('')
  await page.getByLabel('Default redirect').fill('https://northlight.example/default')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  const sent = page.waitForRequest(request => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // an empty price is sent as 0
  expect((await sent).postDataJSON()).toMatchObject({ supplier_cpi: 0, version: 1 })
  await expect(toast(page, 'Northlight Panels was saved')).toBeVisible()

  await goToHash(page, `/suppliers/${id}?tab=settings`)
  const change = page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()
  await expect(change).toContainText('Edited by Ada Byron')
  await expect(change).toContainText(/Supplier CPI\$3\.10→to-/)
  await expect(change).toContainText('https://northlight.example/default')

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete supplier' }).getByRole('button', { name: 'Delete' }).click()
  const refusal = page.getByRole('dialog', { name: 'Northlight Panels is in use' })
  await expect(refusal).toContainText('It cannot be deleted while a source buys from it.')
  await expect(refusal.getByRole('listitem')).toHaveText([
    `Kestrel source (${source.sourceId})${name} / ${name} survey`,
  ])
  await refusal.getByRole('link', { name: `Kestrel source (${source.sourceId})` }).click()
  await expect(page).toHaveURL(atHash(study.sourceTablePath))

  const { body: spare } = await desk.call('POST', '/v1/suppliers', {
    token: await desk.tokenOf('admin@acme.example'),
    body: { name: 'Spare supplier', pm_supplier_type_code_ud: 1, recruitment_type: 1 },
  })
  await goToHash(page, `/suppliers/${spare.pm_sup_ud}?tab=settings`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Spare supplier was deleted')).toBeVisible()
  await goToHash(page, `/suppliers/${spare.pm_sup_ud}`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a press on New supplier that begins while the first list loads, and ends when it came empty, opens the form (§2.13)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({
    name: `Empty ${randomUUID().slice(0, 8)}`,
    parentAccountId: DEMO_ACCOUNTS.staff,
  })
  const { username } = await desk.maker.user({ accountId, roleId: 1, advancedView: true })
  const page = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  let answer = () => {}
  const asked = new Promise<void>(resolve => (answer = resolve))
  await page.route('**/v1/suppliers?*', async route => {
    await asked
    await route.continue()
  })
  await goToHash(page, '/suppliers')
  await page.getByRole('link', { name: 'New supplier' }).first().hover()
  await page.mouse.down()
  answer()
  await expect(page.getByText('No suppliers yet')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'New supplier' })).toBeVisible()
})

test('a user reads suppliers, without the price in the plain view, and makes or changes none; so does the export (domain.md §8, §6.11, §9.11, api:U13)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', `Read ${randomUUID().slice(0, 8)}`, { sources: ['Read source'] })
  const id = study.sources['Read source']!.supplierIds[0]!
  const page = await visit('user@acme.example', '/suppliers?type=1&sort=-sources')
  await expect(filterChip(page, 'Type')).toBeVisible()
  await expect(table(page).getByRole('columnheader', { name: 'Sources' })).toHaveAttribute('aria-sort', 'descending')
  await expect(table(page).getByRole('columnheader', { name: 'CPI' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'New supplier' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search suppliers' }).fill(String(id))
  await expect(names(page)).toHaveText(['Northlight Panels'])
  const { file, notes, header, rows } = await exported(page)
  expect([file, header, rows.map(cells => cells.slice(0, 3))]).toEqual([
    expect.stringMatching(/^suppliers-\d{4}-\d\d-\d\d\.csv$/),
    ['Name', 'ID', 'Type', 'Recruitment', 'Sources', 'Redirects'],
    [['Northlight Panels', String(id), 'Panel']],
  ])
  expect(notes).toMatch(
    new RegExp(
      `Table: Suppliers \\| Filter: Type: Panel \\| Filter: Search: ${id} \\| Order: Sources, descending \\| .*Zone: America/New_York`,
    ),
  )
  await names(page).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Northlight Panels', level: 1 })).toBeVisible()
  await expect(page.getByText('https://northlight-panels.example/r', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByText('Supplier CPI')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Save|Delete/ })).toHaveCount(0)
  await goToHash(page, '/suppliers/new')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
