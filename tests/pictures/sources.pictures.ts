import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import type { WrittenSource } from '@desk/platform/demo/demo-studies'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { Page } from '@playwright/test'
import type { Desk } from '../e2e/desk/desk.ts'
import { askForStatus, changeStatus, statusButton, statusItem } from '../e2e/desk/status-steps.ts'
import { expect, test } from './picture-fixture.ts'

const ANA = 'admin@acme.example'

/** The sources of the first survey that has three live DIY sources or more; the first of those is given as well. */
function busySurvey(demo: readonly WrittenSource[]) {
  const liveOf = (surveyId: number) =>
    demo.filter(({ surveyId: own, plan }) => own === surveyId && plan.status === 'live')
  const first = demo.find(
    ({ surveyId, plan }) => plan.type === 'diy' && plan.status === 'live' && liveOf(surveyId).length >= 3,
  )
  if (first === undefined) throw new Error('The demo has no busy survey.')
  return {
    ...first,
    name: first.plan.name,
    live: liveOf(first.surveyId).map(({ plan }) => plan.name),
    path: `/projects/${first.projectId}/survey/${first.surveyId}/streams`,
  }
}

async function act(page: Page, source: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${source}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function openTable(visit: (username: string, path: string) => Promise<Page>, path: string): Promise<Page> {
  const page = await visit(ANA, path)
  await expect(page.getByRole('slider')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Live ·')).toBeVisible()
  return page
}

test('the source table: whole, its columns, its chart by source, without sources', async ({
  desk,
  demo,
  visit,
  picture,
}) => {
  const { path, projectId } = busySurvey(demo)
  const page = await openTable(visit, path)
  await picture(page, 'sources')
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  await picture(page, 'sources-columns')

  const charts = await visit(ANA, `${path}?chartOf=sources`)
  const bySource = charts.getByRole('region', { name: 'Completes by source' }).first()
  await expect(bySource).toBeVisible()
  await picture(charts, 'sources-chart', { part: bySource })

  const empty = await desk.maker.survey({
    accountId: DEMO_ACCOUNTS.acme,
    projectId,
    name: 'US – Parents of teenagers',
    status: STATUS_CODES.draft,
  })
  const without = await visit(ANA, `/projects/${projectId}/survey/${empty}/streams`)
  await expect(without.getByRole('heading', { name: 'No sources yet' })).toBeVisible()
  await picture(without, 'sources-empty')
})

test('many sources: chosen, their status and their price', async ({ demo, visit, picture }) => {
  const { path } = busySurvey(demo)
  const page = await openTable(visit, path)
  const bar = page.getByRole('group', { name: 'Selected sources' })
  await page
    .getByRole('grid', { name: 'Sources' })
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await bar.getByRole('button', { name: 'Select all' }).click()
  await picture(page, 'sources-chosen')
  await bar.getByRole('button', { name: 'Change status…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change the/ })
  await expect(dialog.getByRole('region', { name: /will (not )?change/ })).toBeVisible()
  await picture(page, 'sources-bulk-status')
  await dialog.getByRole('contentinfo').getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Change price…' }).click()
  await dialog.getByRole('textbox', { name: 'Supply Price' }).fill('3.10')
  await expect(dialog.getByRole('region', { name: /will (not )?change/ }).first()).toBeVisible()
  await picture(page, 'sources-bulk-price')
})

test('the status of a source: its menu, its question, its conflict, its history', async ({
  desk,
  demo,
  visit,
  picture,
}) => {
  const { path, name, sourceId } = busySurvey(demo)
  const page = await openTable(visit, path)
  await picture(page, 'status-menu', {
    again: async () => {
      if (!(await statusItem(page, 'Paused').isVisible())) await statusButton(page, name).click()
      await expect(statusItem(page, 'Live')).toContainText('Current status')
    },
  })
  await page.keyboard.press('Escape')
  const dialog = await askForStatus(page, name, 'Complete')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Note (optional)').fill('Enough of them for this wave.')
  await picture(page, 'status-dialog')
  await changeStatus(
    desk,
    await desk.tokenOf('user@acme.example'),
    'source',
    sourceId,
    STATUS_CODES.paused,
    'The client asked for a break.',
  )
  await expect(page.getByRole('alertdialog', { name: 'The status has changed in the meantime' })).toBeVisible()
  await picture(page, 'status-conflict')
  await page.keyboard.press('Escape')
  await changeStatus(desk, await desk.tokenOf('user@acme.example'), 'source', sourceId, STATUS_CODES.live)
  await act(page, name, 'Status history')
  await expect(page.getByRole('list', { name: 'Status changes' }).getByRole('listitem')).toHaveCount(3)
  await picture(page, 'status-history')
})

test('a source of the table: its menu, copied elsewhere, a respondent explained', async ({ demo, visit, picture }) => {
  const { path, name, sourceId } = busySurvey(demo)
  const page = await openTable(visit, path)
  await picture(page, 'source-actions', {
    again: async () => {
      if (!(await page.getByRole('menu').isVisible()))
        await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await expect(page.getByRole('menuitem', { name: 'Explain' })).toBeVisible()
    },
  })
  await page.keyboard.press('Escape')
  await act(page, name, 'Copy to another survey')
  await expect(page.getByRole('list', { name: 'Surveys' }).getByRole('listitem').first()).toBeVisible()
  await picture(page, 'source-copy')
  await page.keyboard.press('Escape')
  await act(page, name, 'Explain')
  await page.getByLabel('RDUD or rid').fill(`p${sourceId}-7`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Steps' })).toBeVisible()
  await picture(page, 'explain')
})

test('an allocation template for a whole survey', async ({ desk, demo, visit, picture }) => {
  const { path } = busySurvey(demo)
  await makeAllocation(desk, 'Northlight first')
  const page = await openTable(visit, path)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Apply an allocation template' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Look at it: Northlight first' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Overwrite/ })).toBeVisible()
  await picture(page, 'allocation-applied')
})

async function makeAllocation(desk: Desk, name: string): Promise<void> {
  const token = await desk.tokenOf(ANA)
  const { body: suppliers } = await desk.call('GET', '/v1/suppliers', { token })
  const idOf = (supplier: string): number =>
    suppliers.find((each: { name: string }) => each.name === supplier).pm_sup_ud
  const shares = [
    ['Northlight Panels', 60],
    ['Opinion Harbor', 25],
    ['Rewardly Wall', 15],
  ] as const
  const body = {
    name,
    template_type: 1,
    suppliers: shares.map(([supplier, percent]) => ({ pm_sup_ud: idOf(supplier), allocation_percent: percent })),
  }
  const { status } = await desk.call('POST', '/v1/supplierallocationtemplates', { token, body })
  expect(status).toBe(200)
}
