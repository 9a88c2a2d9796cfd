import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { SellPeriods, SellStatement } from '@desk/schema/statements/sell-statement'
import type { Period, ShownLine, Statement } from '@desk/schema/statements/statement'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { describe, expect, test, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { SellStatementScreen } from './sell-statement.tsx'
import { StatementScreen } from './statement.tsx'
import { StatementsScreen } from './statements.tsx'

const ADMIN: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
const ADVANCED: CurrentUser = { ...SAMPLE_USER, role_id: 2, streamViewType: 'internal' }
const HASH = 'ab'.repeat(32)
const FINGERPRINT = 'cd'.repeat(32)

const SUMS = {
  lines: 4,
  completes: 3,
  complete_cents: 750,
  adjustments: 1,
  adjustment_cents: -250,
  total_cents: 500,
  priced_completes: 3,
  priced_adjustments: 1,
}
const OCTOBER: Period = {
  ...SUMS,
  month: '2026-10',
  state: 'open',
  can_be_closed: true,
  closes_at: '2026-12-01T05:00:00.000Z',
  closed_by: null,
  currency: 'USD',
  count: 1,
  matching: 1,
  statements: [{ ...SUMS, pm_sup_ud: 5, name: 'Kestrel', head: null }],
}
const SEPTEMBER: Period = {
  ...OCTOBER,
  month: '2026-09',
  state: 'closed',
  can_be_closed: false,
  closes_at: '2026-10-31T04:00:00.000Z',
  closed_by: 'Ana Admin',
  count: 2,
  matching: 2,
  statements: [
    { ...SUMS, pm_sup_ud: 5, name: 'Kestrel', head: HASH },
    { ...SUMS, pm_sup_ud: null, name: '', head: HASH },
  ],
}
const NO_SUMS = {
  lines: 0,
  completes: 0,
  complete_cents: 0,
  adjustments: 0,
  adjustment_cents: 0,
  total_cents: 0,
  priced_completes: 0,
  priced_adjustments: 0,
}
const NOVEMBER: Period = {
  ...OCTOBER,
  ...NO_SUMS,
  month: '2026-11',
  can_be_closed: false,
  closes_at: '2026-12-31T05:00:00.000Z',
  count: 0,
  matching: 0,
  statements: [],
}
const PERIODS = { zone: 'America/New_York', total: 3, periods: [NOVEMBER, OCTOBER, SEPTEMBER] }

const lineNo = (line: number): ShownLine => ({
  line,
  kind: line === 4 ? 'adjustment' : 'complete',
  origin: line === 4 ? '2026-08' : '2026-09',
  at: '2026-09-10T16:00:00.000Z',
  pm_proj_ud: 7,
  stmid: 3001,
  source_name: 'North panel',
  rdud: `1-${String(line).padStart(32, '0')}`,
  rid: `kestrel-${line}`,
  from_code: line === 4 ? 30 : 11,
  to_code: line === 4 ? 50 : 30,
  reason_code: line === 4 ? 930 : null,
  amount_cents: line === 4 ? -250 : 250,
  hash: HASH,
})
const STATEMENT: Statement = {
  ...SUMS,
  pm_sup_ud: 5,
  name: 'Kestrel',
  head: HASH,
  month: '2026-09',
  state: 'closed',
  zone: 'America/New_York',
  currency: 'USD',
  account_name: 'Acme',
  closed_at: '2026-10-31T04:00:00.000Z',
  fingerprint: FINGERPRINT,
  parts: [
    {
      stmid: 3001,
      source_name: 'North panel',
      pm_proj_ud: 7,
      project_name: 'Snacks',
      kind: 'complete',
      origin: '2026-09',
      lines: 3,
      price_cents: 250,
      amount_cents: 750,
    },
    {
      stmid: 3001,
      source_name: 'North panel',
      pm_proj_ud: 7,
      project_name: 'Snacks',
      kind: 'adjustment',
      origin: '2026-08',
      lines: 1,
      price_cents: -250,
      amount_cents: -250,
    },
  ],
  page: [1, 2, 3, 4].map(lineNo),
}

const deskOf = (answers: Answers = {}, user = ADMIN) =>
  testDesk(
    { 'statements.list': PERIODS, 'statements.read': STATEMENT, 'statementLinks.list': [], ...answers },
    { user, path: '/statements' },
  )

describe('prices that are not known (0092)', () => {
  const NONE = { ...NO_SUMS, lines: 4, completes: 3, adjustments: 1 }

  test('a supplier whose completes have no price is owed an amount that is not known, not nothing', async () => {
    const [first] = OCTOBER.statements
    const desk = await deskOf({
      'statements.list': { ...PERIODS, periods: [{ ...OCTOBER, statements: [{ ...first!, ...NONE }] }] },
    })
    const page = await draw(desk, <StatementsScreen />)
    const row = page.getByRole('region', { name: 'October 2026' }).getByRole('row', { name: /Kestrel/ })
    await expect.element(row).toBeVisible()
    expect(
      row
        .getByRole('cell')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['3', '–', '1', '–', '–', '-'])
  })

  test('a month that knows some of its prices says how many, in its list and before it is closed', async () => {
    const some = { ...OCTOBER, priced_completes: 1 }
    const desk = await deskOf({
      'statements.list': {
        ...PERIODS,
        periods: [{ ...some, statements: [{ ...some.statements[0]!, priced_completes: 1 }] }],
      },
    })
    const page = await draw(desk, <StatementsScreen />)
    const known = 'The price is known for 2 of 4 lines.'
    const month = page.getByRole('region', { name: 'October 2026' })
    await expect.element(month.getByRole('rowheader', { name: `Kestrel ${known}` })).toBeVisible()
    await expect.element(month.getByText(known).last()).toBeVisible()
    await page.getByRole('button', { name: 'Close October 2026' }).click()
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent(`${known} The rest counts as 0.`)
  })

  test('a statement says for how many lines the price is known, and tells its sources of one name apart', async () => {
    const [complete] = STATEMENT.parts
    const exchange = { ...complete!, stmid: 3002, project_name: 'Tea', price_cents: 0, amount_cents: 0, lines: 2 }
    const desk = await deskOf({
      'statements.read': {
        ...STATEMENT,
        completes: 5,
        adjustments: 0,
        priced_adjustments: 0,
        parts: [complete!, exchange],
      },
    })
    const page = await draw(desk, <StatementScreen month="2026-09" supplier={5} />)
    await expect.element(page.getByText('The price is known for 3 of 5 lines.')).toBeVisible()
    const sums = page.getByRole('table', { name: 'Sums', exact: true })
    await expect.element(sums.getByRole('row', { name: /^North panel \(Snacks, 3001\)/ })).toHaveTextContent('$7.50')
    await expect.element(sums.getByRole('row', { name: /^North panel \(Tea, 3002\)/ })).toHaveTextContent(/2––$/)
  })
})

describe('periods (settlement.md §2)', () => {
  test('each month says its state, and the sum owed to every supplier; sums taken back are below zero', async () => {
    const page = await draw(await deskOf(), <StatementsScreen />)
    const month = (name: string) => page.getByRole('region', { name })
    await expect.element(month('October 2026')).toHaveTextContent(/Open; closes automatically at/)
    await expect.element(month('September 2026')).toHaveTextContent(/Closed by Ana Admin at/)
    await expect.element(month('November 2026')).toHaveTextContent(/No supplier is owed anything/)
    const row = month('October 2026').getByRole('row', { name: /Kestrel/ })
    expect(
      row
        .getByRole('cell')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['3', '$7.50', '1', '−$2.50', '$5.00', '-'])
    await expect
      .element(month('September 2026').getByRole('link', { name: 'Without a supplier' }))
      .toHaveAttribute('href', '#/statements/2026-09')
    await expect
      .element(month('September 2026').getByRole('link', { name: 'Kestrel' }))
      .toHaveAttribute('href', '#/statements/2026-09?supplier=5')
    expect(page.getByRole('button', { name: /^(?:Signed CSV|Unsigned XLSX) of / }).elements()).toHaveLength(4)
  })

  test('a period is closed once it was asked with what it closes; the list then shows it closed', async () => {
    const desk = await deskOf({ 'statements.close': { month: '2026-10' } })
    const page = await draw(desk, <StatementsScreen />)
    await page.getByRole('button', { name: 'Close October 2026' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Close October 2026?' })
    await expect.element(dialog).toHaveTextContent(/signs 1 statement of suppliers, and those of projects, as of now/)
    await expect.element(dialog).toHaveTextContent(/3 completes\$7\.501 adjustment−\$2\.50Suppliers are owed\$5\.00/)
    await expect.element(dialog).toHaveTextContent(/cannot be opened again/)
    desk.answer({
      'statements.list': {
        ...PERIODS,
        periods: [NOVEMBER, { ...SEPTEMBER, month: '2026-10' }, SEPTEMBER],
      },
    })
    await dialog.getByRole('button', { name: 'Close October 2026' }).click()
    await expect.element(page.getByRole('region', { name: 'October 2026' })).toHaveTextContent(/Closed by Ana Admin at/)
    await expect.element(dialog).not.toBeInTheDocument()
    expect(desk.asked.filter(({ key }) => key === 'statements.close').map(({ url }) => url.pathname)).toEqual([
      '/v1/statements/2026-10/close',
    ])
  })

  test('a refusal is said where it was asked', async () => {
    const page = await draw(
      await deskOf({
        'statements.close': refused(409, {
          message: '2026-10 is closed already.',
          reason: 'already_closed',
          current: { first_open: '2026-11' },
        }),
      }),
      <StatementsScreen />,
    )
    await page.getByRole('button', { name: 'Close October 2026' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close October 2026' }).click()
    await expect.element(page.getByText('2026-10 is closed already.')).toBeVisible()
  })

  test('who is no admin reads, and closes nothing', async () => {
    const page = await draw(await deskOf({}, ADVANCED), <StatementsScreen />)
    await expect.element(page.getByRole('region', { name: 'October 2026' })).toBeVisible()
    expect(page.getByRole('button', { name: /^Close / }).elements()).toHaveLength(0)
  })

  test('says that it loads, that there are none, and what failed, with another try', async () => {
    let answerIt: (periods: typeof PERIODS) => void = () => {}
    const waiting = new Promise<typeof PERIODS>(resolve => {
      answerIt = resolve
    })
    const desk = await deskOf({ 'statements.list': () => waiting })
    const page = await draw(desk, <StatementsScreen />)
    await expect.element(page.getByText('Loading the statements')).toBeInTheDocument()
    answerIt({ ...PERIODS, total: 0, periods: [] })
    await expect.element(page.getByRole('heading', { name: 'No statements yet' })).toBeVisible()
  })

  test('a list that failed is tried again', async () => {
    const desk = await deskOf({ 'statements.list': refused(404, { message: 'Not found.' }) })
    const page = await draw(desk, <StatementsScreen />)
    await expect.element(page.getByRole('heading', { name: 'The statements did not load' })).toBeVisible()
    desk.answer({ 'statements.list': PERIODS })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('region', { name: 'October 2026' })).toBeVisible()
  })

  test('earlier months come a page at a time', async () => {
    const desk = await deskOf({
      'statements.list': ({ url }) => ({
        ...PERIODS,
        periods: url.searchParams.get('offset') === '2' ? [SEPTEMBER] : [NOVEMBER, OCTOBER],
      }),
    })
    const page = await draw(desk, <StatementsScreen />)
    await page.getByRole('button', { name: 'Show earlier months' }).click()
    await expect.element(page.getByRole('region', { name: 'September 2026' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Show earlier months' })).not.toBeInTheDocument()
  })
})

describe('a statement (settlement.md §2)', () => {
  test('shows its sums, its lines, its head and the key that signed it', async () => {
    const page = await draw(await deskOf(), <StatementScreen month="2026-09" supplier={5} />)
    await expect.element(page.getByRole('heading', { name: 'Kestrel, September 2026' })).toBeVisible()
    await expect.element(page.getByText(HASH)).toBeVisible()
    await expect.element(page.getByText(FINGERPRINT)).toBeVisible()
    const sums = page.getByRole('table', { name: 'Sums' })
    await expect.element(sums.getByRole('row', { name: /Adjustment of August 2026/ })).toHaveTextContent('−$2.50')
    await expect.element(sums.getByRole('row', { name: /^All/ })).toHaveTextContent('4$5.00')
    const last = page.getByRole('table', { name: 'Lines' }).getByRole('row').last()
    await expect.element(last).toHaveTextContent(/kestrel-4.*930 Fraud−\$2\.50/)
  })

  test('each line shows its amount beside the sidebar of a small desktop: nothing is beyond the edge', async () => {
    await browser.viewport(1280, 800)
    const page = await draw(
      await deskOf(),
      <main style={{ padding: '24px 24px 24px 284px' }}>
        <StatementScreen month="2026-09" supplier={5} />
      </main>,
    )
    const lines = page.getByRole('group', { name: 'Lines, table' })
    await expect.element(lines).toBeVisible()
    const { scrollWidth, clientWidth } = lines.element()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })

  test('an open one has neither a file nor a head', async () => {
    const open = { ...STATEMENT, state: 'open' as const, head: null, fingerprint: null, closed_at: null }
    const page = await draw(
      await deskOf({ 'statements.read': { ...open, page: [] } }),
      <StatementScreen month="2026-09" supplier={5} />,
    )
    await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible()
    expect(page.getByRole('button', { name: /^Signed / }).elements()).toHaveLength(0)
    expect(page.getByText('Key that signed it').elements()).toHaveLength(0)
  })

  test('more lines come a page at a time, and it says how many are shown', async () => {
    const desk = await deskOf({
      'statements.read': ({ url }) => ({
        ...STATEMENT,
        page: url.searchParams.get('offset') === '3' ? [lineNo(4)] : [1, 2, 3].map(lineNo),
      }),
    })
    const page = await draw(desk, <StatementScreen month="2026-09" supplier={5} />)
    await expect.element(page.getByText('3 of 4 lines')).toBeVisible()
    await page.getByRole('button', { name: 'Show more lines' }).click()
    await expect.element(page.getByRole('cell', { name: 'kestrel-4' })).toBeVisible()
    expect(page.getByRole('cell', { name: /^kestrel-/ }).elements()).toHaveLength(4)
  })

  test.each(['Print', 'Ctrl P'])('%s reads all lines first, then prints them', async by => {
    const printed: number[] = []
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      printed.push(page.getByRole('cell', { name: /^kestrel-/ }).elements().length)
    })
    const desk = await deskOf({
      'statements.read': ({ url }) => ({ ...STATEMENT, page: [lineNo(Number(url.searchParams.get('offset')) + 1)] }),
    })
    const page = await draw(desk, <StatementScreen month="2026-09" supplier={5} />)
    await expect.element(page.getByText('1 of 4 lines')).toBeVisible()
    if (by === 'Print') await page.getByRole('button', { name: 'Print' }).click()
    else await userEvent.keyboard('{Control>}p{/Control}')
    await expect.poll(() => printed).toEqual([4])
    print.mockRestore()
  })

  test('Print prints nothing and says why when a page of lines does not load', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    const desk = await deskOf({
      'statements.read': ({ url }) =>
        url.searchParams.get('offset') === '0'
          ? { ...STATEMENT, page: [lineNo(1)] }
          : refused(403, { message: 'Not now.' }),
    })
    const page = await draw(desk, <StatementScreen month="2026-09" supplier={5} />)
    await page.getByRole('button', { name: 'Print' }).click()
    await expect.element(page.getByText('Not now.')).toBeVisible()
    expect(print).not.toHaveBeenCalled()
    desk.answer({
      'statements.read': ({ url }) => ({ ...STATEMENT, page: [lineNo(Number(url.searchParams.get('offset')) + 1)] }),
    })
    await page.getByRole('button', { name: 'Print' }).click()
    await expect.poll(() => print.mock.calls).toHaveLength(1)
    print.mockRestore()
  })

  test('one that does not exist is a page that does not exist; one that did not load is tried again', async () => {
    const desk = await deskOf({ 'statements.read': refused(404, { message: 'Not found.' }) })
    const page = await draw(desk, <StatementScreen month="2026-01" supplier={null} />)
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    const failing = await deskOf({ 'statements.read': refused(403, { message: 'Not now.' }) })
    const second = await draw(failing, <StatementScreen month="2026-09" supplier={5} />)
    await expect.element(second.getByRole('heading', { name: 'The statement did not load' })).toBeVisible()
    failing.answer({ 'statements.read': STATEMENT })
    await second.getByRole('button', { name: 'Retry' }).click()
    await expect.element(second.getByRole('heading', { name: 'Kestrel, September 2026' })).toBeVisible()
  })
})

const EXTERNAL: CurrentUser = { ...SAMPLE_USER, role_id: 2, streamViewType: 'external' }
const BY_UNITS: CurrentUser = { ...ADMIN, invoices_by_business_unit: true }
const CHARGED: SellPeriods = {
  ...PERIODS,
  periods: [
    { ...OCTOBER, statements: [{ ...SUMS, id: 7, name: 'Snacks', head: null }] },
    { ...SEPTEMBER, count: 700, matching: 700, statements: [{ ...SUMS, id: 7, name: 'Snacks', head: HASH }] },
  ],
}
const lineOfSell = ({ stmid: _source, source_name: _name, rid: _rid, ...line }: ShownLine) => ({
  ...line,
  project_name: 'Snacks',
  pm_sy_ud: 12,
  survey_name: 'Crisps',
})
const { parts: _parts, page: _page, pm_sup_ud: _supplier, ...OF_STATEMENT } = STATEMENT
const SELL_STATEMENT: SellStatement = {
  ...OF_STATEMENT,
  of: 'project',
  id: 7,
  name: 'Snacks',
  parts: STATEMENT.parts.map(({ stmid: _stmid, source_name: _source, ...part }) => ({
    ...part,
    pm_sy_ud: 12,
    survey_name: 'Crisps',
  })),
  page: STATEMENT.page.map(lineOfSell),
}
const textsOf = (cells: readonly Element[]) => cells.map(({ textContent }) => textContent)

describe('what clients are charged (settlement.md §2)', () => {
  test('a side is chosen in the address; its statements have their own links and files, and hidden ones are mentioned', async () => {
    const desk = await deskOf({ 'sellStatements.list': CHARGED }, BY_UNITS)
    const page = await draw(desk, <StatementsScreen />)
    await expect.element(page.getByRole('link', { name: 'Kestrel' }).first()).toBeVisible()
    const sides = page.getByRole('radiogroup', { name: 'Statements of' })
    expect(textsOf(sides.getByRole('radio').elements())).toEqual(['Suppliers', 'Projects', 'Business units'])
    await sides.getByRole('radio', { name: 'Projects' }).click()
    const october = page.getByRole('region', { name: 'October 2026' })
    await expect
      .element(october.getByRole('link', { name: 'Snacks' }))
      .toHaveAttribute('href', '#/statements/2026-10?project=7')
    const september = page.getByRole('region', { name: 'September 2026' })
    await expect.element(september.getByRole('row', { name: /^All projects/ })).toHaveTextContent('$5.00')
    await expect.element(september).toHaveTextContent('The first 1 statement of 700: search for others by name or id.')
    expect(textsOf(september.getByRole('button', { name: /^(?:Signed|Unsigned) / }).elements())).toEqual([
      'CSV',
      'XLSX',
    ])
    expect(desk.asked.findLast(({ key }) => key === 'sellStatements.list')?.url.searchParams.get('of')).toBe('project')
    await sides.getByRole('radio', { name: 'Business units' }).click()
    await expect
      .element(page.getByRole('region', { name: 'October 2026' }).getByRole('link', { name: 'Snacks' }))
      .toHaveAttribute('href', '#/statements/2026-10?unit=7')
  })

  test('the plain external view has the charges alone, and nothing of suppliers (domain.md §4)', async () => {
    const desk = await deskOf({ 'sellStatements.list': CHARGED }, EXTERNAL)
    const page = await draw(desk, <StatementsScreen />)
    await expect.element(page.getByRole('link', { name: 'Snacks' }).first()).toBeVisible()
    expect(page.getByRole('radiogroup', { name: 'Statements of' }).elements()).toHaveLength(0)
    expect(page.getByRole('link', { name: 'Disputes' }).elements()).toHaveLength(0)
    expect(desk.asked.map(({ key }) => key)).not.toContain('statements.list')
  })

  test('a search is asked once typing rests; what it finds has no sum of the whole month beneath it', async () => {
    const found = {
      ...CHARGED,
      periods: CHARGED.periods.map(period => ({ ...period, count: 3, matching: 0, statements: [] })),
    }
    const desk = await testDesk(
      {
        'sellStatements.list': ({ url }) => (url.searchParams.get('search') === 'crisps' ? found : CHARGED),
      },
      { user: ADMIN, path: '/statements?of=project' },
    )
    const page = await draw(desk, <StatementsScreen />)
    await expect.element(page.getByRole('row', { name: /^All projects/ }).first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('crisps')
    await expect
      .element(page.getByRole('region', { name: 'October 2026' }))
      .toHaveTextContent('None of 3 statements has this name or id.')
    expect(page.getByRole('row', { name: /^All projects/ }).elements()).toHaveLength(0)
    await page.getByRole('combobox', { name: 'State' }).selectOptions('closed')
    await expect
      .poll(() => desk.asked.findLast(({ key }) => key === 'sellStatements.list')?.url.search)
      .toBe('?of=project&limit=12&offset=0&search=crisps&state=closed')
  })

  test('a project’s statement has its surveys, its lines without who supplied them, and both files', async () => {
    const desk = await deskOf({ 'sellStatements.read': SELL_STATEMENT })
    const page = await draw(desk, <SellStatementScreen side="project" month="2026-09" id={7} />)
    await expect.element(page.getByRole('heading', { name: 'Snacks, September 2026' })).toBeVisible()
    const lines = page.getByRole('table', { name: 'Lines' })
    expect(textsOf(lines.getByRole('columnheader').elements())).toEqual([
      'Line',
      'When',
      'Type',
      'Survey',
      'RDUD',
      'State',
      'Reason',
      'Amount',
    ])
    await expect
      .element(page.getByRole('table', { name: 'Sums' }).getByRole('row', { name: /^All/ }))
      .toHaveTextContent('4$5.00')
    expect(textsOf(page.getByRole('button', { name: /^(?:Signed|Unsigned) / }).elements())).toEqual([
      'Signed CSV',
      'Unsigned XLSX',
    ])
    expect(desk.asked.find(({ key }) => key === 'sellStatements.read')?.url.search).toBe(
      '?of=project&limit=200&offset=0&id=7',
    )
  })

  test('projects without a business unit have a statement of their own, which names each project', async () => {
    const statement = { ...SELL_STATEMENT, of: 'business_unit' as const, id: null, name: '' }
    const desk = await deskOf({ 'sellStatements.read': statement })
    const page = await draw(desk, <SellStatementScreen side="unit" month="2026-09" id={null} />)
    await expect.element(page.getByRole('heading', { name: 'Without a business unit, September 2026' })).toBeVisible()
    await expect
      .element(page.getByRole('table', { name: 'Sums' }).getByRole('row', { name: /Adjustment of August 2026/ }))
      .toHaveTextContent('SnacksCrispsAdjustment of August 2026')
    await expect
      .element(page.getByRole('link', { name: 'Statements of business units' }))
      .toHaveAttribute('href', '#/statements?of=unit')
  })
})
