import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { sql } from 'kysely'
import { goToHash } from '../e2e/desk/hash.ts'
import { expect, test } from './picture-fixture.ts'

test('reports: all, traffic by two things, suppliers, terminations', async ({ visit, picture }) => {
  const page = await visit('admin@acme.example', '/reports')
  await expect(page.getByRole('link', { name: 'Terminations' })).toBeVisible()
  await picture(page, 'reports')
  const pictures = [
    ['report-traffic', '/reports/traffic?and=supplier', 'Traffic'],
    ['report-suppliers', '/reports/suppliers', 'Supplier performance'],
    ['report-terminations', '/reports/terminations?by=supplier', 'Terminations'],
    ['report-costs', '/reports/costs?days=30', 'Cost summary'],
    ['report-by-day', '/reports/traffic?by=day&days=30', 'Traffic'],
  ] as const
  for (const [name, path, label] of pictures) {
    await goToHash(page, path)
    await expect(page.getByRole('grid', { name: label }).getByRole('rowheader')).not.toHaveCount(0)
    await picture(page, name)
  }
})

test('a report narrowed to several things, and the search of one of them', async ({ demo, visit, picture }) => {
  const projects = [
    ...new Set(demo.filter(({ accountId }) => accountId === DEMO_ACCOUNTS.acme).map(source => source.projectId)),
  ]
  const choice = `pm_proj_ud=${projects.slice(0, 6).join(',')}&pm_cy_cs_id=826,840&status=2&period=this_year`
  const page = await visit('admin@acme.example', `/reports/traffic?${choice}`)
  await expect(page.getByRole('grid', { name: 'Narrowed to' }).getByRole('row')).toHaveCount(9)
  await expect(page.getByRole('grid', { name: 'Narrowed to' })).not.toContainText(/Project: \d/)
  await picture(page, 'report-narrowed')
  const open = async () => {
    if (!(await page.getByRole('listbox', { name: 'Projects' }).isVisible()))
      await page.getByRole('button', { name: 'Projects: 6 chosen' }).click()
    await expect(page.getByRole('listbox', { name: 'Projects' }).getByRole('option').nth(5)).toBeVisible()
  }
  await open()
  await picture(page, 'report-chooser', { again: open })
})

test('reports by mail', async ({ desk, visit, picture }) => {
  const token = await desk.tokenOf('admin@acme.example')
  const schedule = { type: 'traffic', filters: '', format: 'xlsx', local_hour: 8, is_paused: false }
  await desk.call('POST', '/v1/report-schedules', {
    token,
    body: { ...schedule, name: 'Traffic of the week', every: 'weekly', weekday: 1 },
  })
  await desk.call('POST', '/v1/report-schedules', {
    token,
    body: { ...schedule, name: 'Costs', type: 'costs', every: 'monthly', day: 3, is_paused: true },
  })
  await desk.database.asSystem(tx =>
    sql`update report_schedule set fault = 'The mail could not be sent.' where name = 'Traffic of the week'`.execute(
      tx,
    ),
  )
  const page = await visit('admin@acme.example', '/reports/traffic')
  await page.getByRole('button', { name: 'Schedules' }).click()
  await expect(page.getByText('The mail could not be sent.')).toBeVisible()
  await picture(page, 'report-mail')
})

test('why a number changed', async ({ visit, picture }) => {
  const page = await visit('admin@acme.example', '/reports/traffic?by=source')
  const cell = page.getByRole('grid', { name: 'Traffic' }).getByRole('gridcell').nth(7)
  await cell.click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Why did this number change/ }).click()
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days')
  await expect(page.getByText('The changes add up to the difference.')).toBeVisible()
  await picture(page, 'why-changed')
})

test('why a figure of a report’s line changed', async ({ visit, picture }) => {
  const page = await visit('admin@acme.example', '/reports/costs?by=supplier')
  const cell = page.getByRole('grid', { name: 'Cost summary' }).getByRole('gridcell').nth(4)
  await cell.click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Why did this number change/ }).click()
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days')
  await expect(page.getByText('The changes add up to the difference.')).toBeVisible()
  await picture(page, 'report-why')
})
