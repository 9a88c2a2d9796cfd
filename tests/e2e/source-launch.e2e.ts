import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { openList } from './desk/open-list.ts'
import {
  addQualification,
  addSupplier,
  field,
  fromMenu,
  setUpSources,
  idOf,
  main,
  problems,
  row,
  toast,
} from './desk/source-steps.ts'

test('a DIY source is made by keyboard: suppliers, qualifications and nested quotas; what blocks it is named with the way to it; launched, its test link leads through the survey and the table counts a test (§2.20, §2.32, §5.18, §5.19, api:T4, api:T8, api:T15)', async ({
  desk,
  visit,
}) => {
  const { ada, table } = await setUpSources(desk)
  const page = await visit(ada.username, table, { token: ada.token })
  await page.getByRole('button', { name: 'New source' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'DIY' }).press('Enter')
  await expect(page).toHaveURL(/\/stream\/new$/)
  await expect(problems(page)).toContainText([
    'The target must be greater than 0.',
    'A price is missing.',
    'The source has no supplier.',
  ])

  await field(page, 'Source Name').press('Enter')
  for (const text of ['Source Name is required', 'Target (N) is required', 'Supply Price is required'])
    await expect(main(page).getByText(text, { exact: true })).toBeVisible()
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
  await expect(gender.getByText('2 of 4 answers accepted')).toBeVisible()
  await gender.getByRole('button', { name: 'Done' }).press('Enter')
  const age = await addQualification(page, 'Age')
  await age.getByRole('textbox', { name: 'From' }).fill('18')
  await age.getByRole('textbox', { name: 'To' }).fill('64')
  await age.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(main(page).getByRole('list', { name: 'Qualifications' }).getByRole('listitem')).toContainText([
    'Man, Woman',
    '18 to 64',
  ])

  await fromMenu(page, 'Add quotas from a qualification', 'Gender')
  const quotas = main(page).getByRole('list', { name: 'Quotas' })
  await expect(quotas.getByRole('textbox', { name: 'Target of Man' })).toHaveValue('50')
  await quotas.getByRole('textbox', { name: 'Target of Man' }).fill('80')
  await expect(main(page).getByText('2 quotas · 30 more than Target (N) 100')).toBeVisible()
  await expect(problems(page)).toContainText(['The quotas add up to 130, more than the Target (N) of 100.'])
  await quotas.getByRole('textbox', { name: 'Target of Man' }).fill('40')
  await expect(main(page).getByText('2 quotas · 10 of Target (N) 100 not allocated')).toBeVisible()
  await quotas.getByRole('button', { name: 'Add a quota to Gender' }).press('Enter')
  await quotas.getByRole('textbox', { name: 'Name of quota 3 in group 1' }).fill('Young')
  await quotas.getByRole('textbox', { name: 'Target of Young' }).fill('10')
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(main(page).getByText('A quota needs a condition')).toBeVisible()
  await quotas.getByRole('button', { name: 'Conditions of Young: Choose who counts' }).press('Enter')
  const conditions = page.getByRole('dialog', { name: 'Conditions of Young' })
  await conditions.getByRole('button', { name: 'Qualification' }).press('Enter')
  await page.getByRole('option', { name: 'Age' }).press('Enter')
  await conditions.getByRole('textbox', { name: 'To' }).fill('12')
  await conditions.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(problems(page)).toContainText(['No respondent can meet this: the source takes Age 18 to 64 alone.'])
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
  await expect(main(page).getByRole('heading', { name: 'Ready to launch' })).toBeVisible()
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
    source: [
      body.stream_name,
      body.respondents,
      body.supplier_cpi,
      body.stream_status_cd,
      body.click_balancing,
      body.calculation_type_code_ud,
    ],
    quotas: stored.quota_groups[0].quotas.map((quota: { name: string; target: number; conditions: unknown }) => [
      quota.name,
      quota.target,
      quota.conditions,
    ]),
    qualifications: stored.qualifications,
    sellers: sellers.suppliers.map(
      (seller: { name: string; allocation_percent: number; supplier_cpi: number | null }) => [
        seller.name,
        seller.allocation_percent,
        seller.supplier_cpi,
      ],
    ),
  }).toEqual({
    source: ['Panel mix', 100, 2.5, STATUS_CODES.live, true, 2],
    quotas: [
      ['Man', 40, [{ param: 'gender', in: ['1'] }]],
      ['Woman', 50, [{ param: 'gender', in: ['2'] }]],
      ['Young', 10, [{ param: 'age', min: null, max: 24 }]],
    ],
    qualifications: [
      { name: 'Gender', param: 'gender', in: ['1', '2'] },
      { name: 'Age', param: 'age', min: 18, max: 64 },
    ],
    sellers: [
      ['Kestrel', 50, null],
      ['Heron', 50, 3],
    ],
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
  await main(page).getByRole('button', { name: 'Refresh' }).press('Enter')
  const tests = main(page).getByRole('table', { name: /^Test respondents of Panel mix/ })
  await expect(tests.getByRole('row').nth(1)).toContainText('Complete')
  await tests.getByRole('button', { name: /^Show the path of test-/ }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Complete')
  await goToHash(page, table)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table').filter({ hasText: 'Test' }).getByRole('row').last()).toContainText(/01$/)
})

test('a classic source with its supplier’s redirects and Supply Price, and a Lucid source without a supply price, are made and launched; a classic one is found by its tst alone (§2.21, §3.37, §5.18, §5.19, api:U4, api:U6)', async ({
  desk,
  visit,
}) => {
  const { ada, survey, table, suppliers } = await setUpSources(desk)
  await desk.call('PUT', `/v1/suppliers/${suppliers[0]}`, {
    token: ada.token,
    body: {
      name: 'Kestrel',
      pm_supplier_type_code_ud: 1,
      recruitment_type: 1,
      supplier_cpi: 3,
      redirects: [{ type: 'complete', url: 'https://kestrel.example/c?id=[%RID%]' }],
    },
  })
  const page = await visit(ada.username, table, { token: ada.token })
  await page.getByRole('button', { name: 'New source' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Classic' }).press('Enter')
  await field(page, 'Source Name').fill('Own panel')
  await field(page, 'Target (N)').fill('40')
  await field(page, 'Supply Price').fill('201')
  await field(page, 'Supply Price').press('Tab')
  await expect(main(page).getByText('Supply Price value must be less than $200.00')).toBeVisible()
  await field(page, 'Supply Price').fill('4.25')
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(main(page).getByText('Supplier is required')).toBeVisible()
  await main(page).getByRole('button', { name: 'Choose a supplier' }).press('Enter')
  await page.getByRole('option', { name: 'Kestrel' }).press('Enter')
  await expect(field(page, 'Complete redirect')).toHaveAccessibleDescription(
    /R-1024 is sent to https:\/\/kestrel.example\/c\?id=R-1024/,
  )
  await field(page, 'Quality redirect').fill('https://own.example/q?id=[%RID%]')
  await main(page).getByRole('button', { name: 'Save and launch' }).press('Enter')
  await expect(toast(page, 'Own panel was saved and launched')).toBeVisible()
  await expect(row(page, 'Own panel')).toContainText('Live')
  await page.getByRole('link', { name: 'Own panel' }).click()
  await expect(page).toHaveURL(/\/manual-streams\/\d+$/)
  await expect(field(page, 'Quality redirect')).toHaveValue('https://own.example/q?id=[%RID%]')
  const { body: classic } = await desk.call('GET', `/v3/classic-streams/${idOf(page)}`, { token: ada.token })
  expect([classic.supplier, classic.supplier_cpi, classic.redirects]).toEqual([
    'Kestrel',
    4.25,
    [{ type: 'quality', url: 'https://own.example/q?id=[%RID%]' }],
  ])
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

test('a new classic source whose supplier is deleted in between is refused, with a message at its supplier (§5.28, api:U4)', async ({
  desk,
  visit,
}) => {
  const { ada, table, suppliers } = await setUpSources(desk)
  const page = await visit(ada.username, table, { token: ada.token })
  await page.getByRole('button', { name: 'New source' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Classic' }).press('Enter')
  await field(page, 'Source Name').fill('Own panel')
  await field(page, 'Target (N)').fill('40')
  await field(page, 'Supply Price').fill('4.25')
  await openList(main(page).getByRole('button', { name: 'Choose a supplier' }))
  await page.getByRole('option', { name: 'Kestrel' }).click()
  expect((await desk.call('DELETE', `/v1/suppliers/${suppliers[0]}`, { token: ada.token })).status).toBe(204)
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  await expect(main(page).getByText('Another user deleted this supplier: choose another one.')).toBeVisible()
  await openList(main(page).getByRole('button', { name: 'Kestrel' }))
  await page.getByRole('option', { name: 'Heron' }).click()
  await expect(main(page).getByText('Another user deleted this supplier')).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  await expect(toast(page, /^Own panel/)).toBeVisible()
})

test('after the last save, one click and its confirmation start project, survey and source together (day.md §3, docs/decisions/0099)', async ({
  desk,
  visit,
}) => {
  const { accountId, ada, suppliers } = await setUpSources(desk)
  const status = STATUS_CODES.draft
  const projectId = await desk.maker.project({ accountId, name: 'Coffee habits', status })
  const surveyId = await desk.maker.survey({ accountId, projectId, name: 'Wave 8 US', status })
  const of = { accountId, projectId, surveyId }
  const sourceId = await desk.maker.source({ ...of, name: 'Panel D', status, supplierIds: suppliers })
  const survey = `/projects/${projectId}/survey/${surveyId}`
  const page = await visit(ada.username, `${survey}/stream/${sourceId}`, { token: ada.token })

  await main(page).getByRole('button', { name: 'Launch…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Launch Panel D' })
  await expect(dialog.getByRole('list', { name: 'To launch' }).getByRole('listitem')).toHaveText([
    /^Project Coffee habits/,
    /^Survey Wave 8 US/,
    /^Source Panel D/,
  ])
  await dialog.getByRole('button', { name: 'Launch 3' }).click()

  await expect(toast(page, 'Panel D: 1 project, 1 survey and 1 source are live')).toBeVisible()
  await expect(main(page).getByRole('button', { name: /^Status of Panel D: Live,/ })).toBeVisible()
  // while its toast is there
  await toast(page, 'Panel D:').getByRole('button', { name: 'Pause again' }).click()
  await expect(main(page).getByRole('button', { name: /^Status of Panel D: Paused,/ })).toBeVisible()
  await goToHash(page, `${survey}/streams`)
  await expect(row(page, 'Panel D')).toContainText('Paused')
})
