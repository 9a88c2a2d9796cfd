import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import type { Desk } from '../e2e/desk/desk.ts'
import { confirmIdentity, identityQuestion } from '../e2e/desk/confirm-identity.ts'
import { goToHash } from '../e2e/desk/hash.ts'
import { expect, test } from './picture-fixture.ts'

const ANA = 'admin@acme.example'
const ENGLISH = 37
const AMERICA = 840

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

test('suppliers: all, a new one, one that is edited, one that is in use, one for a user', async ({
  desk,
  visit,
  picture,
}) => {
  const token = await desk.tokenOf(ANA)
  const { body: suppliers } = await desk.call('GET', '/v1/suppliers', { token })
  const { pm_sup_ud: id } = suppliers.find((supplier: { name: string }) => supplier.name === 'Northlight Panels')
  const redirects = [
    { type: 'complete', url: 'https://northlight-panels.example/r/complete?id=[%RID%]' },
    { type: 'default', url: 'https://northlight-panels.example/r/end?id=[%RID%]&why=[%OUTCOME%]' },
  ]
  const changed = await desk.call('PUT', `/v1/suppliers/${id}`, {
    token,
    body: {
      name: 'Northlight Panels',
      pm_supplier_type_code_ud: 1,
      recruitment_type: 1,
      supplier_cpi: 3.25,
      redirects,
    },
  })
  expect(changed.status).toBe(200)

  const page = await visit(ANA, '/suppliers')
  await expect(page.getByRole('grid', { name: 'Suppliers' }).getByRole('rowheader')).not.toHaveCount(0)
  await picture(page, 'suppliers')
  await goToHash(page, `/suppliers/${id}?tab=settings`)
  await expect(page.getByLabel('Name')).toHaveValue('Northlight Panels')
  await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible()
  await picture(page, 'supplier-edit')
  await picture(page, 'supplier-security', { part: region(page, 'Security') })
  const exclusions = region(page, 'Exclusions')
  await exclusions.getByRole('searchbox', { name: 'Search projects to exclude' }).fill('e')
  await exclusions
    .getByRole('button', { name: /^Exclude (?!from)/ })
    .first()
    .click()
  await picture(page, 'supplier-exclusions', { part: exclusions })
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Northlight Panels is in use' })).toBeVisible()
  await picture(page, 'supplier-in-use', { isTroubled: true })

  const making = await visit(ANA, '/suppliers/new')
  await making.getByLabel('Complete redirect').fill('http://harbor.example/c?p=[%RID%]')
  await making.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(making.getByText('Name is required', { exact: true })).toBeVisible()
  await picture(making, 'supplier-new')
  const reading = await visit('user@acme.example', `/suppliers/${id}`)
  await expect(reading.getByRole('heading', { name: 'Northlight Panels', level: 1 })).toBeVisible()
  await picture(reading, 'supplier-view')
})

const DRINKS = [
  'Black tea',
  'Green tea',
  'Filter coffee',
  'Espresso',
  'Hot chocolate',
  'Mineral water',
  'Orange juice',
  'Lemonade',
  'None of these',
]

async function makeQualification(
  desk: Desk,
  name: string,
  question: string,
  options: readonly string[],
): Promise<number> {
  const token = await desk.tokenOf(ANA)
  const precode = name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  const { body } = await desk.call('POST', '/v2/qualifications', {
    token,
    body: {
      qualifications_name: name,
      qualification_type_cd: 1,
      qualification_category_cd: 9,
      qualification_class_cd: 2,
      qualification_access_cd: 1,
      precode,
      qualification_univeral_name: precode.toUpperCase(),
      qualification_texts: [{ qualification_texts_name: question, languages_id: ENGLISH, country_id: AMERICA }],
    },
  })
  const rows = options.map((option, at) => ({
    precode: String(at + 1),
    sort_order_nbr: at + 1,
    qualification_options_name: option,
    qualification_options_english_name: option,
  }))
  const { status } = await desk.call(
    'PUT',
    `/v2/qualification-texts/${body.qualification_texts[0].qualification_texts_id}/qualification-options`,
    { token, body: { qualification_options: rows } },
  )
  expect(status).toBe(200)
  return body.qualifications_ud
}

test('qualifications: the account’s, the library, a new one, one with its texts and options', async ({
  desk,
  visit,
  picture,
}) => {
  const id = await makeQualification(
    desk,
    'Hot and cold drinks',
    'Which of these did you drink in the past week?',
    DRINKS,
  )
  await makeQualification(desk, 'Streaming services', 'Which of these services do you pay for?', [
    'Fernsehen+',
    'Kino Box',
    'Serial',
    'None of these',
  ])
  await makeQualification(desk, 'Car in the household', 'How many cars does your household have?', [
    'None',
    'One',
    'Two',
    'Three or more',
  ])
  const page = await visit(ANA, '/qualifications')
  await expect(page.getByRole('grid', { name: 'Qualifications' }).getByRole('rowheader')).toHaveCount(3)
  await picture(page, 'qualifications')
  await page.getByRole('tab', { name: 'Library' }).click()
  await expect(page.getByRole('grid', { name: 'Qualification library' }).getByRole('rowheader')).not.toHaveCount(0)
  await picture(page, 'qualification-library')
  await goToHash(page, '/qualifications/new')
  await page.getByRole('button', { name: 'Save and add options' }).click()
  await expect(page.getByText('Name is required', { exact: true })).toBeVisible()
  await picture(page, 'qualification-new')

  const editing = await visit(ANA, `/qualifications/${id}`)
  await expect(editing.getByLabel('Option name of option 1', { exact: true })).toBeVisible()
  await picture(editing, 'qualification-edit')
  await picture(editing, 'qualification-options', { part: region(editing, 'Options') })
  await region(editing, 'Options').getByRole('button', { name: 'Paste', exact: true }).click()
  const dialog = editing.getByRole('dialog', { name: 'Paste options' })
  await dialog
    .getByRole('textbox', { name: 'Options' })
    .fill([...DRINKS, 'Oat milk', 'Kombucha'].map((name, at) => `${at + 1}\t${name}\t${name}`).join('\n'))
  await expect(dialog.getByRole('table')).toContainText('Black tea')
  await picture(editing, 'qualification-paste')
})

test('the pages of an admin: users, quality questions, hashed returns', async ({ desk, visit, picture }) => {
  await desk.signIn('user@acme.example', DEMO_PASSWORD)
  const page = await visit(ANA, '/admin/users')
  await expect(page.getByRole('button', { name: 'Una Ortiz' })).toBeVisible()
  await picture(page, 'users')
  await page.getByRole('button', { name: 'Una Ortiz' }).click()
  const sessions = page.getByRole('region', { name: 'Sign-ins' })
  await sessions.scrollIntoViewIfNeeded()
  await expect(sessions.getByRole('list')).toBeVisible()
  await picture(page, 'user-sessions')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('alertdialog').getByText('Apply to all users').click()
  await picture(page, 'default-time-zone')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New User' }).click()
  await page.getByRole('dialog').getByLabel('Lastname').fill('Lindgren')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Firstname is required')).toBeVisible()
  await picture(page, 'user-dialog')

  const accountId = await desk.maker.account({ name: 'Meridian Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  const token = await desk.signIn(username, TEST_PASSWORD)
  for (const question of [
    'Please choose “Orange” to go on.',
    'Which of these is not an animal?',
    'What is three and four?',
    'In which of these months is it winter in Norway?',
  ]) {
    const { status } = await desk.call('POST', '/v1/quality-questions', {
      token,
      body: { language: ENGLISH, question },
    })
    expect(status).toBe(200)
  }
  const admin = await visit(username, '/admin/quality-questions', { token })
  await expect(admin.getByRole('table', { name: 'Quality questions' }).getByRole('row')).toHaveCount(5)
  await picture(admin, 'quality-questions')
  await goToHash(admin, '/admin/return-hashing')
  await admin.getByRole('button', { name: 'Create key' }).click()
  await expect(identityQuestion(admin).getByLabel('Current password')).toBeFocused()
  await picture(admin, 'confirm-identity', { isTroubled: true })
  await confirmIdentity(admin, TEST_PASSWORD)
  await admin.getByRole('dialog', { name: 'The new key' }).getByRole('button', { name: 'Done' }).click()
  await admin
    .getByRole('textbox', { name: 'Return URL' })
    .fill('https://desk.example/return?rdud=2s-0189&inbound_code=1000&hash=00')
  await admin.keyboard.press('Enter')
  await expect(admin.getByText(/^The hash is wrong/)).toBeVisible()
  await picture(admin, 'return-hashing')
})

test('the Defender rules of an account', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({ name: 'Meridian Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  const admin = await visit(username, '/admin/defender-rules', { token: await desk.signIn(username, TEST_PASSWORD) })
  await admin.getByRole('button', { name: 'Balanced' }).click()
  await admin.getByRole('button', { name: 'Save rules' }).click()
  await expect(admin.getByRole('button', { name: 'Undo the last change' })).toBeVisible()
  await picture(admin, 'defender-rules')
})

test('the Defender control centre of a project, previewed', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({ name: 'Meridian Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const { projectId, sourceIds, supplierId } = await desk.maker.study({ accountId })
  const door = { sourceId: sourceIds[0] ?? 0, supplierIds: [supplierId] }
  await desk.respondents(door, 'panel', ['1000', '1000', '2000', null])
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren', advancedView: true })
  const page = await visit(username, `/manage/project/${projectId}/details`, {
    token: await desk.signIn(username, TEST_PASSWORD),
  })
  await page.getByRole('button', { name: 'Defender' }).click()
  const centre = page.getByRole('dialog', { name: /^Defender control centre:/ })
  await centre.getByLabel('Action of Fingerprint missing').selectOption('refuse')
  await centre.getByRole('button', { name: 'Preview' }).click()
  await expect(centre.getByRole('status')).toContainText('Of 4 entrants')
  await picture(page, 'defender-centre')
})

test('business units, and one that is in use', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({
    name: 'Meridian Research',
    parentAccountId: DEMO_ACCOUNTS.staff,
    invoicesByBusinessUnit: true,
  })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  const units: number[] = []
  for (const name of [
    'Automotive',
    'Consumer goods',
    'Finance',
    'Healthcare',
    'Public sector',
    'Retail and e-commerce',
  ])
    units.push(await desk.maker.businessUnit({ accountId, name }))
  for (const [at, name] of ['Patient journeys 2027', 'Pharmacy tracker', 'GP panel, wave 3'].entries())
    await desk.maker.project({ accountId, name, number: `MR-${310 + at}`, businessUnitId: units[3] ?? null, status: 1 })
  const page = await visit(username, '/admin/business-unit', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(page.getByRole('rowheader')).toHaveCount(6)
  await picture(page, 'business-units')
  await page.getByRole('button', { name: 'Retire Healthcare' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByRole('dialog', { name: 'Healthcare is in use' })).toBeVisible()
  await picture(page, 'business-unit-in-use', { isTroubled: true })
})

test('rate cards: the list with a quote, a file with faults, and two versions compared', async ({
  desk,
  visit,
  picture,
}) => {
  const accountId = await desk.maker.account({ name: 'Meridian Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const csv = (factor: number) =>
    [
      'LOI (minutes),90,70,50,30,15',
      ...[5, 10, 15, 20, 30].map((loi, row) =>
        [
          loi,
          ...[2.1, 2.4, 2.8, 3.7, 5.6].map((price, at) => (price + row * 0.6 * (at > 2 ? factor : 1)).toFixed(2)),
        ].join(),
      ),
    ].join('\n')
  const file = (text: string) => ({ filename: 'prices 2027.csv', base64: Buffer.from(text).toString('base64') })
  const unit = await desk.maker.businessUnit({ accountId, name: 'Healthcare' })
  const store = async (method: 'POST' | 'PUT', body: object) => {
    const answer = await desk.call(method, '/v1/ratecard', { token, body })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const card = await store('POST', { rate_card_name: 'General population', file: file(csv(1)), cpi_min: 2 })
  await store('POST', { rate_card_name: 'Germany', pm_cy_cs_id: 276, file: file(csv(1.2)) })
  await store('POST', { rate_card_name: 'Patients and physicians', business_unit_ud: unit, file: file(csv(3)) })
  const next = await store('PUT', {
    rate_card_name: 'General population',
    rate_card_ud: card.rate_card_ud,
    file: file(csv(1.25)),
    cpi_min: 2,
  })
  const page = await visit(username, '/admin/rate-card-templates', { token })
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await expect(page.getByText(/^A complete:/)).toBeVisible()
  await picture(page, 'rate-cards')
  await page.getByRole('button', { name: 'New rate card' }).click()
  await page
    .getByRole('dialog')
    .getByLabel('File of the rate card')
    .setInputFiles({
      name: 'prices 2028.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv(1).replace('3.30', '3.3.0').replace(',70,', ',170,')),
    })
  await expect(page.getByText(/^The file has 2 faults/)).toBeVisible()
  await picture(page, 'rate-card-faults', { isTroubled: true })
  const compared = await visit(
    username,
    `/admin/rate-card-templates?card=${next.rate_card_ud}&with=${card.rate_card_ud}`,
    {
      token,
    },
  )
  await expect(compared.getByText(/prices differ from version 1/)).toBeVisible()
  await picture(compared, 'rate-card')
  const withdrawn = await desk.call('POST', `/v1/ratecard/${next.rate_card_ud}/withdraw`, { token, body: {} })
  await compared.goto(`/#/admin/rate-card-templates?card=${withdrawn.body.rate_card_ud}`)
  await expect(compared.getByText(/^Withdrawn on/)).toBeVisible()
  await picture(compared, 'rate-card-withdrawn')
})
