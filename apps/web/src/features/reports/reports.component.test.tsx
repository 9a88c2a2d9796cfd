import type { Report } from '@desk/schema/reports/report'
import { expect, test, vi } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, type Asked } from '#runtime/testing/test-desk.ts'
import { ReportScreen } from './report-screen.tsx'
import { ReportsScreen } from './reports.tsx'
import { FIGURES, PLAIN, reportDesk, SUPPLIERS } from './testing/sample-reports.ts'

const TERMINATIONS: Report = {
  type: 'terminations',
  by: ['project'],
  as_of: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  lines: [{ project: { id: 7, name: 'Snacks' }, state: 20, rule: 'duplicate_ip', respondents: 24, share: 24 / 104 }],
  total: FIGURES,
}

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
  await expect.element(page.getByText(/^Monthly charges of each project/)).toBeVisible()
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
    '50',
    '15%',
    '$1.25',
    '120%',
    '5',
    '10%',
  ])
  expect(cells('Total')).toEqual([
    '104',
    '50',
    '66.7%',
    '50%',
    '$2.50',
    '$125.00',
    '50',
    '15%',
    '$1.25',
    '120%',
    '5',
    '10%',
  ])
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
  pricedCompletes: 50,
  margin: 125,
  margin_share: 0.5,
  revenue_adjusted: -20,
  expense_adjusted: -7.5,
  adjusted_completes: 4,
  adjusted_priced: 3,
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
  const money = ['50', '$250.00', '$125.00', '50', '$125.00', '50%', '−$20.00', '−$7.50', '4', '3']
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
  expect(cellsOf(page.getByRole('row', { name: 'Snacks' }))).toEqual(['50', '$250.00', '−$20.00'])
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
      {
        source,
        quota: null,
        quota_no: null,
        target: 50,
        completes: 20,
        inflight: 3,
        progress: 0.4,
        full_by: '2026-11-30T17:00:00.000Z',
        full_chance: 0.8,
      },
      { source, quota: 'Women', quota_no: 1, target: 40, completes: 10, inflight: 2, progress: 0.25 },
    ],
  }
  const page = await draw(
    await reportDesk('/reports/quotas', { 'reports.read': report }),
    <ReportScreen type="quotas" />,
  )
  await expect.element(page.getByRole('gridcell', { name: 'No quota' })).toBeVisible()
  const rows = page.getByRole('row', { name: 'Main' })
  expect([cellsOf(rows.nth(0)), cellsOf(rows.nth(1))]).toEqual([
    ['No quota', '20/ 50', '50', '40%', '30 Nov 2026, 12:00', '80%', '3'],
    ['Women', '10/ 40', '40', '25%', '', '-', '2'],
  ])
  expect(page.getByRole('row', { name: 'Total' }).elements()).toEqual([])
})

test('reconciliation has month, reason, the rejected and accepted ones, and their change in money (§2.12)', async () => {
  const adjusted = { rejected: 4, accepted: 1, revenue: -25.5, expense: -7.5, pricedCompletes: 3 }
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
    '−$25.50',
    '−$7.50',
    '3',
  ])
  expect(cellsOf(grid.getByRole('row', { name: 'Total' })).slice(2)).toEqual(['4', '1', '−$25.50', '−$7.50', '3'])
  // respondents are counted in whole ones
  const chart = page.getByRole('img', { name: /^Reconciliation: Rejected/ })
  await expect.element(chart).toBeVisible()
  expect(chart.element().textContent).not.toMatch(/\d\.\d/)
})

test('what reconciliations changed of completes without a supply price is not known, and not nothing (docs/decisions/0092)', async () => {
  const adjusted = { rejected: 2, accepted: 0, revenue: -17, expense: null, pricedCompletes: 0 }
  const report: Report = {
    ...SUPPLIERS,
    type: 'reconciliation',
    by: ['project'],
    lines: [{ project: { id: 7, name: 'Snacks' }, month: '2026-10', reason_code: 930, ...adjusted }],
    total: adjusted,
  }
  const desk = await reportDesk('/reports/reconciliation', { 'reports.read': report })
  const page = await draw(desk, <ReportScreen type="reconciliation" />)
  const why = 'Not known: these completes have no supply price, as on an exchange without a typed CPI'
  await expect.element(page.getByRole('row', { name: '2026-10' }).getByTitle(why)).toHaveTextContent('–')
  await expect.element(page.getByRole('row', { name: 'Total' }).getByTitle(why)).toHaveTextContent('–')
  await page.unmount()
  const costs = { ...COSTS, expense_adjusted: null, adjusted_priced: 0 }
  const summary = {
    ...COST_REPORT,
    lines: [{ project: { id: 7, name: 'Snacks' }, ...costs }],
    total: { ...FIGURES, ...costs },
  }
  const other = await reportDesk('/reports/costs', { 'reports.read': summary })
  const costPage = await draw(other, <ReportScreen type="costs" />)
  await expect.element(costPage.getByRole('row', { name: 'Snacks' }).getByTitle(why)).toHaveTextContent('–')
  await expect.element(costPage.getByRole('row', { name: 'Total' }).getByTitle(why)).toHaveTextContent('–')
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

test('a report without lines explains it, and clears the period and the filters where those leave none (look.md 9)', async () => {
  const nothing = { ...SUPPLIERS, lines: [] }
  const page = await draw(
    await reportDesk('/reports/reconciliation', { 'reports.read': nothing }),
    <ReportScreen type="reconciliation" />,
  )
  await expect.element(page.getByRole('heading', { name: 'Nothing was reconciled yet' })).toBeVisible()

  const desk = await reportDesk('/reports/suppliers?and=country&days=7&pm_proj_ud=5&sort=-completes', {
    'reports.read': nothing,
  })
  const narrowed = await draw(desk, <ReportScreen type="suppliers" />)
  await expect.element(narrowed.getByRole('heading', { name: 'No Records Found.' })).toBeVisible()
  await narrowed.getByRole('button', { name: 'Clear period and filters' }).click()
  await expect.element(narrowed.getByRole('heading', { name: 'No traffic yet' })).toBeVisible()
  expect(desk.history.location.search).toBe('?and=country&sort=-completes')
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
