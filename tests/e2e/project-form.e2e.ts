import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { holdCalls } from './desk/hold-calls.ts'
import { keptBy } from './desk/kept-by.ts'

const UNTIL = '2099-03-01T18:00'

/** Two people of one account of this test's own, one of them its only project manager. */
async function team(desk: Desk) {
  const accountId = await desk.maker.account({ name: `Forms ${randomUUID().slice(0, 8)}` })
  const made = async (firstname: string, isConsultant: boolean) => {
    const { username, userId } = await desk.maker.user({ accountId, firstname, lastname: 'Byron', isConsultant })
    return { username, userId, token: await desk.signIn(username, TEST_PASSWORD) }
  }
  return { accountId, ada: await made('Ada', true), ben: await made('Ben', false) }
}
const field = (page: Page, label: string): Locator => page.getByRole('main').getByRole('textbox', { name: label })
const until = (page: Page): Locator => page.getByLabel('Out of field date')
const save = (page: Page): Locator => page.getByRole('button', { name: /(Save|Create project)$/ })
const toast = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .filter({ hasText: text })

/** A project that Ada made through the API. */
async function newProject(
  desk: Desk,
  { ada }: Awaited<ReturnType<typeof team>>,
): Promise<{ id: number; version: number; path: string }> {
  const body = {
    pm_proj_name: 'Tea study',
    pm_proj_rep_num: 'T-1',
    consultant: ada.userId,
    out_of_field_date: '2099-03-01T23:00:00.000Z',
    out_of_field_time_zone_code: 15,
    respondents: 100,
  }
  const { body: made } = await desk.call('POST', '/v1/projects', { token: ada.token, body })
  return { id: made.pm_proj_ud, version: made.version, path: `/manage/project/${made.pm_proj_ud}/edit` }
}

test('a project is made by keyboard alone: each fault under its field and the first one focused, sent once however often it is asked for, then on to its surveys (§5.6, §5.7, §5.28, §8.7, §9.10, api:P4)', async ({
  desk,
  visit,
}) => {
  const { ada } = await team(desk)
  const page = await visit(ada.username, '/projects', { token: ada.token })
  await page.getByRole('link', { name: 'New project' }).press('Enter')
  await expect(page).toHaveURL(atHash('/manage/project/new'))
  await field(page, 'Project name').press('Enter')
  for (const text of [
    'Project name is required',
    'Project number is required',
    'Paroject Manager is required',
    'Out of field date is required',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(field(page, 'Project name')).toBeFocused()
  await expect(field(page, 'Project name')).toHaveAccessibleDescription('Project name is required')

  await page.keyboard.type('Tea study')
  await expect(page.getByText('Project name is required')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.type('T-1')
  await page.keyboard.press('Tab')
  const manager = page.getByRole('button', { name: 'Project Manager' })
  await expect(manager).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Ada Byron' })).toBeVisible()
  await page.keyboard.type('Ada')
  await expect(page.getByRole('option', { name: 'Ada Byron' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(manager).toBeFocused()
  await expect(manager).toContainText('Ada Byron')
  await page.keyboard.press('Tab')
  await expect(until(page)).toBeFocused()
  // the dates that may be picked
  await expect(until(page)).toHaveAttribute('min', '1900-01-01T00:00')
  await expect(until(page)).toHaveAttribute('max', '2099-12-31T23:59')
  await page.keyboard.type('03012018')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0600PM')
  await field(page, 'Project name').press('Enter')
  await expect(page.getByText('Please enter a valid date')).toBeVisible()
  await expect(until(page)).toBeFocused()
  await until(page).fill(UNTIL)

  let posts = 0
  const held = await holdCalls(page, /\/v1\/projects$/, 'POST')
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/projects')) posts += 1
  })
  await field(page, 'Target (N)').fill('1a00')
  await field(page, 'Target (N)').press('Enter')
  await expect(page.getByText('“1a00” is not a number: use digits, and a dot before decimals')).toBeVisible()
  await expect(field(page, 'Target (N)')).toHaveValue('1a00')
  await field(page, 'Target (N)').fill('100')
  await field(page, 'Target (N)').press('Enter')
  await field(page, 'Target (N)').press('Enter')
  await save(page).press('Enter')
  await expect.poll(held.count).toBe(1)
  held.release()
  await expect(toast(page, 'Project created successfully')).toBeVisible()
  await expect(page).toHaveURL(/#\/manage\/project\/\d+\/survey$/)
  await expect(page.getByRole('heading', { name: 'Tea study', level: 1 })).toBeVisible()
  expect(posts).toBe(1)
  const id = Number(/project\/(\d+)/.exec(page.url())?.[1])
  const { body } = await desk.call('GET', `/v1/projects/${id}`, { token: ada.token })
  const {
    pm_proj_name,
    pm_proj_rep_num,
    consultant,
    out_of_field_date,
    out_of_field_time_zone_code,
    respondents,
    est_loi,
  } = body
  expect({
    pm_proj_name,
    pm_proj_rep_num,
    consultant,
    out_of_field_date,
    out_of_field_time_zone_code,
    respondents,
    est_loi,
  }).toEqual({
    pm_proj_name: 'Tea study',
    pm_proj_rep_num: 'T-1',
    consultant: ada.userId,
    out_of_field_date: '2099-03-01T23:00:00.000Z',
    out_of_field_time_zone_code: 15,
    respondents: 100,
    est_loi: null,
  })
})

test('two people edit one project: the second sees each field as it was opened, as they have it and as it is now, keeps or takes, and saves; the history tells of both (§5.28, api:P3)', async ({
  desk,
  visit,
}) => {
  const { ada, ben, ...rest } = await team(desk)
  const project = await newProject(desk, { ada, ben, ...rest })
  const [adas, bens] = [
    await visit(ada.username, project.path, { token: ada.token }),
    await visit(ben.username, project.path, { token: ben.token }),
  ]
  await field(adas, 'Project name').fill('Tea study of Ada')
  await field(adas, 'Target (N)').fill('150')
  await field(bens, 'Project name').fill('Tea study of Ben')
  await field(bens, 'Project number').fill('T-2')
  await save(adas).click()
  await expect(toast(adas, 'Project updated successfully')).toBeVisible()
  await save(bens).click()

  const dialog = bens.getByRole('dialog', { name: 'Changed in the meantime' })
  await expect(dialog).toContainText('Ada Byron changed this project since you opened it.')
  const name = dialog.getByRole('group', { name: 'Project name' })
  await expect(name.getByRole('definition')).toHaveText(['Tea study', 'Tea study of Ben', 'Tea study of Ada'])
  await expect(dialog.getByRole('group', { name: 'Project number' })).toContainText('Only you changed it')
  await expect(dialog.getByRole('group', { name: 'Target (N)' })).toContainText('Only they changed it')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await name.getByRole('radio', { name: 'Keep mine' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(bens, 'Project updated successfully')).toBeVisible()
  const { body } = await desk.call('GET', `/v1/projects/${project.id}`, { token: ada.token })
  expect([body.pm_proj_name, body.pm_proj_rep_num, body.respondents]).toEqual(['Tea study of Ben', 'T-2', 150])

  await bens.getByRole('link', { name: 'Money and history' }).click()
  const changes = bens.getByRole('list', { name: 'Changes' }).locator('> li')
  await expect(changes).toHaveCount(3)
  await expect(changes.nth(0)).toContainText(
    /Edited by Ben Byron.*Project nameTea study of Ada.*Tea study of Ben.*Project numberT-1.*T-2/,
  )
  await expect(changes.nth(1)).toContainText(/Edited by Ada Byron.*Target \(N\)100.*150/)
  await expect(changes.nth(2)).toContainText(/Created by Ada Byron/)
})

test('unsaved entries are asked for before one leaves, and offered again after a reload; a copy begins with the values of its original (§2.17, domain.md §10)', async ({
  desk,
  visit,
}) => {
  const made = await team(desk)
  const project = await newProject(desk, made)
  const page = await visit(made.ada.username, `/projects/${project.id}/edit`, { token: made.ada.token })
  await field(page, 'Project name').fill('Coffee study')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  for (const leaveBy of [
    () => page.getByRole('link', { name: 'Administration' }).click(),
    () => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Projects' }).click(),
    () => goToHash(page, '/projects'),
  ]) {
    await leaveBy()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(atHash(`/projects/${project.id}/edit`))
    await expect(field(page, 'Project name')).toHaveValue('Coffee study')
  }
  await expect.poll(() => keptBy(page)).toContain('"value":"Coffee study"')
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'Project name')).toHaveValue('Coffee study')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(atHash(`/projects/${project.id}/survey`))

  await goToHash(page, '/projects')
  await page.getByRole('button', { name: 'Actions for Tea study' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(field(page, 'Project name')).toHaveValue('Tea study')
  await expect(page.getByRole('heading', { name: 'Tea study', level: 1 })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Actions for Tea study' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click()
  await expect(field(page, 'Project name')).toHaveValue('Copy of Tea study')
  await expect(page.getByText('Surveys and sources are not copied.')).toBeVisible()
  await expect(until(page)).toHaveValue(UNTIL)
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'Copy of Tea study', level: 1 })).toBeVisible()
})

test('a project’s details: how it does and what it brings and costs, to the cent, each survey and each source (api:P11, api:P12, api:P13)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Counted study')
  await desk.respondents(study.sources['North panel']!, 'north', ['1000', '1000', '2000'])
  await desk.respondents(study.sources['South panel']!, 'south', ['1000'])
  const page = await visit('advanced@acme.example', `/manage/project/${study.projectId}/details`)
  const cells = (table: string, row: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: row }).locator('th, td')
  await expect(cells('Cost by source', 'North panel')).toHaveText([
    'North panel',
    'Counted study survey',
    'DIY',
    '2',
    '$2.50',
    '$5.00',
    '2',
  ])
  await expect(cells('Cost by source', 'Total')).toHaveText(['Total', '', '', '3', '$2.67', '$8.00', '3'])
  await expect(cells('Revenue and cost by survey', 'Counted study survey')).toHaveText([
    'Counted study survey',
    '3',
    '$6.00',
    '$18.00',
    '$8.00',
    '3',
    '$10.00',
    '55.6%',
  ])
  await expect(cells('Performance by survey', 'Counted study survey')).toContainText([
    'Counted study survey',
    '200',
    '3',
    '1.5%',
    '4',
    '75%',
    '50%',
  ])
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
})

test('an out-of-field date that has passed warns beside the field, by the clock of its zone, and may be saved all the same (§5.7)', async ({
  desk,
  visit,
}) => {
  const study = await team(desk)
  const { path } = await newProject(desk, study)
  const page = await visit(study.ada.username, path, { token: study.ada.token })
  const passed = 'This date has passed: no respondents can enter, and nothing is launched, until it is moved.'
  await expect(until(page)).toHaveValue(UNTIL)
  await expect(page.getByText(passed)).toHaveCount(0)
  await until(page).fill('2021-03-01T18:00')
  await expect(until(page)).toHaveAccessibleDescription(new RegExp(passed))
  await until(page).fill(UNTIL)
  await expect(page.getByText(passed)).toHaveCount(0)

  // a date ahead by the clock of New York has passed by that of Tokyo
  const zone = page.getByRole('main').getByRole('combobox', { name: 'Timezone' })
  const inHours = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000)
      .toLocaleString('sv-SE', { timeZone: 'America/New_York' })
      .slice(0, 16)
      .replace(' ', 'T')
  await until(page).fill(inHours(6))
  await expect(page.getByText(passed)).toHaveCount(0)
  await zone.fill('Tokyo')
  await page.getByRole('option', { name: /Tokyo/ }).click()
  await expect(until(page)).toHaveAccessibleDescription(new RegExp(`Asia/Tokyo.*${passed}`))

  await until(page).fill('2021-03-01T18:00')
  await save(page).click()
  await page
    .getByRole('alertdialog', { name: 'Save with these warnings?' })
    .getByRole('button', { name: 'Save anyway' })
    .click()
  await expect(page.getByRole('term').filter({ hasText: 'Manager' })).toBeVisible()
})
