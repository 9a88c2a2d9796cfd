import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { addFilter } from '../e2e/desk/filters.ts'
import { goToHash } from '../e2e/desk/hash.ts'
import { keptBy } from '../e2e/desk/kept-by.ts'
import { expect, test } from './picture-fixture.ts'

const ANA = 'admin@acme.example'
const FAILURE = { status: 503, json: { message: 'The database does not answer. Try again soon.' } }

const field = (page: Page, label: string): Locator => page.getByRole('main').getByRole('textbox', { name: label })
const rows = (page: Page): Locator => page.getByRole('grid', { name: 'Projects' }).getByRole('rowheader')

test('the projects: all, chosen, none found, none there, not loaded', async ({ desk, visit, picture }) => {
  const page = await visit(ANA, '/projects')
  await expect(rows(page)).not.toHaveCount(0)
  await expect(page.getByRole('banner').getByText('Live ·')).toBeVisible()
  await picture(page, 'projects')
  const chosen = page.getByRole('group', { name: 'Selected projects' })
  await page
    .getByRole('grid', { name: 'Projects' })
    .getByRole('checkbox', { name: 'Select Streaming habits wave 7' })
    .check()
  await chosen.getByRole('button', { name: 'Select all' }).click()
  await chosen.getByRole('button', { name: 'Change status…' }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('region', { name: /will (not )?change/ })
      .first(),
  ).toBeVisible()
  await picture(page, 'projects-bulk')
  await page.keyboard.press('Escape')
  await chosen.getByRole('button', { name: 'Clear' }).click()
  await addFilter(page, 'Status', 'Draft')
  await addFilter(page, 'Business unit', 'Healthcare')
  await expect(page.getByRole('heading', { name: 'No Records Found.' })).toBeVisible()
  await picture(page, 'projects-none-found')

  const accountId = await desk.maker.account({ name: 'Meridian Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  const newcomer = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(newcomer.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await picture(newcomer, 'projects-empty')

  const unlucky = await visit(ANA, '/projects', {
    prepare: each => each.route(/\/v1\/projects(\?|$)/, route => route.fulfill(FAILURE)),
  })
  await expect(unlucky.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  await picture(unlucky, 'projects-failed', { isTroubled: true })
})

test('a project: new and refused, its form, its details, leaving it, a draft, a stale edit', async ({
  demo,
  visit,
  picture,
}) => {
  const path = `/manage/project/${demo[0]?.projectId}`
  const page = await visit(ANA, '/manage/project/new')
  await field(page, 'Project number').fill('AC-26-120')
  await field(page, 'Project name').press('Enter')
  await expect(page.getByText('Project name is required')).toBeVisible()
  await picture(page, 'project-new')

  const editing = await visit(ANA, `${path}/edit`)
  await expect(field(editing, 'Project name')).toHaveValue('Streaming habits wave 7')
  await picture(editing, 'project-edit')
  await field(editing, 'Project name').fill('Streaming habits wave 8')
  await field(editing, 'Target (N)').fill('4200')
  await expect.poll(() => keptBy(editing)).toContain('"value":"4200"')
  await editing.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Projects' }).click()
  await expect(editing.getByRole('alertdialog')).toBeVisible()
  await picture(editing, 'unsaved-changes')
  await editing.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await editing.reload()
  await expect(editing.getByRole('button', { name: 'Restore' })).toBeVisible()
  await picture(editing, 'draft-offered')
  await editing.getByRole('button', { name: 'Restore' }).click()
  await expect(field(editing, 'Project name')).toHaveValue('Streaming habits wave 8')

  const other = await visit('advanced@acme.example', `${path}/edit`)
  await field(other, 'Project name').fill('Streaming habits wave 7 (autumn)')
  await field(other, 'Project number').fill('AC-26-101b')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('heading', { name: 'Streaming habits wave 7 (autumn)' })).toBeVisible()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing.getByRole('dialog', { name: 'Changed in the meantime' })).toContainText('Ada Nowak')
  await picture(editing, 'stale-edit', { isTroubled: true })

  await goToHash(other, `${path}/details`)
  await expect(other.getByRole('list', { name: 'Changes' })).toContainText('autumn')
  await picture(other, 'project-details')
  await expect(other.getByRole('link', { name: 'Reconcile' })).toBeVisible()
  await picture(other, 'project-money', { part: other.getByRole('region', { name: 'Revenue, cost and margin' }) })

  await goToHash(other, `${path}/reconciliation?way=paste`)
  await other.getByLabel('Ids').fill('no-such-respondent,930\nanother-unknown,931')
  await other.getByRole('button', { name: 'Preview 2 lines' }).click()
  await expect(other.getByRole('heading', { name: 'Preview of 2 pasted lines' })).toBeVisible()
  await picture(other, 'reconciliation')
  await other.getByRole('button', { name: 'Discard' }).click()
  await expect(other.getByRole('heading', { name: 'Preview of 2 pasted lines' })).toBeHidden()
  await goToHash(other, `${path}/documents`)
  await expect(other.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  await picture(other, 'project-documents')
})

test('the surveys of a project: all, a new one, its form, what blocks its launch, its limits', async ({
  desk,
  demo,
  visit,
  picture,
}) => {
  const [first] = demo
  if (first === undefined) throw new Error('The demo has no source.')
  const path = `/manage/project/${first.projectId}/survey`
  const page = await visit(ANA, path)
  await expect(page.getByRole('slider')).toBeVisible()
  await picture(page, 'surveys')
  await goToHash(page, `${path}/new`)
  await expect(page.getByRole('heading', { name: 'New survey', level: 1 })).toBeVisible()
  await page.getByLabel('Survey name').fill('US – Parents of teenagers')
  await page.locator('[data-field="survey_url"] input').fill('https://survey.example/s')
  await expect(page.getByRole('list', { name: 'Survey URL check' })).toBeVisible()
  await picture(page, 'survey-new')

  const editing = await visit(ANA, `${path}/${first.surveyId}/edit`)
  await expect(editing.getByRole('region', { name: 'Performance and limits' })).toBeVisible()
  await picture(editing, 'survey-edit')
  await editing.getByRole('button', { name: 'Change limits' }).click()
  await editing.getByRole('dialog', { name: 'Limits and auto-pause' }).getByLabel('LOI limit').fill('50')
  await picture(editing, 'survey-limits')

  const draft = await desk.maker.survey({
    accountId: DEMO_ACCOUNTS.acme,
    projectId: first.projectId,
    name: 'US – Parents of teenagers',
    status: 3,
    target: 0,
    surveyUrl: null,
  })
  const blocked = await visit(ANA, `${path}/${draft}/edit`)
  await expect(blocked.getByRole('region', { name: 'Before it goes live' })).toBeVisible()
  await picture(blocked, 'survey-checklist')
})
