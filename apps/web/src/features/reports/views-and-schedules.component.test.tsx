import type { ReportSchedule } from '@desk/schema/reports/report-schedule'
import type { ReportView } from '@desk/schema/reports/report-view'
import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused } from '#runtime/testing/test-desk.ts'
import { ReportScreen } from './report-screen.tsx'
import { reportDesk, SUPPLIERS } from './testing/sample-reports.ts'

const VIEW: ReportView = {
  report_view_ud: 9,
  type: 'suppliers',
  name: 'By project',
  filters: 'and=project',
  is_shared: true,
  is_own: false,
  may_edit: false,
  is_default: false,
  owner: 'Ada Byron',
  version: 1,
}

test('views are opened, saved as the report is shown, renamed, and deleted with undo (§2.12)', async () => {
  const own = { ...VIEW, report_view_ud: 10, name: 'Mine', is_shared: false, is_own: true, may_edit: true }
  let views: ReportView[] = [own, VIEW]
  const desk = await reportDesk('/reports/suppliers?and=country', {
    'reports.read': SUPPLIERS,
    'reportViews.list': () => views,
    'reportViews.create': ({ body }) => {
      const made = { ...own, report_view_ud: 11, ...(body as Pick<ReportView, 'name' | 'filters' | 'is_shared'>) }
      views = [...views, made]
      return made
    },
    'reportViews.update': ({ body }) => {
      const renamed = { ...own, ...(body as { name: string }), version: 2 }
      views = views.map(view => (view.report_view_ud === 10 ? renamed : view))
      return renamed
    },
    'reportViews.remove': () => {
      views = views.filter(({ report_view_ud }) => report_view_ud !== 10)
      return undefined
    },
    'reportViews.restore': () => {
      views = [own, ...views]
      return own
    },
  })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await page.getByRole('button', { name: 'Views' }).click()
  await expect
    .element(page.getByRole('link', { name: 'By project' }))
    .toHaveAttribute('href', '#/reports/suppliers?and=project')
  await expect.element(page.getByText('Shared by Ada Byron')).toBeVisible()
  expect(page.getByRole('button', { name: 'Delete By project' }).elements()).toEqual([])
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('Countries')
  await page.getByText('Shared with everybody in the account').click()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect
    .element(page.getByRole('link', { name: 'Countries' }))
    .toHaveAttribute('href', '#/reports/suppliers?and=country')
  expect(desk.asked.find(({ key }) => key === 'reportViews.create')?.body).toEqual({
    type: 'suppliers',
    name: 'Countries',
    filters: 'and=country',
    is_shared: true,
  })
  await page.getByRole('button', { name: 'Rename Mine' }).click()
  await page.getByRole('textbox', { name: 'New name of Mine' }).fill('My own')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect.element(page.getByRole('link', { name: 'My own' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete My own' }).click()
  await expect.element(page.getByRole('link', { name: 'My own' })).not.toBeInTheDocument()
  expect(views.map(({ name }) => name)).toEqual(['By project', 'Countries'])
})

test('a report is mailed as it is shown; schedules are paused and deleted, and say why they failed (§2.12)', async () => {
  const failing: ReportSchedule = {
    report_schedule_ud: 3,
    type: 'hours',
    filters: 'days=7',
    name: 'Hours',
    format: 'xlsx',
    every: 'weekly',
    local_hour: 7,
    weekday: 5,
    day: 1,
    is_paused: false,
    due_at: '2026-11-27T12:00:00.000Z',
    last_sent_at: null,
    fault: 'The mail could not be sent.',
    version: 4,
  }
  let schedules: ReportSchedule[] = [failing]
  const desk = await reportDesk('/reports/suppliers?and=country', {
    'reports.read': SUPPLIERS,
    'reportSchedules.list': () => schedules,
    'reportSchedules.create': () => {
      const made = { ...failing, report_schedule_ud: 4, name: 'Costs', fault: null }
      schedules = [made, ...schedules]
      return made
    },
    'reportSchedules.update': () => {
      const paused = { ...failing, is_paused: true, due_at: null, fault: null, version: 5 }
      schedules = schedules.map(schedule => (schedule.report_schedule_ud === 3 ? paused : schedule))
      return paused
    },
    'reportSchedules.remove': () => {
      schedules = schedules.filter(({ report_schedule_ud }) => report_schedule_ud !== 3)
      return undefined
    },
  })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await page.getByRole('button', { name: 'Schedules' }).click()
  await expect.element(page.getByText('Hourly completes, XLSX every Friday at 07:00.')).toBeVisible()
  await expect.element(page.getByText('Next try: 27 Nov 2026, 07:00 (UTC-05:00).')).toBeVisible()
  await expect.element(page.getByText('Last time it was not sent: The mail could not be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Pause Hours' }).click()
  await expect.element(page.getByRole('button', { name: 'Resume Hours' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Hours' }).click()
  await expect.element(page.getByText('No emailed reports yet.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of a new emailed report' }).fill('Costs')
  await page.getByRole('combobox', { name: 'Every' }).selectOptions('Month')
  await page.getByRole('combobox', { name: 'On day' }).selectOptions('3')
  await page.getByRole('button', { name: 'Mail it to me' }).click()
  await expect.element(page.getByRole('button', { name: 'Pause Costs' })).toBeVisible()
  const sent = desk.asked.filter(({ key }) => key === 'reportSchedules.create').map(({ body }) => body)
  expect(sent).toEqual([
    {
      type: 'suppliers',
      filters: 'and=country',
      name: 'Costs',
      format: 'csv',
      every: 'monthly',
      local_hour: 8,
      weekday: 1,
      day: 3,
      is_paused: false,
    },
  ])
})

test('a schedule and a view that were deleted come back by Undo, as they were (§2.12)', async () => {
  const form = {
    type: 'hours',
    filters: 'days=7',
    name: 'Hours',
    format: 'xlsx',
    every: 'weekly',
    local_hour: 7,
    weekday: 5,
    day: 1,
    is_paused: true,
  } as const
  const schedule = { report_schedule_ud: 3, ...form, due_at: null, last_sent_at: null, fault: null, version: 4 }
  const own = { ...VIEW, is_own: true, may_edit: true }
  const desk = await reportDesk('/reports/suppliers', {
    'reports.read': SUPPLIERS,
    'reportSchedules.list': [schedule],
    'reportSchedules.create': schedule,
    'reportSchedules.remove': () => undefined,
    'reportViews.list': [own],
    'reportViews.remove': () => undefined,
    'reportViews.restore': own,
  })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  const undo = (text: string) =>
    screen.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: 'Undo' })
  await page.getByRole('button', { name: 'Schedules' }).click()
  await page.getByRole('button', { name: 'Delete Hours' }).click()
  await undo('Hours is no longer mailed').click()
  await expect.poll(() => desk.asked.find(({ key }) => key === 'reportSchedules.create')?.body).toEqual(form)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Delete By project' }).click()
  await undo('By project was deleted').click()
  await expect.poll(() => desk.asked.filter(({ key }) => key === 'reportViews.restore').length).toBe(1)
})

test('views and schedules show that they load, that they did not, and that there are none', async () => {
  let goOn: () => void = () => {}
  const desk = await reportDesk('/reports/suppliers', {
    'reports.read': SUPPLIERS,
    'reportViews.list': () =>
      new Promise(resolve => {
        goOn = () => resolve(refused(503, { message: 'Away.' }))
      }),
    'reportSchedules.list': refused(403, { message: 'Not yours.' }),
  })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await page.getByRole('button', { name: 'Views' }).click()
  await expect.element(page.getByText('Loading the views')).toBeInTheDocument()
  desk.answer({ 'reportViews.list': refused(403, { message: 'Not yours.' }) })
  goOn()
  await expect.element(page.getByText('The views did not load')).toBeVisible()
  desk.answer({ 'reportViews.list': [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('No views of this report yet.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Schedules' }).click()
  await expect.element(page.getByText('The schedules did not load')).toBeVisible()
  desk.answer({ 'reportSchedules.list': [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('No emailed reports yet.')).toBeVisible()
})

test('the choices for a mail stay while the list of schedules comes, and the focus stays on Save when a view is saved (§2.12)', async () => {
  let give: (schedules: ReportSchedule[]) => void = () => undefined
  const desk = await reportDesk('/reports/suppliers', {
    'reports.read': SUPPLIERS,
    'reportSchedules.list': () => new Promise<ReportSchedule[]>(resolve => (give = resolve)),
    'reportViews.list': [],
    'reportViews.create': { ...VIEW, is_own: true, may_edit: true },
  })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await page.getByRole('button', { name: 'Schedules' }).click()
  await page.getByRole('combobox', { name: 'File' }).selectOptions('XLSX')
  give([])
  await expect.element(page.getByText('No emailed reports yet.')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'File' })).toHaveValue('xlsx')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  const save = page.getByRole('button', { name: 'Save view' })
  await save.click()
  await expect.element(page.getByText('Give the view a name')).toBeVisible()
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('Mine')
  await save.click()
  await expect.element(page.getByRole('textbox', { name: 'Save this view as' })).toHaveValue('')
  await expect.element(save).toHaveFocus()
})
