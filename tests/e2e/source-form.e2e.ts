import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { openList } from './desk/open-list.ts'

/** A survey of an account of this test's own, with two suppliers; Ada and Ben see prices and suppliers. */
async function ground(desk: Desk) {
  const accountId = await desk.maker.account({ name: `Sources ${randomUUID().slice(0, 8)}`, parentAccountId: DEMO_ACCOUNTS.staff })
  const made = async (firstname: string) => {
    const { username } = await desk.maker.user({ accountId, firstname, lastname: 'Byron', advancedView: true })
    return { username, token: await desk.signIn(username, TEST_PASSWORD) }
  }
  const suppliers = [await desk.maker.supplier({ accountId, name: 'Kestrel' }), await desk.maker.supplier({ accountId, name: 'Heron' })]
  const projectId = await desk.maker.project({ accountId, name: 'Tea study', outOfFieldAt: new Date('2027-03-01T23:00:00Z') })
  const surveyId = await desk.maker.survey({ accountId, projectId, name: 'Tea survey', surveyUrl: PRACTICE_SURVEY_URL })
  const survey = `/manage/project/${projectId}/survey/${surveyId}`
  return { accountId, ada: await made('Ada'), ben: await made('Ben'), suppliers, projectId, surveyId, survey, table: `${survey}/streams` }
}

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, label: string): Locator => main(page).getByRole('textbox', { name: label })
const toast = (page: Page, text: string | RegExp): Locator => page.getByRole('region', { name: /^Messages/ }).getByRole('listitem').filter({ hasText: text })
const problems = (page: Page): Locator => main(page).getByRole('region', { name: /launch/ }).getByRole('listitem')
const row = (page: Page, name: string): Locator => page.getByRole('grid', { name: 'Sources' }).getByRole('row').filter({ hasText: name })
const idOf = (page: Page): number => Number(/streams?\/(\d+)/.exec(page.url())?.[1])

/** Chooses from the menu behind a button by keyboard. */
async function fromMenu(page: Page, button: string, item: string): Promise<void> {
  await main(page).getByRole('button', { name: button }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

async function addSupplier(page: Page, name: string): Promise<void> {
  const box = main(page).getByRole('combobox', { name: 'Add a supplier' })
  await box.focus()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, `Allocation of ${name}`)).toBeVisible()
}

async function addQualification(page: Page, name: string): Promise<Locator> {
  await main(page).getByRole('button', { name: 'Add qualification' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name or precode' }).fill(name)
  await dialog.getByRole('button', { name, exact: true }).press('Enter')
  await expect(dialog.getByRole('heading', { name })).toBeVisible()
  return dialog
}

test('a DIY source is made by keyboard: suppliers, qualifications and nested quotas; what blocks it is named with the way to it; launched, its test link leads through the survey and the table counts a test (§2.20, §2.32, §5.18, §5.19, api:T4, api:T8, api:T15)', async ({ desk, visit }) => {
  const { ada, table } = await ground(desk)
  const page = await visit(ada.username, table, { token: ada.token })
  await page.getByRole('button', { name: 'New source' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'DIY' }).press('Enter')
  await expect(page).toHaveURL(/\/stream\/new$/)
  await expect(problems(page)).toContainText(['The target must be greater than 0.', 'A price is missing.', 'The source has no supplier.'])

  await field(page, 'Source Name').press('Enter')
  for (const text of ['Source Name is required', 'Target (N) is required', 'Supply Price is required']) await expect(main(page).getByText(text, { exact: true })).toBeVisible()
  await expect(field(page, 'Source Name')).toBeFocused()
  await page.keyboard.type('Panel mix')
  await problems(page).getByRole('button', { name: 'Go to Target (N)' }).press('Enter')
  await expect(field(page, 'Target (N)')).toBeFocused()
  await page.keyboard.type('100')
  await field(page, 'Supply Price').fill('2.50')

  await addSupplier(page, 'Kestrel')
  await addSupplier(page, 'Heron')
  await expect(main(page).getByText('Adds up to 100 %')).toBeVisible()
  await field(page, 'Allocation of Kestrel').fill('70')
  await expect(problems(page)).toContainText(['Adds up to 70 %: 30 % is left to give.'])
  await main(page).getByRole('button', { name: 'Split evenly' }).press('Enter')
  await expect(field(page, 'Allocation of Heron')).toHaveValue('50')
  await field(page, 'Price of Heron').fill('3')

  const gender = await addQualification(page, 'Gender')
  await gender.getByRole('listbox').press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(gender.getByText('2 of 4 answers pass')).toBeVisible()
  await gender.getByRole('button', { name: 'Done' }).press('Enter')
  const age = await addQualification(page, 'Age')
  await age.getByRole('textbox', { name: 'From' }).fill('18')
  await age.getByRole('textbox', { name: 'To' }).fill('64')
  await age.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(main(page).getByRole('list', { name: 'Qualifications' }).getByRole('listitem')).toContainText(['Man, Woman', '18 to 64'])

  await fromMenu(page, 'Quotas of a qualification', 'Gender')
  const quotas = main(page).getByRole('list', { name: 'Quotas' })
  await expect(quotas.getByRole('textbox', { name: 'Target of Man' })).toHaveValue('50')
  await quotas.getByRole('textbox', { name: 'Target of Man' }).fill('80')
  await expect(main(page).getByText('2 quotas · 30 more than Target (N) 100')).toBeVisible()
  await expect(problems(page)).toContainText(['The quotas add up to 130, more than the Target (N) of 100.'])
  await quotas.getByRole('textbox', { name: 'Target of Man' }).fill('40')
  await expect(main(page).getByText('2 quotas · 10 of Target (N) 100 left')).toBeVisible()
  await quotas.getByRole('button', { name: 'Add a quota to Gender' }).press('Enter')
  await quotas.getByRole('textbox', { name: 'Name of quota 3 in group 1' }).fill('Young')
  await quotas.getByRole('textbox', { name: 'Target of Young' }).fill('10')
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(main(page).getByText('A quota needs a condition')).toBeVisible()
  await quotas.getByRole('button', { name: 'Conditions of Young: none' }).press('Enter')
  const conditions = page.getByRole('dialog', { name: 'Who counts in Young' })
  await conditions.getByRole('button', { name: 'Qualification' }).press('Enter')
  await page.getByRole('option', { name: 'Age' }).press('Enter')
  await conditions.getByRole('textbox', { name: 'To' }).fill('12')
  await conditions.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(problems(page)).toContainText(['Nobody can meet this: the source takes Age 18 to 64 alone.'])
  await problems(page).getByRole('button', { name: 'Go to Quotas' }).press('Enter')
  await expect(quotas.getByRole('textbox', { name: 'Name of quota 3 in group 1' })).toBeFocused()
  await quotas.getByRole('button', { name: 'Conditions of Young: Age: 12 or less' }).press('Enter')
  await conditions.getByRole('textbox', { name: 'To' }).fill('24')
  await conditions.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(quotas.getByRole('button', { name: 'Conditions of Young: Age: 24 or less' })).toBeVisible()
  await main(page).getByRole('switch', { name: 'Click balancing' }).press('Space')
  await field(page, 'Source Name').press('Enter')
  await expect(main(page).getByText('Calculation Type is required', { exact: true })).toBeVisible()
  await main(page).getByRole('button', { name: 'Calculation Type' }).press('Enter')
  await page.getByRole('option', { name: 'Survey starts' }).press('Enter')
  await expect(main(page).getByRole('heading', { name: 'Nothing blocks its launch' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(toast(page, 'Panel mix was saved and launched')).toBeVisible()
  await expect(page).toHaveURL(atHash(table))
  await expect(row(page, 'Panel mix')).toContainText('Live')

  await page.getByRole('link', { name: 'Panel mix' }).press('Enter')
  await expect(field(page, 'Source Name')).toHaveValue('Panel mix')
  const id = idOf(page)
  const { body } = await desk.call('GET', `/v1/survey-streams/${id}`, { token: ada.token })
  const { body: stored } = await desk.call('GET', `/v2/survey-quals-quotas?stmid=${id}`, { token: ada.token })
  const { body: sellers } = await desk.call('GET', `/v1/stream-suppliers/${id}`, { token: ada.token })
  expect({
    source: [body.stream_name, body.respondents, body.supplier_cpi, body.stream_status_cd, body.click_balancing, body.calculation_type_code_ud],
    quotas: stored.quota_groups[0].quotas.map((quota: { name: string; target: number; conditions: unknown }) => [quota.name, quota.target, quota.conditions]),
    qualifications: stored.qualifications,
    sellers: sellers.suppliers.map((seller: { name: string; allocation_percent: number; supplier_cpi: number | null }) => [seller.name, seller.allocation_percent, seller.supplier_cpi]),
  }).toEqual({
    source: ['Panel mix', 100, 2.5, STATUS_CODES.live, true, 2],
    quotas: [['Man', 40, [{ param: 'gender', in: ['1'] }]], ['Woman', 50, [{ param: 'gender', in: ['2'] }]], ['Young', 10, [{ param: 'age', min: null, max: 24 }]]],
    qualifications: [{ name: 'Gender', param: 'gender', in: ['1', '2'] }, { name: 'Age', param: 'age', min: 18, max: 64 }],
    sellers: [['Kestrel', 50, null], ['Heron', 50, 3]],
  })

  const link = await main(page).getByRole('textbox', { name: 'Test link' }).inputValue()
  expect(link).toMatch(new RegExp(`#/manage/project/\\d+/survey/\\d+/stream/${id}\\?act=test_survey&sid=\\d+&t=.+`))
  await goToHash(page, link.slice(link.indexOf('#') + 1))
  await expect(page.getByRole('heading', { name: 'Test Panel mix' })).toBeVisible()
  const start = new URL((await main(page).getByRole('link', { name: 'Start a test' }).getAttribute('href'))!)
  const survey = await page.context().newPage()
  await survey.goto(start.pathname + start.search)
  await survey.getByRole('link', { name: 'Complete', exact: true }).click()
  await survey.close()
  await main(page).getByRole('button', { name: 'Look again' }).press('Enter')
  const tests = main(page).getByRole('table', { name: /^Test respondents of Panel mix/ })
  await expect(tests.getByRole('row').nth(1)).toContainText('Complete')
  await tests.getByRole('button', { name: /^Show the path of test-/ }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Complete')
  await goToHash(page, table)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table').filter({ hasText: 'Test' }).getByRole('row').last()).toContainText(/01$/)
})

test('a classic source with its supplier’s redirects and CPI, and a Lucid source without a supply price, are made and launched; a classic one is found by its tst alone (§2.21, §3.37, §5.18, §5.19, api:U4, api:U6)', async ({ desk, visit }) => {
  const { ada, survey, table, suppliers } = await ground(desk)
  await desk.call('PUT', `/v1/suppliers/${suppliers[0]}`, { token: ada.token, body: { name: 'Kestrel', pm_supplier_type_code_ud: 1, recruitment_type: 1, supplier_cpi: 3, redirects: [{ type: 'complete', url: 'https://kestrel.example/c?id=[%RID%]' }] } })
  const page = await visit(ada.username, table, { token: ada.token })
  await page.getByRole('button', { name: 'New source' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Classic' }).press('Enter')
  await field(page, 'Source Name').fill('Own panel')
  await field(page, 'Target (N)').fill('40')
  await field(page, 'CPI').fill('201')
  await field(page, 'CPI').press('Tab')
  await expect(main(page).getByText('Supply Price value must be less than $200.00')).toBeVisible()
  await field(page, 'CPI').fill('4.25')
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(main(page).getByText('Supplier is required')).toBeVisible()
  await main(page).getByRole('button', { name: 'Choose a supplier' }).press('Enter')
  await page.getByRole('option', { name: 'Kestrel' }).press('Enter')
  await expect(field(page, 'Complete redirect')).toHaveAccessibleDescription(/R-1024 is sent to https:\/\/kestrel.example\/c\?id=R-1024/)
  await field(page, 'Quality redirect').fill('https://own.example/q?id=[%RID%]')
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(toast(page, 'Own panel was saved and launched')).toBeVisible()
  await expect(row(page, 'Own panel')).toContainText('Live')
  await page.getByRole('link', { name: 'Own panel' }).click()
  await expect(page).toHaveURL(/\/manual-streams\/\d+$/)
  await expect(field(page, 'Quality redirect')).toHaveValue('https://own.example/q?id=[%RID%]')
  const { body: classic } = await desk.call('GET', `/v3/classic-streams/${idOf(page)}`, { token: ada.token })
  expect([classic.supplier, classic.supplier_cpi, classic.redirects]).toEqual(['Kestrel', 4.25, [{ type: 'quality', url: 'https://own.example/q?id=[%RID%]' }]])
  await expect(main(page).getByText(classic.tst, { exact: true })).toBeVisible()
  await goToHash(page, `${survey}/manual-streams/${classic.stmid}?tst=another`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  await goToHash(page, table)
  await page.getByRole('button', { name: 'New source' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Lucid' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'New Lucid source' })).toBeVisible()
  await field(page, 'Source Name').fill('Exchange')
  await field(page, 'Target (N)').fill('60')
  await expect(field(page, 'Supply Price')).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(toast(page, 'Exchange was saved, and not launched. The source has no supplier.')).toBeVisible()
  await expect(page).toHaveURL(/\/stream\/\d+$/)
  await expect(problems(page)).toContainText(['The source has no supplier.'])
  await field(page, 'Source Name').fill('Big exchange')
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(toast(page, 'Big exchange was saved, and not launched. The source has no supplier.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Big exchange', level: 1 })).toBeVisible()
  await addSupplier(page, 'Heron')
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(row(page, 'Big exchange')).toContainText('Live')

  await row(page, 'Big exchange').getByRole('button', { name: 'Actions for Big exchange' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
  await expect(row(page, 'Big exchange (copy)')).toContainText('Draft')
  await row(page, 'Own panel').getByRole('button', { name: 'Actions for Own panel' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Copy to another survey' }).press('Enter')
  const copying = page.getByRole('dialog', { name: 'Copy Own panel' })
  await copying.getByRole('button', { name: 'Tea survey' }).press('Enter')
  await expect(row(page, 'Own panel (copy)')).toContainText('Draft')
})

test('a new classic source whose supplier is deleted meanwhile is refused, and told at its supplier (§5.28, api:U4)', async ({ desk, visit }) => {
  const { ada, table, suppliers } = await ground(desk)
  const page = await visit(ada.username, table, { token: ada.token })
  await page.getByRole('button', { name: 'New source' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Classic' }).press('Enter')
  await field(page, 'Source Name').fill('Own panel')
  await field(page, 'Target (N)').fill('40')
  await field(page, 'CPI').fill('4.25')
  await openList(main(page).getByRole('button', { name: 'Choose a supplier' }))
  await page.getByRole('option', { name: 'Kestrel' }).click()
  expect((await desk.call('DELETE', `/v1/suppliers/${suppliers[0]}`, { token: ada.token })).status).toBe(204)
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  await expect(main(page).getByText('Somebody deleted this supplier meanwhile: choose another one.')).toBeVisible()
  await openList(main(page).getByRole('button', { name: 'Kestrel' }))
  await page.getByRole('option', { name: 'Heron' }).click()
  await expect(main(page).getByText('Somebody deleted this supplier meanwhile')).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  await expect(toast(page, /^Own panel/)).toBeVisible()
})

test('two people edit one source: each part as it was opened, as one has it and as it is now; a supplier that was deleted meanwhile is named at its row (§5.28, api:T9, api:T14, domain.md §4)', async ({ desk, visit }) => {
  const { accountId, ada, ben, suppliers, projectId, surveyId, survey } = await ground(desk)
  const id = await desk.maker.source({ accountId, projectId, surveyId, name: 'Panel mix', status: STATUS_CODES.draft, supplierIds: [suppliers[0]!] })
  const path = `${survey}/stream/${id}`
  await desk.database.asSystem(tx => sql`update app_user set auto_boost_access = true where username in (${ada.username}, ${ben.username})`.execute(tx))
  const [adas, bens] = [await visit(ada.username, path, { token: ada.token }), await visit(ben.username, path, { token: ben.token })]
  await field(bens, 'Target (N)').fill('120')
  await addSupplier(bens, 'Heron')
  await field(bens, 'Allocation of Kestrel').fill('60')
  await field(bens, 'Allocation of Heron').fill('40')
  await field(bens, 'Alias').fill('Mix of Ben')
  await field(adas, 'Alias').fill('Mix of Ada')
  await field(adas, 'Price of Kestrel').fill('2.75')
  await field(adas, 'Target (N)').fill('150')
  await main(adas).getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(adas, 'Panel mix was saved')).toBeVisible()
  await main(bens).getByRole('button', { name: 'Save as draft' }).click()
  const dialog = bens.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(dialog).toContainText('Ada Byron changed this source since you opened it.')
  await expect(dialog.getByRole('group', { name: 'Suppliers' }).getByRole('definition')).toHaveText(['Kestrel 100 % at 2.50', 'Kestrel 60 % at 2.50, Heron 40 %', 'Kestrel 100 % at 2.75'])
  const alias = dialog.getByRole('group', { name: 'Alias' })
  await expect(alias.getByRole('definition')).toHaveText(['-', 'Mix of Ben', 'Mix of Ada'])
  await alias.getByRole('radio', { name: 'Keep mine' }).check()
  await dialog.getByRole('group', { name: 'Suppliers' }).getByRole('radio', { name: 'Keep mine' }).check()
  await dialog.getByRole('group', { name: 'Target (N)' }).getByRole('radio', { name: 'Take theirs' }).check()
  expect((await desk.call('DELETE', `/v1/suppliers/${suppliers[1]}`, { token: ada.token })).status).toBe(204)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const heron = main(bens).getByRole('row', { name: /Heron/ })
  await expect(heron).toContainText('Somebody deleted this supplier meanwhile. Take it out, or add another one.')
  await expect(field(bens, 'Allocation of Heron')).toHaveValue('40')
  await heron.getByRole('button', { name: 'Take out Heron' }).click()
  await field(bens, 'Allocation of Kestrel').fill('100')
  await main(bens).getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(bens, 'Panel mix was saved')).toBeVisible()
  const { body } = await desk.call('GET', `/v1/survey-streams/${id}`, { token: ada.token })
  expect([body.alias, body.respondents, body.suppliers]).toEqual(['Mix of Ben', 150, [{ pm_sup_ud: suppliers[0], name: 'Kestrel', allocation: 1 }]])

  const plain = await desk.maker.user({ accountId, firstname: 'Cleo', roleId: 2 })
  const cleos = await visit(plain.username, path, { token: await desk.signIn(plain.username, TEST_PASSWORD) })
  await expect(field(cleos, 'Buyer rate')).toHaveValue('8.50')
  expect([await field(cleos, 'Supply Price').count(), await cleos.getByText('Kestrel').count()]).toEqual([0, 0])
  await field(cleos, 'Source Name').fill('Panel mix of Cleo')
  await main(cleos).getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(cleos, 'Panel mix of Cleo was saved')).toBeVisible()
  const { body: kept } = await desk.call('GET', `/v1/survey-streams/${id}`, { token: ada.token })
  expect([kept.stream_name, kept.supplier_cpi]).toEqual(['Panel mix of Cleo', 2.5])
})

test('a buyer rate that is saved is told to analytics as “Save - Buy Price”, with a new source and with a stored one; a save that leaves it as it is tells nothing (§9.12)', async ({ desk, visit }) => {
  const { ada, survey } = await ground(desk)
  const analyticsUrl = `${desk.url}/analytics`
  const told: string[] = []
  const page = await visit(ada.username, `${survey}/stream/new?type=lucid`, {
    token: ada.token,
    prepare: async page => {
      await page.route('**/client-config.json', route => route.fulfill({ json: { hosts: { '127.0.0.1': 'qa' }, analyticsUrl } }))
      page.on('request', request => void (request.url() === analyticsUrl && told.push(request.postDataJSON().name)))
    },
  })
  const save = async (name: string) => {
    await field(page, 'Source Name').fill(name)
    await main(page).getByRole('button', { name: 'Save as draft' }).click()
    await expect(toast(page, `${name} was saved`)).toBeVisible()
  }
  await field(page, 'Target (N)').fill('60')
  await field(page, 'Buyer rate').fill('9.25')
  await save('Exchange')
  await expect.poll(() => told).toEqual(['Save - Buy Price'])
  await expect(page).toHaveURL(/\/stream\/\d+$/)
  await expect(field(page, 'Buyer rate')).toHaveValue('9.25')
  const path = `${survey}/stream/${idOf(page)}`
  await save('Exchange two')
  await goToHash(page, path)
  await expect(field(page, 'Source Name')).toHaveValue('Exchange two')
  await field(page, 'Buyer rate').fill('9.75')
  await save('Exchange three')
  await expect.poll(() => told).toEqual(['Save - Buy Price', 'Save - Buy Price'])
})

test('a new source that is refused is not there, and its form is as it was; saved again it is one; what no field shows is told above the form; an allocation with prices fits an exchange (§5.19, §5.28, §8.7, api:T8)', async ({ desk, visit }) => {
  const { ada, suppliers, surveyId, survey } = await ground(desk)
  const rowsNow = async () => (await desk.call('GET', `/v1/survey-stream-metrics/${surveyId}`, { token: ada.token })).body.map(({ name, statusid }: { name: string; statusid: number }) => [name, statusid])
  const allocation = { name: 'Priced', template_type: 2, suppliers: suppliers.map((pm_sup_ud) => ({ pm_sup_ud, allocation_percent: 50, supplier_cpi: 2 })) }
  expect((await desk.call('POST', '/v1/supplierallocationtemplates', { token: ada.token, body: allocation })).status).toBe(200)
  const page = await visit(ada.username, `${survey}/stream/new?type=lucid`, { token: ada.token })
  await field(page, 'Source Name').fill('Exchange')
  await field(page, 'Target (N)').fill('60')
  await main(page).getByRole('button', { name: 'Allocation templates' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Look at Priced' }).click()
  await dialog.getByRole('button', { name: 'Put it in place' }).click()
  await expect(field(page, 'Allocation of Heron')).toHaveValue('50')
  expect((await desk.call('DELETE', `/v1/suppliers/${suppliers[1]}`, { token: ada.token })).status).toBe(204)
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  const heron = main(page).getByRole('row', { name: /Heron/ })
  await expect(heron).toContainText('Somebody deleted this supplier meanwhile. Take it out, or add another one.')
  await expect(page).toHaveURL(/\/stream\/new/)
  await expect(field(page, 'Source Name')).toHaveValue('Exchange')
  expect(await rowsNow()).toEqual([])
  await heron.getByRole('button', { name: 'Take out Heron' }).click()
  await field(page, 'Allocation of Kestrel').fill('100')

  // an answer that no field of this form has a place for
  const refusal = { message: 'x', details: [{ path: ['suppliers', '0', 'note'], message: 'A note is too long' }, { path: ['type'], message: 'This type is closed' }] }
  await page.route('**/v1/survey-streams', (route) => route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(refusal) }), { times: 1 })
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  const above = main(page).getByRole('alert').filter({ hasText: 'This type is closed' })
  await expect(above).toContainText('Suppliers 1: A note is too long')
  await expect(main(page).getByRole('region', { name: 'Suppliers and allocation' }).getByText('Suppliers 1: A note is too long')).toBeVisible()

  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  await expect(toast(page, 'Exchange was saved and launched')).toBeVisible()
  await expect.poll(rowsNow).toEqual([['Exchange', STATUS_CODES.live]])
})

test('each source has one page; classic ones are not the plain external view’s; what keeps a source or its traffic from going is told with the way there (§2.20, §2.21, domain.md §2, §4, §8)', async ({ desk, visit }) => {
  const { accountId, ada, suppliers, projectId, survey } = await ground(desk)
  const draft = await desk.maker.survey({ accountId, projectId, name: 'Coffee survey', status: STATUS_CODES.draft, surveyUrl: null })
  const draftSurvey = `/manage/project/${projectId}/survey/${draft}`
  const make = (name: string, type: 'diy' | 'classic', status: StatusCode = STATUS_CODES.draft) => desk.maker.source({ accountId, projectId, surveyId: draft, name, type, status, supplierIds: [suppliers[0]!] })
  const [diy, classic] = [await make('Mix', 'diy'), await make('Own', 'classic')]
  const [live, cancelled] = [await make('Waiting', 'diy', STATUS_CODES.live), await make('Ended', 'diy', STATUS_CODES.cancelled)]
  const page = await visit(ada.username, `${draftSurvey}/stream/${classic}`, { token: ada.token })
  await expect(page).toHaveURL(atHash(`${draftSurvey}/manual-streams/${classic}`))
  await expect(page.getByRole('heading', { name: 'Own', level: 1 })).toBeVisible()
  await goToHash(page, `${draftSurvey}/manual-streams/${diy}`)
  await expect(page).toHaveURL(atHash(`${draftSurvey}/stream/${diy}`))
  await expect(problems(page)).toContainText(['The survey URL is missing or not valid.', 'The survey is Draft: no traffic until it is live.'])
  await goToHash(page, `${draftSurvey}/stream/${live}`)
  await expect(main(page).getByRole('region', { name: 'It is launched, and takes nobody yet' }).getByRole('listitem')).toContainText(['The survey is Draft: no traffic until it is live.'])
  await goToHash(page, `${draftSurvey}/stream/${cancelled}`)
  await expect(field(page, 'Source Name')).toHaveValue('Ended')
  await expect(main(page).getByRole('region', { name: /launch/ })).toHaveCount(0)
  await goToHash(page, `${draftSurvey}/stream/${diy}`)
  await problems(page).getByRole('link', { name: 'Go to Survey URL' }).click()
  await expect(page.getByRole('heading', { name: /Coffee survey|Edit survey/, level: 1 })).toBeVisible()
  await expect(page.locator('[data-field="survey_url"] input')).toBeFocused()

  const plain = await desk.maker.user({ accountId, firstname: 'Cleo', roleId: 2 })
  const cleos = await visit(plain.username, `${draftSurvey}/manual-streams/${classic}`, { token: await desk.signIn(plain.username, TEST_PASSWORD) })
  for (const path of [`${draftSurvey}/stream/${classic}`, `${survey}/manual-streams/new`, `${draftSurvey}/manual-streams/${classic}`]) {
    await goToHash(cleos, `${draftSurvey}/streams`)
    await expect(cleos.getByRole('heading', { name: 'Coffee survey', level: 1 })).toBeVisible()
    await goToHash(cleos, path)
    await expect(cleos.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await goToHash(cleos, `${survey}/stream/new`)
  await expect(problems(cleos)).toContainText(['A price is missing. Ask Ada Byron or Ben Byron to set it.', 'The source has no supplier. Ask Ada Byron or Ben Byron to set it.'])
})

test('what a source asks and whom it buys from are kept as templates, looked at before they overwrite, put in place, and deleted once that is confirmed (api:T23, api:T24, api:T25, api:T26, api:T27, api:T29, api:T31)', async ({ desk, visit }) => {
  const { accountId, ada, suppliers, projectId, surveyId, survey } = await ground(desk)
  const id = await desk.maker.source({ accountId, projectId, surveyId, name: 'Panel mix', status: STATUS_CODES.draft, target: 90, supplierIds: suppliers })
  const body = { stmid: id, qualifications: [{ name: 'Age', param: 'age', min: 18, max: 64 }], quota_groups: [{ name: 'Age', conditions: [], quotas: [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 30 }], target: 40 }] }] }
  await desk.call('POST', '/v2/survey-quals-quotas', { token: ada.token, body })
  const page = await visit(ada.username, `${survey}/stream/${id}`, { token: ada.token })
  const dialog = page.getByRole('dialog')
  for (const [button, name] of [['Source templates', 'Adults'], ['Allocation templates', 'Both']] as const) {
    await main(page).getByRole('button', { name: button }).click()
    await dialog.getByRole('textbox', { name: 'Save what the form holds as' }).fill(name)
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(dialog.getByRole('listitem')).toContainText(name)
    await page.keyboard.press('Escape')
  }

  await goToHash(page, `${survey}/stream/new`)
  await field(page, 'Target (N)').fill('7')
  await main(page).getByRole('button', { name: 'Source templates' }).click()
  await dialog.getByRole('button', { name: 'Look at Adults' }).click()
  await expect(dialog.getByRole('row', { name: /^Target \(N\)/ }).getByRole('cell')).toHaveText(['7', '90'])
  await expect(dialog.getByRole('row', { name: /^Quotas/ }).getByRole('cell')).toHaveText(['-', 'Age › Young: 40'])
  await expect(field(page, 'Target (N)')).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Put it in place' }).click()
  await expect(field(page, 'Target (N)')).toHaveValue('90')
  await expect(field(page, 'Target of Young')).toHaveValue('40')
  await main(page).getByRole('button', { name: 'Allocation templates' }).click()
  await dialog.getByRole('button', { name: 'Look at Both' }).click()
  await dialog.getByRole('button', { name: 'Put it in place' }).click()
  await expect(field(page, 'Allocation of Heron')).toHaveValue('50')
  await main(page).getByRole('button', { name: 'Source templates' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete template' })
  await dialog.getByRole('button', { name: 'Delete Adults' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('listitem')).toContainText('Adults')
  await dialog.getByRole('button', { name: 'Delete Adults' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText(/^No template yet/)).toBeVisible()
})

test('a survey that has ended is offered no new source, and says why; a form that was open meanwhile is refused with that reason (§4.1, api:T8)', async ({ desk, visit }) => {
  const { ada, surveyId, survey } = await ground(desk)
  const page = await visit(ada.username, `${survey}/streams`, { token: ada.token })
  await expect(main(page).getByRole('button', { name: 'New source' }).first()).toBeVisible()
  await goToHash(page, `${survey}/stream/new?type=lucid`)
  await expect(main(page).getByRole('region', { name: 'Exclusions' })).toContainText('No list of respondents is kept out of a source')
  await field(page, 'Source Name').fill('Exchange')
  await field(page, 'Target (N)').fill('60')
  const { body: options } = await desk.call('GET', `/v1/statuses/survey/${surveyId}`, { token: ada.token })
  const ended = await desk.call('PATCH', '/v1/survey-streams', { token: ada.token, body: { scope: 'survey', id: surveyId, statusid: STATUS_CODES.complete, version: options.status.version } })
  expect(ended.status).toBe(200)
  await main(page).getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('The project or survey above it is complete or cancelled.').first()).toBeVisible()
  await expect(field(page, 'Source Name')).toHaveValue('Exchange')

  const other = await visit(ada.username, `${survey}/streams`, { token: ada.token })
  await expect(main(other).getByText('The survey has ended: it takes no new source.').first()).toBeVisible()
  await expect(main(other).getByRole('button', { name: 'New source' })).toHaveCount(0)
})

test('an allocation template offered for a whole survey is looked at before it overwrites its sources; renamed, it tells who did (api:T28, api:T32)', async ({ desk, visit }) => {
  const { accountId, ada, suppliers, projectId, surveyId, table, survey } = await ground(desk)
  const [, heron] = suppliers
  const source = (name: string, supplierIds: readonly number[]) => desk.maker.source({ accountId, projectId, surveyId, name, status: STATUS_CODES.draft, target: 90, supplierIds })
  const id = await source('Panel mix', suppliers)
  const alone = await source('Heron alone', [heron!])
  expect((await desk.call('PUT', `/v1/stream-suppliers/${alone}`, { token: ada.token, body: { suppliers: [{ pm_sup_ud: heron, allocation_percent: 100 }] } })).status).toBe(200)
  const body = { name: 'All Heron', template_type: 1, suppliers: [{ pm_sup_ud: heron, allocation_percent: 100 }] }
  expect((await desk.call('POST', '/v1/supplierallocationtemplates', { token: ada.token, body })).status).toBe(200)
  const page = await visit(ada.username, table, { token: ada.token })
  const dialog = page.getByRole('dialog')
  await main(page).getByRole('button', { name: 'Apply an allocation template' }).click()
  await dialog.getByRole('button', { name: 'Look at All Heron' }).click()
  await expect(dialog.getByRole('row', { name: /^Panel mix/ }).getByRole('cell').last()).toHaveText('Heron 100 %')
  await expect(dialog.getByRole('row', { name: /^Heron alone/ }).getByRole('cell').last()).toHaveText('stays as it is')
  await dialog.getByRole('button', { name: 'Overwrite 1 source' }).click()
  await expect(toast(page, 'All Heron was put in place in 1 source')).toBeVisible()
  const stored = (await desk.call('GET', `/v1/stream-suppliers/${id}`, { token: ada.token })).body.suppliers
  expect(stored.map(({ pm_sup_ud, allocation_percent }: Record<string, unknown>) => [pm_sup_ud, allocation_percent])).toEqual([[heron, 100]])

  await goToHash(page, `${survey}/stream/${id}`)
  await main(page).getByRole('button', { name: 'Allocation templates' }).click()
  await dialog.getByRole('button', { name: 'Change All Heron' }).click()
  await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Heron only')
  await dialog.getByRole('button', { name: 'Save the change' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Heron only')
  await dialog.getByRole('button', { name: 'History of Heron only' }).click()
  await expect(dialog.getByRole('list', { name: 'Changes' }).locator('> li').first()).toContainText(/Edited by Ada Byron.*Template NameAll Heron.*Heron only/)
})

test('a price is taken as it is typed and pasted: 2,50 is $2.50, and what is no price is refused in words and kept (look.md)', async ({ desk, visit }) => {
  const { ada, table } = await ground(desk)
  const page = await visit(ada.username, table.replace('/streams', '/stream/new'), { token: ada.token })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const price = field(page, 'Supply Price')
  await price.pressSequentially('-5')
  await price.press('Tab')
  await expect(main(page).getByText('“-5” has a minus sign: give a number of 0 or more')).toBeVisible()
  await expect(price).toHaveValue('-5')
  await page.evaluate(() => navigator.clipboard.writeText('1.200,50'))
  await price.press('ControlOrMeta+a')
  await price.press('ControlOrMeta+v')
  await price.press('Tab')
  await expect(main(page).getByText('“1.200,50” can be read in two ways: write 1200.50')).toBeVisible()
  await field(page, 'Source Name').fill('Comma panel')
  await field(page, 'Target (N)').fill('1,200')
  await price.fill('2,50')
  await addSupplier(page, 'Kestrel')
  await field(page, 'Price of Kestrel').fill('2,75')
  await main(page).getByRole('button', { name: 'Save as draft' }).press('Enter')
  await expect(page).toHaveURL(/streams?\/\d+/)
  const { rows } = await desk.database.readAsSystem(tx => sql<object>`
    select s.target, s.supply_price_cents, ss.supply_price_cents as agreed_cents from source s join source_supplier ss on ss.account_id = s.account_id and ss.source_id = s.source_id
    where s.source_id = ${idOf(page)}`.execute(tx))
  expect(rows).toEqual([{ target: 1200, supply_price_cents: 250, agreed_cents: 275 }])
})
