import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'

const MANY_TABS = 80

/** Goes on with Tab until the focus is there, as one does without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < MANY_TABS; tabs += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  if (text !== '') await page.keyboard.insertText(text)
}

const readings = (page: Page): Locator => page.getByRole('list', { name: 'Survey URL check' }).getByRole('listitem')

test('a survey is made by keyboard alone: its project’s defaults, both readings of the URL as one types, the price of the rate card (§5.1–5.4, §5.10, api:S3, api:S5, api:S9)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Keyboard study')
  const page = await visit('admin@acme.example', `/manage/project/${study.projectId}/survey`)
  await tabTo(page, page.getByRole('link', { name: 'New survey' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New survey', level: 1 })).toBeVisible()

  const name = page.getByLabel('Survey name')
  await expect(page.getByLabel('Target (N)')).toHaveValue('200')
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Survey name is required')).toBeVisible()
  await expect(name).toBeFocused()
  await type(page, name, 'Made by keyboard')

  // found by their place: while a list is open on the way there, nothing else has a role
  const url = page.locator('[data-field="survey_url"] input')
  await type(page, url, 'survey.example')
  await expect(readings(page)).toHaveText([
    /^.*New: not good\. Must be a valid URL starting with https:\/\/ and contain the \[%RDUD%\] variable, e\.g\. .*\]$/,
    /Stored: not good/,
  ])
  await type(page, url, 'http://survey.example/[%RDUD%]')
  await expect(readings(page)).toHaveText([
    /New: not good\. Survey URL must begin with https:\/\/www\.example\.com/,
    /Stored: good/,
  ])
  await type(page, url, 'https://survey.example')
  await expect(readings(page)).toHaveText([
    /New: not good\. Survey URL must include \[%RDUD%\], e\.g\./,
    /Stored: not good/,
  ])
  await type(page, url, 'https://survey.example/k?id=[%RDUD%]')
  await expect(readings(page)).toHaveText([/New: good/, /Stored: good/])

  const pricing = page.getByRole('group', { name: 'Buyer pricing' })
  await type(page, page.getByLabel('Estimated LOI'), '31')
  await expect(pricing).toContainText('Rate card: ask for a quote')
  await page.keyboard.press('Shift+Tab')
  await type(page, page.getByLabel('Estimated LOI'), '9')
  await type(page, page.getByLabel('Incidence Rate'), '72.5')
  // another price than that of the incidence before it: what shows it is not an answer to a former question
  await expect(pricing).toContainText('Rate card: $2.80')
  await expect(page.getByLabel('Sell Price')).toHaveValue('6')
  await tabTo(page, pricing.getByRole('button', { name: 'Use it' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Sell Price')).toHaveValue('2.8')
  await tabTo(page, page.locator('button[type="submit"]'))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(new RegExp(`#/manage/project/${study.projectId}/survey/\\d+/streams$`))
  await expect(page.getByRole('heading', { name: 'Made by keyboard', level: 1 })).toBeVisible()
  const surveyId = Number(/survey\/(\d+)\/streams/.exec(page.url())?.[1])
  const { body } = await desk.call('GET', `/v1/surveys/${surveyId}`, {
    token: await desk.tokenOf('admin@acme.example'),
  })
  expect(body).toMatchObject({
    pm_sy_name: 'Made by keyboard',
    respondents: 200,
    survey_url: 'https://survey.example/k?id=[%RDUD%]',
    est_loi: 9,
    qualifying_rate: 72.5,
    pm_sy_client_cpi: 2.8,
    device_compatibility: [1, 2, 3],
    statusid: 3,
  })
  await goToHash(page, `/manage/project/${study.projectId}/survey/${surveyId}/edit`)
  await expect(page.getByRole('note', { name: 'Engage language' })).toHaveText(
    /^Respondents are spoken to in English, en-[A-Z]{2}\.$/,
  )
  await desk.database.asSystem(tx =>
    sql`update survey set country_id = 840, language_id = (select language_id from language where iso = 'de') where survey_id = ${surveyId}`.execute(
      tx,
    ),
  )
  await page.reload()
  await expect(page.getByRole('note', { name: 'Engage language' })).toHaveText(
    'Respondents are spoken to in German, de-US. It is not among the languages of the survey’s country: check both before the launch.',
  )
})

test('the checklist leads to what blocks the launch; who saves an older state is shown the changes since then (§3.6, §4.1, api:S2, api:S6–S8)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Checklist study')
  const surveyId = await desk.maker.survey({
    accountId: DEMO_ACCOUNTS.acme,
    projectId: study.projectId,
    name: 'Not ready',
    status: 3,
    target: 0,
    surveyUrl: null,
  })
  const token = await desk.tokenOf('admin@acme.example')
  const page = await visit('admin@acme.example', study.surveyListPath)
  await page.getByRole('link', { name: 'Edit Not ready' }).click()

  await expect(page.getByRole('heading', { name: 'Not ready', level: 1 })).toBeVisible()
  const checklist = page.getByRole('region', { name: 'Before it goes live' })
  await expect(checklist.getByRole('listitem')).toHaveText([
    /The survey URL is missing or not valid\./,
    /The target must be greater than 0\./,
  ])
  await checklist.getByRole('button', { name: 'Go to Target (N)' }).press('Enter')
  await expect(page.getByLabel('Target (N)')).toBeFocused()
  await checklist.getByRole('button', { name: 'Go to Survey URL' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Survey URL' })).toBeFocused()

  await page.getByRole('button', { name: 'Use the practice survey' }).click()
  await expect(page.getByRole('textbox', { name: 'Survey URL' })).toHaveValue(PRACTICE_SURVEY_URL)
  await page.getByRole('textbox', { name: 'Survey URL' }).fill('https://survey.example/c?id=[%RDUD%]')
  await page.getByLabel('Target (N)').fill('150')
  await page.getByLabel('Out of field date').fill('2099-03-01T18:00')
  const { body: seen } = await desk.call('GET', `/v1/surveys/${surveyId}`, { token })
  const theirs = await desk.call('PUT', `/v1/surveys/${surveyId}`, {
    token,
    body: { ...formOf(seen), respondents: 175, est_loi: 14, out_of_field_date: '2099-02-01T05:00:00.000Z' },
  })
  expect(theirs.status).toBe(200)
  await page.getByRole('button', { name: 'Save' }).click()
  const stale = page.getByRole('dialog')
  await expect(stale).toContainText('Target (N)')
  await expect(stale).toContainText('175')
  await expect(stale).toContainText('14')
  await page.keyboard.press('Escape')
  await expect(stale).toHaveCount(0)
  await expect(page.getByLabel('Target (N)')).toHaveValue('150')

  await page.getByRole('button', { name: 'Change limits' }).click()
  const limits = page.getByRole('dialog', { name: 'Limits and auto-pause' })
  await limits.getByLabel('LOI limit').fill('50')
  await limits.getByText('IR is too low').click()
  await limits.getByRole('button', { name: 'Save' }).click()
  await expect(limits).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Performance and limits' })).toContainText('50% over')
  await expect(page.getByRole('region', { name: 'Test status' })).toContainText('No user has tested this survey yet.')
  await expect(page.getByRole('region', { name: 'History' }).getByRole('list', { name: 'Changes' })).toContainText(
    'LOI limit',
  )
  await page.setViewportSize({ width: 1024, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})

test('a duplicate begins with its original’s values, and is made beside it (api:S3)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Duplicated study')
  const page = await visit('user@acme.example', study.surveyListPath)
  await page.getByRole('link', { name: 'Duplicate Duplicated study survey' }).click()
  await expect(page.getByLabel('Survey name')).toHaveValue('Copy of Duplicated study survey')
  await expect(page.getByText('sources of the original along; its sources begin as drafts')).toBeVisible()
  await page.getByRole('button', { name: 'Create survey' }).click()
  await expect(page.getByRole('heading', { name: 'Copy of Duplicated study survey', level: 1 })).toBeVisible()
  const { body } = await desk.call('GET', `/v1/surveys?pm_proj_ud=${study.projectId}`, {
    token: await desk.tokenOf('user@acme.example'),
  })
  expect(
    body.map((survey: Record<string, unknown>) => [survey['pm_sy_name'], survey['statusid'], survey['respondents']]),
  ).toEqual([
    ['Duplicated study survey', 1, 200],
    ['Copy of Duplicated study survey', 3, 200],
  ])
})

/** The part of a survey that its form sends. */
function formOf(survey: Record<string, unknown>): Record<string, unknown> {
  const names = [
    'pm_sy_name',
    'respondents',
    'pm_cy_cs_id',
    'languages_id',
    'device_compatibility',
    'survey_url_flg',
    'survey_url',
    'pm_sy_client_cpi',
    'est_loi',
    'qualifying_rate',
    'out_of_field_time_zone_code',
    'version',
  ]
  return {
    ...Object.fromEntries(names.map(name => [name, survey[name]])),
    survey_url: 'https://survey.example/t?id=[%RDUD%]',
  }
}
