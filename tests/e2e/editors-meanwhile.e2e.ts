import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { Locator, Page, Route } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { holdCalls } from './desk/hold-calls.ts'
import { askForStatus, changeStatus } from './desk/status-steps.ts'

const ADVANCED = 'advanced@acme.example'

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, label: string): Locator => main(page).getByRole('textbox', { name: label })
const toast = (page: Page, text: string | RegExp): Locator =>
  page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .filter({ hasText: text })
const newest = (page: Page): Locator =>
  page.getByRole('region', { name: 'History' }).getByRole('list', { name: 'Changes' }).locator('> li').first()
const refuse = (route: Route): Promise<void> =>
  route.fulfill({
    status: 403,
    contentType: 'application/json',
    body: JSON.stringify({ message: 'Not for you today' }),
  })

for (const type of ['diy', 'classic'] as const) {
  test(`a ${type} source that another user pauses while its form is saved stays paused, and the form is stored (§4.3, api:${type === 'diy' ? 'T9' : 'U5'})`, async ({
    desk,
    visit,
  }) => {
    const study = await desk.newStudy('acme', `Meanwhile ${type} study`, { sources: [{ name: 'Panel', type }] })
    const { sourceId } = study.sources['Panel']!
    const token = await desk.tokenOf(ADVANCED)
    const editor = `/manage/project/${study.projectId}/survey/${study.surveyId}/${type === 'diy' ? 'stream' : 'manual-streams'}/${sourceId}`
    const page = await visit(ADVANCED, editor)
    await field(page, 'Source Name').fill('Own panel')
    const saving = await holdCalls(page, type === 'diy' ? '**/v1/survey-streams' : '**/v1/classic-streams/*', 'PUT')
    await main(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(saving.count).toBe(1)
    await changeStatus(desk, token, 'source', sourceId, STATUS_CODES.paused)
    saving.release()
    await expect(toast(page, 'Own panel was saved')).toBeVisible()
    const { body } = await desk.call('GET', `/v1/survey-streams/${sourceId}`, { token })
    expect([body.stream_name, body.stream_status_cd]).toEqual(['Own panel', STATUS_CODES.paused])
  })
}

test('a status that is changed on the page of a source, or of a project, appears in the history beneath it at once (§4.2)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Edited study', { sources: ['Panel'] })
  const { sourceId } = study.sources['Panel']!
  const page = await visit(ADVANCED, `/manage/project/${study.projectId}/survey/${study.surveyId}/stream/${sourceId}`)
  for (const [name, path] of [
    ['Panel', null],
    ['Edited study', `/projects/${study.projectId}/details`],
  ] as const) {
    if (path !== null) await goToHash(page, path)
    await expect(
      page
        .getByRole('region', { name: 'History' })
        .getByText(/Nothing was changed yet|Status changed|Created/)
        .first(),
    ).toBeVisible()
    await (await askForStatus(page, name, 'Paused')).getByRole('button', { name: 'Yes, Change Status' }).click()
    await expect(newest(page)).toContainText(/Status changed by .*Live.*Paused/)
  }
})

test('a supplier that was made a moment ago can be chosen in the next source that is made (§5.18, api:L3)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({
    name: `Late ${randomUUID().slice(0, 8)}`,
    parentAccountId: DEMO_ACCOUNTS.staff,
  })
  const { username } = await desk.maker.user({ accountId, firstname: 'Ada', advancedView: true })
  const projectId = await desk.maker.project({ accountId, name: 'Tea study' })
  const surveyId = await desk.maker.survey({ accountId, projectId, name: 'Tea survey' })
  await desk.maker.supplier({ accountId, name: 'Kestrel' })
  const survey = `/manage/project/${projectId}/survey/${surveyId}`
  const page = await visit(username, `${survey}/stream/new`, { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(field(page, 'Source Name')).toBeVisible()
  await goToHash(page, `${survey}/streams`)
  await expect(page.getByRole('heading', { name: 'Tea survey', level: 1 })).toBeVisible()
  await desk.maker.supplier({ accountId, name: 'Osprey' })
  const suppliers = await holdCalls(page, '**/v1/suppliers?*', 'GET')
  const rate = page.waitForResponse(/\/v1\/survey-buyer-rate\//)
  await goToHash(page, `${survey}/stream/new`)
  await expect.poll(suppliers.count).toBe(1)
  await (await rate).finished()
  // a frame for whatever would be shown without the list
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  suppliers.release()
  const box = main(page).getByRole('combobox', { name: 'Add a supplier' })
  // a list closes when the page that it belongs to is still being drawn
  await expect(async () => {
    await box.fill('')
    await box.press('O')
    await expect(page.getByRole('option', { name: 'Osprey' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('an editor shows failed loads as such, and nothing in their place (§8.2, §8.13)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Failing study', { sources: ['Panel', { name: 'Own', type: 'classic' }] })
  const survey = `/manage/project/${study.projectId}/survey/${study.surveyId}`
  const page = await visit(ADVANCED, `${survey}/manual-streams/${study.sources['Own']!.sourceId}`, {
    prepare: async asked => {
      for (const calls of [
        '**/v1/suppliers/*/supplier-redirects',
        '**/v1/survey-test/*',
        '**/v1/survey/*/defendersettings',
        '**/v1/qualifications/qualification-options?*',
      ])
        await asked.route(calls, refuse)
    },
  })
  await expect(field(page, 'Complete redirect')).toHaveAccessibleDescription(
    'The supplier’s own did not load: Not for you today',
  )
  await expect(main(page).getByRole('region', { name: 'Test', exact: true }).getByRole('alert')).toHaveText(
    'Not for you today',
  )
  await expect(main(page).getByText('The other exclusions did not load: Not for you today')).toBeVisible()
  expect([
    await main(page).getByText('The supplier has none of its own for this.').count(),
    await main(page).getByText('No test respondents yet.').count(),
  ]).toEqual([0, 0])

  await goToHash(page, `${survey}/stream/${study.sources['Panel']!.sourceId}`)
  await main(page).getByRole('button', { name: 'Add qualification' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name or precode' }).fill('Gender')
  await dialog.getByRole('button', { name: 'Gender', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Its answers did not load: Not for you today')
  await page.unroute('**/v1/qualifications/qualification-options?*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('0 of 4 answers accepted')).toBeVisible()
})

test('a copy whose answer was lost is requested again and made once (api:T13)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Copied study', { sources: ['Panel'] })
  const page = await visit(ADVANCED, study.sourceTablePath)
  await page.route(
    '**/v1/copystream',
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Actions for Panel' }).click()
  await page.getByRole('menuitem', { name: 'Copy to another survey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy Panel' })
  await dialog.getByRole('button', { name: 'Copied study survey' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copied study survey' }).click()
  await expect(toast(page, 'Panel was copied to Copied study survey')).toBeVisible()
  const { body } = await desk.call('GET', `/v1/survey-stream-metrics/${study.surveyId}`, {
    token: await desk.tokenOf(ADVANCED),
  })
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['Panel', 'Panel (copy)'])
})

test('limits that are typed stay when the survey is read again, and meet those that another user stored (§5.28, api:S8)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Limited study')
  const token = await desk.tokenOf('admin@acme.example')
  const page = await visit('admin@acme.example', `/manage/project/${study.projectId}/survey/${study.surveyId}/edit`)
  await page.getByRole('button', { name: 'Change limits' }).click()
  const limits = page.getByRole('dialog', { name: 'Limits and auto-pause' })
  await limits.getByLabel('LOI limit').fill('44')
  const performance = `/v1/survey/${study.surveyId}/performance`
  const { limit_ir_percent, limit_min_completes, auto_pause_rules } = (await desk.call('GET', performance, { token }))
    .body
  expect(
    (
      await desk.call('PUT', performance, {
        token,
        body: { limit_loi_percent: 60, limit_ir_percent, limit_min_completes, auto_pause_rules },
      })
    ).status,
  ).toBe(200)
  const read = page.waitForResponse(answer => answer.url().endsWith(performance) && answer.request().method() === 'GET')
  await page.evaluate(() => ['offline', 'online'].map(event => window.dispatchEvent(new Event(event))))
  await (await read).finished()
  await expect(page.locator('table').filter({ hasText: 'Sources over the limit' })).toContainText('60% over')
  await expect(limits.getByLabel('LOI limit')).toHaveValue('44')
  await limits.getByRole('button', { name: 'Save' }).click()
  await expect(
    page
      .getByRole('dialog', { name: 'Changed in the meantime' })
      .getByRole('group', { name: 'LOI limit' })
      .getByRole('definition'),
  ).toHaveText(['35', '44', '60'])
})

test('a price of the rate card is not taken while it is that of what the form said before (api:S9)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Priced study')
  const page = await visit('admin@acme.example', `/manage/project/${study.projectId}/survey/new`)
  const pricing = page.getByRole('group', { name: 'Buyer pricing' })
  await page.getByLabel('Estimated LOI').fill('9')
  await page.getByLabel('Incidence Rate').fill('62.5')
  await expect(pricing).toContainText('Rate card: $3.20')
  const useIt = pricing.getByRole('button', { name: 'Use it' })
  await expect(useIt).toBeEnabled()
  const asked = await holdCalls(page, '**/v1/buyer-pricing?*')
  await page.getByLabel('Estimated LOI').fill('31')
  await expect.poll(asked.count).toBe(1)
  await expect(pricing).toContainText('Rate card: $3.20')
  await expect(useIt).toBeDisabled()
  asked.release()
  await expect(pricing).toContainText('Rate card: ask for a quote')
})
