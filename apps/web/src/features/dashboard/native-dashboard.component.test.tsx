import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Dashboard, DashboardFilters } from '@desk/schema/dashboard/dashboard'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import { SAMPLE_REVERSALS } from '#kit/money/testing/sample-reversals.ts'
import { NativeDashboard } from './native-dashboard.tsx'

const OUTSIDE: Dashboard = {
  as_of: '2026-11-25T17:00:00.000Z',
  currency: 'USD',
  zone: 'America/New_York',
  entrants: 200,
  terms: 40,
  oQs: 10,
  completes: 50,
  target: 100,
  revenue: 500,
  at_risk: 320,
  recent: { entrants: 100, completes: 20, interview_seconds: 14_400, stated_seconds: 12_000 },
  pace: { projects: 2, completes_a_day: 9, required_a_day: 12 },
  hours: [{ weekday: 3, hour: 12, entrants: 200, completes: 50 }],
  days: [
    { day: '2026-11-24', entrants: 0, completes: 0 },
    { day: '2026-11-25', entrants: 200, completes: 50 },
  ],
}
const INSIDE: Dashboard = {
  ...OUTSIDE,
  expense: 200,
  pricedCompletes: 50,
  margin: 300,
  margin_share: 0.6,
  recent: { ...OUTSIDE.recent, expense: 60, pricedCompletes: 20 },
  states: [
    { code: 20, count: 20 },
    { code: 21, count: 40 },
    { code: 32, count: 10 },
    { code: 40, count: 70 },
    { code: 50, count: 10 },
    { code: 30, count: 50 },
  ],
  adjusted: { revenue: -100, expense: -40, completes: 10, pricedCompletes: 10 },
  suppliers: [
    {
      pm_sup_ud: 3,
      name: 'Opinion Harbor',
      entrants: 200,
      completes: 50,
      rejected: 10,
      expense: 200,
      pricedCompletes: 50,
    },
  ],
  cohorts: [{ month: '2026-11', completes: 60, rejected: [{ months_later: 0, count: 10 }] }],
}

const drawn = async (dashboard: Dashboard) =>
  draw(await testDesk({ 'dashboard.read': dashboard }, { path: '/defender/metrics' }), <NativeDashboard />)

test('the dashboard has figures with their formulas, and a panel for each view of them (defender.md §5)', async () => {
  const page = await drawn(INSIDE)
  const figures = page.getByLabelText('Figures', { exact: true }).first()
  await expect.element(figures).toHaveTextContent('Reject rate16.7%Rejected at reconciliation ÷ (completes + rejected)')
  await expect.element(figures).toHaveTextContent('Margin60%')
  await expect.element(figures).toHaveTextContent('Pace index0.75Completes a day ÷ those a day that are missing')
  await expect.element(figures).toHaveTextContent('LOI ratio120%')
  await expect.element(figures).toHaveTextContent('EPC per minute$0.05')
  await expect.element(figures).toHaveTextContent('Money at risk$320.00')
  const headings = page.getByRole('heading', { level: 2 })
  await expect.element(page.getByRole('heading', { name: 'Fill' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Suppliers' })).toBeVisible()
  expect(headings.elements().map(({ textContent }) => textContent)).toEqual([
    'Figures',
    'Funnel',
    'Margin',
    'Fill',
    'Suppliers',
    'Hours of the week',
    'Rejects by month of completion',
  ])
})

test('each panel has its values as a table that can be exported', async () => {
  const page = await drawn(INSIDE)
  await userEvent.click(page.getByRole('button', { name: 'Show as table: Margin' }))
  const table = page.getByRole('table', { name: 'Margin' })
  await expect
    .element(table)
    .toHaveTextContent(/Sold\$600\.00Reconciled−\$100\.00Revenue\$500\.00Supply−\$200\.00Margin\$300\.00/)
  await expect.element(page.getByRole('button', { name: 'Export: Margin' })).toBeVisible()
})

test('the figures are in a table too, with unit, formula and others’ names', async () => {
  const page = await drawn(INSIDE)
  await userEvent.click(page.getByRole('button', { name: 'Show as table: Figures' }))
  const table = page.getByRole('table', { name: 'Figures' })
  await expect
    .element(table.getByRole('row', { name: /^EPC per minute/ }))
    .toHaveTextContent(
      'EPC per minute$0.05USDEPC ÷ the mean length of a complete’s interview, in minutes; last 28 daysCint: EPC/M, CPI × completes ÷ study entrants ÷ LOI',
    )
  await expect.element(table.getByRole('row', { name: /^Pace index/ })).toHaveTextContent('Pace index0.75×')
  await expect.element(page.getByRole('button', { name: 'Export: Figures' })).toBeVisible()
})

test('who may not see the sell price gets neither margin nor money at risk (domain.md §4)', async () => {
  const { revenue: _, at_risk: __, adjusted: ___, margin: ____, margin_share: _____, ...unsold } = INSIDE
  const page = await drawn(unsold)
  await expect.element(page.getByRole('heading', { name: 'Funnel' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /^(Margin|Revenue)$/ })).not.toBeInTheDocument()
  expect(page.getByLabelText('Figures', { exact: true }).first().element().textContent).not.toMatch(/Margin|at risk/)
})

test('the plain external view has no figure, supplier or cohort that it may not see (domain.md §4)', async () => {
  const page = await drawn(OUTSIDE)
  await expect.element(page.getByRole('heading', { name: 'Fill' })).toBeVisible()
  expect(
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Figures', 'Funnel', 'Revenue', 'Fill', 'Hours of the week'])
  expect(page.getByLabelText('Figures', { exact: true }).first().element().textContent).not.toMatch(
    /CPI|EPC|Defender|Reject|Drop-off/,
  )
})

test('without anybody each panel says so, and a dashboard that did not load is read again', async () => {
  const desk = await testDesk({ 'dashboard.read': refused(404, { message: 'Not found' }) }, { path: '/' })
  const page = await draw(desk, <NativeDashboard />)
  await expect.element(page.getByText('The dashboard did not load')).toBeVisible()
  desk.answer({
    'dashboard.read': {
      ...INSIDE,
      entrants: 0,
      completes: 0,
      states: [],
      hours: [],
      days: [],
      cohorts: [],
      suppliers: [],
    },
  })
  await userEvent.click(page.getByRole('button', { name: 'Retry' }))
  await expect.element(page.getByText('No entrants yet.')).toBeVisible()
  await expect.element(page.getByText('No supplier has sent anybody yet.')).toBeVisible()
})

test('money and shares below zero keep their sign: an expense that reconciliations took back, and a loss', async () => {
  const page = await drawn({
    ...INSIDE,
    revenue: 100,
    expense: -20,
    margin: 120,
    margin_share: 1.2,
    at_risk: 0,
    recent: { ...INSIDE.recent, expense: -60, pricedCompletes: 20 },
    suppliers: [
      {
        pm_sup_ud: 3,
        name: 'Opinion Harbor',
        entrants: 200,
        completes: 0,
        rejected: 50,
        expense: -20,
        pricedCompletes: 0,
      },
    ],
  })
  await userEvent.click(page.getByRole('button', { name: 'Show as table: Figures' }))
  const table = page.getByRole('table', { name: 'Figures' })
  const valueOf = (name: RegExp) =>
    table.getByRole('row', { name }).element().querySelectorAll('th, td')[1]?.textContent
  await expect.element(table.getByRole('row', { name: /^EPC per minute/ })).toBeVisible()
  expect([/^Effective CPI/, /^EPC(?! per)/, /^EPC per minute/, /^Margin/, /^Money at risk/].map(valueOf)).toEqual([
    '−$0.40',
    '−$0.10',
    '−$0.05',
    '120%',
    '$0.00',
  ])
  await userEvent.click(page.getByRole('button', { name: 'Show as table: Suppliers' }))
  await expect
    .element(page.getByRole('table', { name: 'Suppliers' }).getByRole('row', { name: /^Opinion Harbor/ }))
    .toHaveTextContent(/−\$20\.00$/)

  const atLoss = await drawn({ ...INSIDE, revenue: 100, expense: 150, margin: -50, margin_share: -0.5 })
  await expect
    .element(atLoss.getByLabelText('Figures', { exact: true }).last())
    .toHaveTextContent('Margin−50%(Revenue − expense) ÷ revenue')
})

test('margin and expense say for how many completes they are known, and unknown ones say why (0092)', async () => {
  const page = await drawn({
    ...INSIDE,
    revenue: 500,
    expense: 100,
    pricedCompletes: 20,
    margin: 100,
    margin_share: 0.5,
  })
  const figures = page.getByLabelText('Figures', { exact: true }).first()
  await expect.element(figures).toHaveTextContent('Margin50%')
  await expect.element(page.getByText(/Margin known for 20 of 50 completes/)).toBeVisible()
  await expect
    .element(figures.getByTitle(/^Not known: these completes have no supply price/).first())
    .toHaveTextContent('–')
})

test('the figures of all time tell why they changed, narrowed as the dashboard is; those of days and of plans do not (settlement.md §4)', async () => {
  const page = await draw(
    await testDesk({ 'dashboard.read': INSIDE }, { path: '/defender/metrics' }),
    <NativeDashboard filters={{ pm_proj_ud: 5 }} />,
  )
  const telling = page.getByRole('link', { name: /why did it change/ })
  await expect.element(telling.first()).toBeVisible()
  expect(telling.elements().map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['25%', '#/reports/traffic?pm_proj_ud=5&why=report.traffic.conversion'],
    ['50%', '#/reports/traffic?pm_proj_ud=5&why=report.traffic.ir'],
    ['$4.00', '#/reports/traffic?pm_proj_ud=5&why=report.traffic.supplierCpi'],
    ['$1.00', '#/reports/suppliers?pm_proj_ud=5&why=report.suppliers.epc'],
    ['60%', '#/reports/costs?pm_proj_ud=5&why=report.costs.margin_share'],
  ])
})

test('the margin of all projects, or of one, is expected after reversals; of other filters it is not (forecast.md §6)', async () => {
  const dashboardOf = async (filters: DashboardFilters) => {
    const desk = await testDesk(
      { 'dashboard.read': INSIDE, 'reversals.read': SAMPLE_REVERSALS },
      { user: { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }, path: '/defender/metrics' },
    )
    return { desk, page: await draw(desk, <NativeDashboard filters={filters} />) }
  }
  const { page } = await dashboardOf({ pm_proj_ud: 5 })
  await expect.element(page.getByText(/^Expected after reversals:/)).toHaveTextContent('$297.0080 % band')
  const filtered = await dashboardOf({ search: 'tea' })
  await expect.element(filtered.page.getByRole('heading', { name: 'Margin' }).last()).toBeVisible()
  expect(filtered.desk.asked.map(({ key }) => key)).not.toContain('reversals.read')
})
