import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Report } from '@desk/schema/reports/report'
import type { ReportSchedule } from '@desk/schema/reports/report-schedule'
import type { ReportView } from '@desk/schema/reports/report-view'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers, type Asked } from '#runtime/testing/test-desk.ts'
import { ReportScreen } from './report-screen.tsx'
import { ReportsScreen } from './reports.tsx'

const FIGURES = {
  entrants: 100,
  eqTerms: 10,
  terms: 20,
  oQs: 5,
  sqTerms: 0,
  abandons: 15,
  inflight: 0,
  completes: 50,
  ir: 50 / 75,
  conversion: 0.5,
  supplierCpi: 2.5,
  expense: 125,
  drop_off: 0.15,
  epc: 1.25,
  loi_ratio: 1.2,
  rejected_since: 5,
  reject_rate: 0.1,
}
const SUPPLIERS: Report = {
  type: 'suppliers',
  by: ['supplier'],
  as_of: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  lines: [
    { supplier: { id: 5, name: 'Kestrel' }, ...FIGURES },
    { supplier: null, ...FIGURES, entrants: 4 },
  ],
  total: { ...FIGURES, entrants: 104 },
}
const TERMINATIONS: Report = {
  type: 'terminations',
  by: ['project'],
  as_of: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  lines: [{ project: { id: 7, name: 'Snacks' }, state: 20, rule: 'duplicate_ip', respondents: 24, share: 24 / 104 }],
  total: FIGURES,
}
const INTERNAL: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
const PLAIN: CurrentUser = { ...SAMPLE_USER, role_id: 2, streamViewType: 'external' }

const reportDesk = (path: string, answers: Answers, user = INTERNAL) =>
  testDesk(
    {
      'projects.list': [],
      'lookups.suppliers': [],
      'lookups.statuses': [],
      'lookups.consultants': [],
      'businessUnits.list': [],
      ...answers,
    },
    { user, path },
  )

test('the reports are listed with what each shows; that of suppliers is for users who may see them (§2.12)', async () => {
  const page = await draw(await reportDesk('/reports', {}), <ReportsScreen />)
  await expect
    .element(page.getByRole('link', { name: 'Supplier performance' }))
    .toHaveAttribute('href', '#/reports/suppliers')
  expect(page.getByRole('link').elements()).toHaveLength(9)
  await expect.element(page.getByRole('link', { name: 'Statements' })).toHaveAttribute('href', '#/statements')
})

test('a user with the plain external view has no report of suppliers, and statements of what projects are charged alone (§2.12, domain.md §4)', async () => {
  const page = await draw(await reportDesk('/reports', {}, PLAIN), <ReportsScreen />)
  await expect.element(page.getByRole('link', { name: 'Traffic' })).toBeVisible()
  expect(
    page
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Traffic',
    'Terminations',
    'Project managers',
    'Cost summary',
    'Hourly completes',
    'Quota progress',
    'Reconciliation',
    'Statements',
  ])
  await expect.element(page.getByText(/^What each project is charged, month by month/)).toBeVisible()
})

test('a supplier’s line has what it brought, cost and earned per click; the last line is the total (§2.12)', async () => {
  const page = await draw(
    await reportDesk('/reports/suppliers', { 'reports.read': SUPPLIERS }),
    <ReportScreen type="suppliers" />,
  )
  const grid = page.getByRole('grid', { name: 'Supplier performance' })
  await expect.element(grid.getByRole('rowheader', { name: 'Kestrel' })).toBeVisible()
  const cells = (name: string) =>
    grid
      .getByRole('row', { name })
      .getByRole('gridcell')
      .elements()
      .map(({ textContent }) => textContent)
  expect(cells('Kestrel')).toEqual([
    '100',
    '50',
    '66.7%',
    '50%',
    '$2.50',
    '$125.00',
    '15%',
    '$1.25',
    '120%',
    '5',
    '10%',
  ])
  expect(cells('Total')).toEqual(['104', '50', '66.7%', '50%', '$2.50', '$125.00', '15%', '$1.25', '120%', '5', '10%'])
  await expect.element(grid.getByRole('rowheader', { name: 'Without a supplier' })).toBeVisible()
})

test('terminations name the state, the rule or reason, its respondents and their share (§2.12)', async () => {
  const page = await draw(
    await reportDesk('/reports/terminations', { 'reports.read': TERMINATIONS }),
    <ReportScreen type="terminations" />,
  )
  const row = page.getByRole('row', { name: 'Snacks' })
  await expect.element(row).toBeVisible()
  expect(
    row
      .getByRole('gridcell')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Defender term', 'Duplicate ip', '24', '23.1%'])
})

const cellsOf = (row: { getByRole: (role: 'gridcell') => { elements: () => Element[] } }) =>
  row
    .getByRole('gridcell')
    .elements()
    .map(({ textContent }) => textContent)

const COSTS = {
  completes: 50,
  revenue: 250,
  expense: 125,
  margin: 125,
  margin_share: 0.5,
  revenue_adjusted: -20,
  expense_adjusted: -7.5,
}
const COST_REPORT: Report = {
  ...SUPPLIERS,
  type: 'costs',
  by: ['project'],
  lines: [{ project: { id: 7, name: 'Snacks' }, ...COSTS }],
  total: { ...FIGURES, ...COSTS },
}

test('a cost summary has revenue, expense, margin and adjustments, and their total (§2.12)', async () => {
  const desk = await reportDesk('/reports/costs', { 'reports.read': COST_REPORT })
  const page = await draw(desk, <ReportScreen type="costs" />)
  await expect.element(page.getByRole('row', { name: 'Snacks' })).toBeVisible()
  const money = ['50', '$250.00', '$125.00', '$125.00', '50%', '-$20.00', '-$7.50']
  expect([
    cellsOf(page.getByRole('row', { name: 'Snacks' })),
    cellsOf(page.getByRole('row', { name: 'Total' })),
  ]).toEqual([money, money])
})

test('the plain external view of a cost summary has no column of cost (domain.md §4)', async () => {
  const { completes, revenue, revenue_adjusted } = COSTS
  const lines = [{ project: { id: 7, name: 'Snacks' }, completes, revenue, revenue_adjusted }]
  const desk = await reportDesk('/reports/costs', { 'reports.read': { ...COST_REPORT, lines } }, PLAIN)
  const page = await draw(desk, <ReportScreen type="costs" />)
  await expect.element(page.getByRole('row', { name: 'Snacks' })).toBeVisible()
  expect(cellsOf(page.getByRole('row', { name: 'Snacks' }))).toEqual(['50', '$250.00', '-$20.00'])
})

test('hourly completes are read from a week ago on, unless another period is chosen; hours are in the user’s zone (§2.12)', async () => {
  const asked: (string | null)[] = []
  const hours: Report = {
    type: 'hours',
    by: [],
    as_of: '2026-11-20T12:00:00.000Z',
    currency: 'USD',
    lines: [{ hour: '2026-11-20T11:00:00.000Z', entrants: 26, completes: 4 }],
    total: { entrants: 26, completes: 4 },
  }
  const desk = await reportDesk('/reports/hours', {
    'reports.read': ({ url }: { url: URL }) => {
      asked.push(url.searchParams.get('from'))
      return hours
    },
  })
  const page = await draw(desk, <ReportScreen type="hours" />)
  const grid = page.getByRole('grid', { name: 'Hourly completes' })
  await expect.element(grid.getByRole('rowheader').first()).toHaveTextContent('20 Nov 2026, 06:00')
  expect(cellsOf(grid.getByRole('row', { name: 'Total' }))).toEqual(['26', '4'])
  await page.getByRole('combobox', { name: 'Period' }).selectOptions('Last 24 hours')
  await expect.poll(() => asked.length).toBe(2)
  const [week, day] = asked.map(from => Date.parse(from ?? ''))
  expect(Math.round(((day ?? 0) - (week ?? 0)) / 3_600_000)).toBe(6 * 24)
})

test('quota progress has the source and its sub-quotas, with completes beside the target (§2.12)', async () => {
  const source = { id: 3001, name: 'Main' }
  const report: Report = {
    ...SUPPLIERS,
    type: 'quotas',
    by: ['source'],
    lines: [
      { source, quota: null, quota_no: null, target: 50, completes: 20, inflight: 3, progress: 0.4 },
      { source, quota: 'Women', quota_no: 1, target: 40, completes: 10, inflight: 2, progress: 0.25 },
    ],
  }
  const page = await draw(
    await reportDesk('/reports/quotas', { 'reports.read': report }),
    <ReportScreen type="quotas" />,
  )
  await expect.element(page.getByRole('gridcell', { name: 'The source itself' })).toBeVisible()
  const rows = page.getByRole('row', { name: 'Main' })
  expect([cellsOf(rows.nth(0)), cellsOf(rows.nth(1))]).toEqual([
    ['The source itself', '20/ 50', '50', '40%', '3'],
    ['Women', '10/ 40', '40', '25%', '2'],
  ])
  expect(page.getByRole('row', { name: 'Total' }).elements()).toEqual([])
})

test('reconciliation has month, reason, what was rejected and accepted, and what that changed in money (§2.12)', async () => {
  const adjusted = { rejected: 4, accepted: 1, revenue: -25.5, expense: -7.5 }
  const report: Report = {
    ...SUPPLIERS,
    type: 'reconciliation',
    by: ['project'],
    lines: [{ project: { id: 7, name: 'Snacks' }, month: '2026-10', reason_code: 930, ...adjusted }],
    total: adjusted,
  }
  const page = await draw(
    await reportDesk('/reports/reconciliation', { 'reports.read': report }),
    <ReportScreen type="reconciliation" />,
  )
  const grid = page.getByRole('grid', { name: 'Reconciliation' })
  await expect.element(grid.getByRole('rowheader', { name: '2026-10' })).toBeVisible()
  expect(cellsOf(grid.getByRole('row', { name: '2026-10' }))).toEqual([
    'Snacks',
    'Fraud',
    '4',
    '1',
    '-$25.50',
    '-$7.50',
  ])
  expect(cellsOf(grid.getByRole('row', { name: 'Total' })).slice(2)).toEqual(['4', '1', '-$25.50', '-$7.50'])
})

test('a report is downloaded whole with its choices; how much has come is shown, and a download that is cancelled saves nothing (§2.12)', async () => {
  const asked: string[] = []
  let goOn: () => void = () => {}
  const desk = await reportDesk('/reports/suppliers?and=project', {
    'reports.read': SUPPLIERS,
    'reports.file': ({ url, signal }: Pick<Asked, 'url' | 'signal'>) => {
      asked.push(url.search)
      return new Promise((resolve, reject) => {
        goOn = () => resolve('bytes')
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
  })
  const saved = vi.spyOn(URL, 'createObjectURL')
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect.element(page.getByText('Downloading CSV: 0.0 MB so far')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await expect.element(page.getByRole('button', { name: 'Download XLSX' })).toBeVisible()
  expect(saved).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  await expect.element(page.getByText('Downloading XLSX: 0.0 MB so far')).toBeVisible()
  goOn()
  await expect.element(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  expect([asked, saved.mock.calls.length]).toEqual([['?and=project&format=csv', '?and=project&format=xlsx'], 1])
  saved.mockRestore()
})

const VIEW: ReportView = {
  report_view_ud: 9,
  type: 'suppliers',
  name: 'By project',
  filters: 'and=project',
  is_shared: true,
  is_own: false,
  may_edit: false,
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
  await page.getByRole('textbox', { name: 'Save what is shown now as' }).fill('Countries')
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
  await page.getByRole('button', { name: 'By mail' }).click()
  await expect.element(page.getByText('Hourly completes, XLSX every Friday at 07:00.')).toBeVisible()
  await expect.element(page.getByText('Last time it was not sent: The mail could not be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Pause Hours' }).click()
  await expect.element(page.getByRole('button', { name: 'Resume Hours' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Hours' }).click()
  await expect.element(page.getByText('No report is mailed to you yet.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Mail me what is shown now, as' }).fill('Costs')
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
  await page.getByRole('button', { name: 'By mail' }).click()
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
  await page.getByRole('button', { name: 'By mail' }).click()
  await expect.element(page.getByText('The schedules did not load')).toBeVisible()
  desk.answer({ 'reportSchedules.list': [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('No report is mailed to you yet.')).toBeVisible()
})

test('a report that does not load may be read again; one without traffic says so; a supplier report is no page for who may not see it', async () => {
  const desk = await reportDesk('/reports/suppliers', { 'reports.read': refused(503, { message: 'Away.' }) })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await expect.element(page.getByText('The supplier performance lines did not load')).toBeVisible()
  desk.answer({ 'reports.read': { ...SUPPLIERS, lines: [] } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'No traffic yet' })).toBeVisible()
  const plain = await draw(await reportDesk('/reports/suppliers', {}, PLAIN), <ReportScreen type="suppliers" />)
  await expect.element(plain.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('what is chosen for a mail stays while the list of schedules comes, and the focus stays on Save when a view is saved (§2.12)', async () => {
  let give: (schedules: ReportSchedule[]) => void = () => undefined
  const desk = await reportDesk('/reports/suppliers', {
    'reports.read': SUPPLIERS,
    'reportSchedules.list': () => new Promise<ReportSchedule[]>(resolve => (give = resolve)),
    'reportViews.list': [],
    'reportViews.create': { ...VIEW, is_own: true, may_edit: true },
  })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await page.getByRole('button', { name: 'By mail' }).click()
  await page.getByRole('combobox', { name: 'File' }).selectOptions('XLSX')
  give([])
  await expect.element(page.getByText('No report is mailed to you yet.')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'File' })).toHaveValue('xlsx')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  const save = page.getByRole('button', { name: 'Save view' })
  await save.click()
  await expect.element(page.getByText('Give the view a name')).toBeVisible()
  await page.getByRole('textbox', { name: 'Save what is shown now as' }).fill('Mine')
  await save.click()
  await expect.element(page.getByRole('textbox', { name: 'Save what is shown now as' })).toHaveValue('')
  await expect.element(save).toHaveFocus()
})
