import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { StatementChange } from '@desk/schema/statements/statement-change'
import type { Statement } from '@desk/schema/statements/statement'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { describe, expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { closeByEscape } from '#runtime/testing/close-by-escape.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers, type Asked } from '#runtime/testing/test-desk.ts'
import { StatementScreen } from './statement.tsx'
import { StatementsScreen } from './statements.tsx'

const ADMIN: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
const SUMS = { lines: 4, completes: 3, complete_cents: 750, adjustments: 1, adjustment_cents: -250, total_cents: 500 }
const PRICED = { priced_completes: 3, priced_adjustments: 1 }
const STATEMENT: Statement = {
  ...SUMS,
  ...PRICED,
  pm_sup_ud: 5,
  name: 'Kestrel',
  head: null,
  month: '2026-10',
  state: 'open',
  zone: 'America/New_York',
  currency: 'USD',
  account_name: 'Acme',
  closed_at: null,
  fingerprint: null,
  parts: [],
  page: [],
}
const PERIODS = {
  zone: 'America/New_York',
  total: 1,
  periods: [
    {
      ...SUMS,
      ...PRICED,
      month: '2026-10',
      state: 'open',
      can_be_closed: false,
      closes_at: '2026-12-01T05:00:00.000Z',
      closed_by: null,
      currency: 'USD',
      count: 1,
      matching: 1,
      statements: [{ ...SUMS, ...PRICED, pm_sup_ud: 5, name: 'Kestrel', head: null }],
    },
  ],
}
const PART = {
  origin: '2026-10',
  pm_proj_ud: 7,
  project_name: 'Snacks',
  of_id: null,
  of_name: '',
  reason_code: null,
  request_number: null,
  undoes_number: null,
  lines: 1,
} as const
const SUM = { stmid: 34, source_name: 'North panel', pm_proj_ud: 7, project_name: 'Snacks', origin: '2026-10' } as const
const PARTS: Statement['parts'] = [
  { ...SUM, kind: 'complete', lines: 3, price_cents: 250, amount_cents: 750 },
  { ...SUM, kind: 'adjustment', origin: '2026-09', lines: 1, price_cents: -250, amount_cents: -250 },
]
const CHANGE: StatementChange = {
  sum_of: null,
  month: '2026-10',
  state: 'open',
  closed_at: null,
  name: 'Kestrel',
  currency: 'USD',
  from: '2026-11-24T05:00:00.000Z',
  to: '2026-11-25T05:00:00.000Z',
  before: {
    ...SUMS,
    lines: 2,
    completes: 2,
    complete_cents: 500,
    adjustments: 0,
    adjustment_cents: 0,
    total_cents: 500,
  },
  after: SUMS,
  parts: [
    { ...PART, kind: 'complete', cause: 'returned', amount_cents: 250 },
    {
      ...PART,
      kind: 'adjustment',
      origin: '2026-09',
      cause: 'reconciliation',
      reason_code: 930,
      request_number: 4,
      amount_cents: -250,
    },
  ],
  others: null,
  newest: [
    {
      at: '2026-11-24T15:00:00.000Z',
      kind: 'adjustment',
      origin: '2026-09',
      pm_proj_ud: 7,
      rdud: `1-${'0'.repeat(32)}`,
      to_code: 50,
      reason_code: 930,
      amount_cents: -250,
    },
  ],
}

const SUM_BEFORE = {
  lines: 0,
  completes: 0,
  complete_cents: 0,
  adjustments: 0,
  adjustment_cents: 0,
  total_cents: 0,
}
const SUM_AFTER = { ...SUM_BEFORE, lines: 1, adjustments: 1, adjustment_cents: -250, total_cents: -250 }

const deskOf = (answers: Answers = {}, path = '/statements') =>
  testDesk(
    {
      'statements.list': PERIODS,
      'statements.read': STATEMENT,
      'statementLinks.list': [],
      'statements.changes': CHANGE,
      ...answers,
    },
    { user: ADMIN, path },
  )
const questionOf = ({ url }: Asked) => [url.pathname, url.searchParams.get('supplier'), url.searchParams.get('all')]
const panel = (label: string) => screen.getByRole('dialog', { name: `Why did ${label} change?` })
const cellsOf = (label: string) =>
  panel(label)
    .getByRole('table', { name: 'Parts of the change' })
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent)

describe('why a statement changed (settlement.md §4)', () => {
  test('a figure of a statement, pressed by key, names its lines by month of origin, project and reconciliation, which sum to the difference', async () => {
    const asked: Asked[] = []
    const page = await draw(
      await deskOf({
        'statements.changes': call => {
          asked.push(call)
          return CHANGE
        },
      }),
      <StatementScreen month="2026-10" supplier={5} />,
    )
    const total = page.getByRole('button', { name: 'Total of Kestrel $5.00: why did it change?' })
    await expect.element(total).toBeVisible()
    total.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(panel('Total')).toHaveTextContent(/The changes add up to the difference/)
    await expect
      .element(panel('Total').getByRole('row', { name: /Reconciliation 4/ }))
      .toHaveTextContent('Reconciliation 4Adjustment of September 2026Snacks1 line, 930 Fraud−$2.50')
    expect(cellsOf('Total')).toEqual(['+$2.50', '−$2.50', '$0.00'])
    expect(asked.map(questionOf)).toEqual([['/v1/statements/2026-10/changes', '5', null]])
    await closeByEscape(panel('Total'))
  })

  test('another figure counts only its own lines', async () => {
    await draw(
      await deskOf({}, '/statements?whyStatement=2026-10.5.adjustments'),
      <StatementScreen month="2026-10" supplier={5} />,
    )
    await expect.element(panel('Adjustments')).toHaveTextContent(/0 → 1 \+1/)
    expect(cellsOf('Adjustments')).toEqual(['+1', '+1'])
  })

  test('the sum of a month is explained by the owners of its statements', async () => {
    const asked: Asked[] = []
    const page = await draw(
      await deskOf({
        'statements.changes': call => {
          asked.push(call)
          return { ...CHANGE, name: '', parts: CHANGE.parts.map(part => ({ ...part, of_id: 5, of_name: 'Kestrel' })) }
        },
      }),
      <StatementsScreen />,
    )
    await page.getByRole('button', { name: 'Total of All suppliers, October 2026 $5.00: why did it change?' }).click()
    await expect.element(panel('Total').getByRole('row', { name: /Returned/ })).toHaveTextContent(/Kestrel/)
    expect(asked.map(questionOf)).toEqual([['/v1/statements/2026-10/changes', null, 'true']])
  })

  test('a sum by source, pressed, asks about the lines of its source, kind, month of origin and price alone; only their figures can be chosen', async () => {
    const asked: Asked[] = []
    const page = await draw(
      await deskOf({
        'statements.read': { ...STATEMENT, parts: PARTS },
        'statements.changes': call => {
          asked.push(call)
          return {
            ...CHANGE,
            sum_of: 'North panel',
            before: SUM_BEFORE,
            after: SUM_AFTER,
            parts: CHANGE.parts.slice(1),
          }
        },
      }),
      <StatementScreen month="2026-10" supplier={5} />,
    )
    await page
      .getByRole('button', {
        name: 'Adjustment amount of North panel, Adjustment of September 2026, −$2.50 each −$2.50: why did it change?',
      })
      .click()
    await expect
      .element(panel('Adjustment amount').getByRole('heading', { level: 3 }).first())
      .toHaveTextContent('Kestrel, October 2026, North panel: Adjustment of September 2026, −$2.50 each')
    await expect.element(panel('Adjustment amount')).toHaveTextContent(/The changes add up to the difference/)
    const figures = panel('Adjustment amount').getByRole('combobox', { name: 'Figure' }).getByRole('option').elements()
    expect(figures.map(({ textContent }) => textContent)).toEqual(['Adjustments', 'Adjustment amount'])
    const [{ url }] = asked as [Asked]
    const { from: _from, to: _to, ...query } = Object.fromEntries(url.searchParams)
    expect(query).toEqual({
      supplier: '5',
      source: '34',
      kind: 'adjustment',
      origin: '2026-09',
      price_cents: '-250',
    })
  })

  test('the total of the sums tells its lines; a sum without its price in the URL opens nothing', async () => {
    const page = await draw(
      await deskOf({ 'statements.read': { ...STATEMENT, parts: PARTS } }),
      <StatementScreen month="2026-10" supplier={5} />,
    )
    await page.getByRole('button', { name: 'Lines of all sums of Kestrel 4: why did it change?' }).click()
    await expect.element(panel('Lines')).toHaveTextContent(/2 → 4 \+2/)
    expect(cellsOf('Lines')).toEqual(['+1', '+1', '+2'])
    await page.unmount()
    await draw(
      await deskOf({}, '/statements?whyStatement=2026-10.5.completes.34.2026-10'),
      <StatementScreen month="2026-10" supplier={5} />,
    )
    await expect.element(screen.getByRole('table', { name: 'Sums' })).toBeVisible()
    expect(screen.getByRole('dialog').elements()).toEqual([])
  })

  test('a closed month says that nothing can change it any more', async () => {
    await draw(
      await deskOf(
        {
          'statements.changes': {
            ...CHANGE,
            state: 'closed',
            closed_at: '2026-11-20T05:00:00.000Z',
            before: SUMS,
            parts: [],
            newest: [],
          },
        },
        '/statements?whyStatement=2026-10.5.total_cents',
      ),
      <StatementScreen month="2026-10" supplier={5} />,
    )
    await expect.element(panel('Total')).toHaveTextContent(/since then nothing can change it/)
    await expect.element(panel('Total')).toHaveTextContent(/No line changed it in this time/)
  })

  test('parts that do not sum to the difference say so', async () => {
    const { parts } = CHANGE
    await draw(
      await deskOf(
        { 'statements.changes': { ...CHANGE, parts: parts.slice(0, 1) } },
        '/statements?whyStatement=2026-10.5.total_cents',
      ),
      <StatementScreen month="2026-10" supplier={5} />,
    )
    await expect.element(panel('Total')).toHaveTextContent(/The parts do not sum to the difference/)
  })

  test('a change that did not load can be read again; an invalid figure in the URL opens nothing', async () => {
    const failing = await draw(
      await deskOf(
        { 'statements.changes': refused(503, 'unavailable') },
        '/statements?whyStatement=2026-10.5.total_cents',
      ),
      <StatementScreen month="2026-10" supplier={5} />,
    )
    await expect.element(panel('Total').getByText('The change did not load')).toBeVisible()
    await failing.unmount()
    await draw(await deskOf({}, '/statements?whyStatement=2026-13.5.total_cents'), <StatementsScreen />)
    await expect.element(screen.getByRole('region', { name: 'October 2026' })).toBeVisible()
    expect(screen.getByRole('dialog').elements()).toEqual([])
  })
})
