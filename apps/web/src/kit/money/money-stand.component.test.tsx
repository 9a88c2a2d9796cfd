import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { ReconciliationSummary } from '@desk/schema/reconciliation/reconciliation-summary'
import type { CostSummaryV2 } from '@desk/schema/reports/cost-summary'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { Why } from '#kit/figure-changes/why.tsx'
import { FoldedMoneyStand, MoneyStand } from './money-stand.tsx'
import { SAMPLE_REVERSALS } from './testing/sample-reversals.ts'

const COSTS: CostSummaryV2 = {
  pm_proj_ud: 5,
  currency: 'USD',
  rows: [],
  total: {
    completes: 120,
    revenue: 600,
    expense: 312.5,
    pricedCompletes: 90,
    margin: 137.5,
    margin_share: 0.306,
  },
}
const STAND: ReconciliationSummary = {
  data: { rud: '' },
  pm_proj_ud: 5,
  pm_proj_name: 'Tea study',
  pm_proj_rep_num: 'AC-1',
  number_to_type: 'AC-1',
  created_at: '2026-10-01T12:00:00.000Z',
  created_on: '2026-10-01',
  time_zone: 'America/New_York',
  window_day: 25,
  completes: 120,
  rejected: 12,
  accepted: 2,
  open_completes: 40,
  next_deadline_at: '2026-11-26T05:00:00.000Z',
  months: [
    {
      month: '2026-11',
      deadline_at: '2026-12-26T05:00:00.000Z',
      is_open: true,
      completes: 30,
      rejected: 0,
      sell_cents: 15_000,
    },
    {
      month: '2026-10',
      deadline_at: '2026-11-26T05:00:00.000Z',
      is_open: true,
      completes: 10,
      rejected: 12,
      sell_cents: 5_000,
    },
  ],
  money: { currency: 'USD', sell_cents: -6_000, completes: 12, supply_cents: -3_120, priced_completes: 12 },
  requests: 3,
  last_stored_at: '2026-11-03T15:30:00.000Z',
}
const ADMIN: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
const desk = (answers: Answers = {}, user = ADMIN) =>
  testDesk(
    { 'reports.costSummaryV2': COSTS, 'reconciliation.summary': STAND, 'reversals.read': SAMPLE_REVERSALS, ...answers },
    { user, path: '/projects/5/survey' },
  )
const facts = () =>
  [...document.querySelectorAll('dl > div')].map(row => [...row.children].map(({ textContent }) => textContent))

test('a project shows revenue, expense, margin, adjustments, what can still change, and until when (settlement.md §1)', async () => {
  await draw(await desk(), <MoneyStand projectId={5} />)
  await expect.element(screen.getByRole('link', { name: 'Reconcile' })).toBeVisible()
  expect(facts()).toEqual([
    ['Revenue', '$600.00'],
    ['Expense', '$312.50'],
    ['Margin', '+$137.50Margin known for 90 of 120 completes.'],
    [
      'After reversals',
      '$134.5080 % band: $132.70 to $136.00. From 7 months; 40 completes can still be rejected. Margin known for 30 of 40 completes. The band held for 4 of 5 earlier months.',
    ],
    ['Adjustments', '−$60.00From the client; −$31.20 to suppliers.'],
    ['Open window', '40 completes$200.00 can still be adjusted.'],
    ['Next deadline', '26 Nov 2026, 00:00Last reconciled 3 Nov 2026, 10:30. Times in America/New_York. Reconcile'],
  ])
})

test('fewer than three months are no forecast of reversals, in words (forecast.md §6)', async () => {
  const young = { ...SAMPLE_REVERSALS, months: 2, record: { months: 0, within: 0 }, to_come: null }
  await draw(await desk({ 'reversals.read': young }), <MoneyStand projectId={5} />)
  await expect.element(screen.getByText('No forecast of reversals yet: 2 months')).toBeVisible()
})

test('a margin without a known supply price has no figure after reversals, and says why (docs/decisions/0102)', async () => {
  const unpriced = { ...SAMPLE_REVERSALS, open: { ...SAMPLE_REVERSALS.open, priced_completes: 0 } }
  await draw(await desk({ 'reversals.read': unpriced }), <MoneyStand projectId={5} />)
  await expect.element(screen.getByTitle(/^Not known: these completes have no supply price/)).toHaveTextContent('–')
})

test('users without the supply side see no reversals and ask for none (§6.4)', async () => {
  const external: CurrentUser = { ...SAMPLE_USER, role_id: 2, streamViewType: 'external', internalUser: false }
  const { expense: _expense, margin: _margin, margin_share: _share, pricedCompletes: _priced, ...total } = COSTS.total
  const at = await desk({ 'reports.costSummaryV2': { ...COSTS, total } }, external)
  await draw(at, <MoneyStand projectId={5} />)
  await expect.element(screen.getByRole('link', { name: 'Reconcile' })).toBeVisible()
  expect(facts().map(([name]) => name)).not.toContain('After reversals')
  expect(at.asked.map(({ key }) => key)).not.toContain('reversals.read')
})

test.each([
  [
    'of some',
    { supply_cents: -2_500, priced_completes: 8 },
    'From the client; −$25.00 to suppliers. Expense known for 8 of 12 completes.',
  ],
  ['of none', { supply_cents: null, priced_completes: 0 }, 'From the client. Expense known for 0 of 12 completes.'],
])('adjustments of which the supply price is known %s say so (docs/decisions/0092)', async (_what, supply, note) => {
  const summary = { ...STAND, money: { currency: 'USD', sell_cents: -6_000, completes: 12, ...supply } }
  await draw(await desk({ 'reconciliation.summary': summary }), <MoneyStand projectId={5} />)
  await expect.element(screen.getByText(note)).toBeVisible()
})

test('expense, revenue, margin and adjustments of a project tell why they changed (settlement.md §4)', async () => {
  const at = await desk()
  await draw(
    at,
    <>
      <MoneyStand projectId={5} />
      <Why />
    </>,
  )
  const hrefOf = (name: string) =>
    screen
      .getByRole('link', { name: `${name}: why did it change?` })
      .element()
      .getAttribute('href')
  await expect.element(screen.getByRole('link', { name: /^Revenue/ })).toBeVisible()
  expect(['Revenue $600.00', 'Margin +$137.50', 'Adjustments −$60.00'].map(hrefOf)).toEqual([
    '#/reports/costs?pm_proj_ud=5&why=report.costs.revenue',
    '#/reports/costs?pm_proj_ud=5&why=report.costs.margin',
    '#/reports/costs?pm_proj_ud=5&why=report.costs.revenue_adjusted',
  ])
  await screen.getByRole('button', { name: 'Expense $312.50: why did it change?' }).click()
  await expect.poll(() => at.history.location.search).toContain('why=project.5.expense')
})

test('a view without the supply side sees no cost, and a project that was never reconciled says so (domain.md §4)', async () => {
  const { expense: _, margin: __, margin_share: ___, pricedCompletes: ____, ...total } = COSTS.total
  await draw(
    await desk({
      'reports.costSummaryV2': { ...COSTS, total },
      'reconciliation.summary': {
        ...STAND,
        open_completes: 0,
        next_deadline_at: null,
        months: [],
        money: { currency: 'USD', sell_cents: 0, completes: 0 },
        last_stored_at: null,
      },
    }),
    <MoneyStand projectId={5} />,
  )
  await expect.element(screen.getByText('Nothing was reconciled yet.')).toBeVisible()
  expect(facts()).toEqual([
    ['Revenue', '$600.00'],
    ['Adjustments', 'NoneNothing was reconciled yet.'],
    ['Open window', '0 completesNothing can be adjusted.'],
    ['Next deadline', 'NoneTimes in America/New_York. Reconcile'],
  ])
})

test('the folded one reads nothing before it is opened; what did not load is read again', async () => {
  const at = await desk({ 'reconciliation.summary': refused(422, { message: 'Not now.', details: [] }) })
  await draw(at, <FoldedMoneyStand projectId={5} />)
  await expect.element(screen.getByText('Revenue, cost and margin')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'The money did not load' })).not.toBeInTheDocument()
  await screen.getByText('Revenue, cost and margin').click()
  await expect.element(screen.getByRole('heading', { name: 'The money did not load' })).toBeVisible()
  at.answer({ 'reconciliation.summary': STAND })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('can still be adjusted')).toBeVisible()
})
