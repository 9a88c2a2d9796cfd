import { describe, expect, test, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused } from '#runtime/testing/test-desk.ts'
import { SAMPLE_REVERSALS } from '#kit/money/testing/sample-reversals.ts'
import { StatementScreen } from './statement.tsx'
import { StatementsScreen } from './statements.tsx'
import {
  ADVANCED,
  HASH,
  FINGERPRINT,
  OCTOBER,
  SEPTEMBER,
  NO_SUMS,
  NOVEMBER,
  PERIODS,
  lineNo,
  STATEMENT,
  deskOf,
} from './testing/statement-samples.ts'

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

test('an open statement has its total after reversals of its month; a closed one has none (forecast.md §6)', async () => {
  const open = { ...STATEMENT, state: 'open' as const, closed_at: null, head: null, total_cents: 2_500 }
  const desk = await deskOf({ 'statements.read': open, 'reversals.read': SAMPLE_REVERSALS })
  const page = await draw(desk, <StatementScreen month="2026-09" supplier={5} />)
  await expect
    .element(page.getByText(/^Total expected after reversals:/))
    .toHaveTextContent('$20.0080 % band: $17.00 to $22.50.')
  const [asked] = desk.asked.filter(({ key }) => key === 'reversals.read')
  expect(asked?.url.search).toBe('?pm_sup_ud=5&month=2026-09')
  const closed = await deskOf({ 'statements.read': STATEMENT })
  const second = await draw(closed, <StatementScreen month="2026-09" supplier={5} />)
  await expect.element(second.getByRole('heading', { name: 'Kestrel, September 2026' }).last()).toBeVisible()
  expect(closed.asked.map(({ key }) => key)).not.toContain('reversals.read')
})
