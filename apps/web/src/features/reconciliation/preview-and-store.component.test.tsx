import { expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { noAnswer, refused } from '#runtime/testing/test-desk.ts'
import { bodies, button, PASTE_PATH, previewed, shown, STORED } from './testing/reconciliation-page.tsx'
import { PREVIEW, RECONCILIATION_PATH, reconciliationDesk, REQUEST, ROWS } from './testing/sample-reconciliation.ts'

test('a preview says each outcome in words, with sums by reason, supplier and source, and stores exactly what it shows', async () => {
  const desk = await reconciliationDesk({ 'reconciliation.store': STORED }, PASTE_PATH)
  await previewed(desk)
  const sums = (name: string) => screen.getByRole('table', { name, exact: true })
  await expect.element(sums('Outcomes')).toHaveTextContent(/Rejected.*2.*Needs confirmation.*1.*All rows.*3/)
  await expect.element(sums('Reasons')).toHaveTextContent(/930 Fraud.*3.*2.*−\$10\.00/)
  await expect.element(sums('Suppliers')).toHaveTextContent(/Cint.*−\$2\.60.*Lucid/)
  await expect.element(sums('Sources')).toHaveTextContent(/US genpop.*40.*40.*38/)
  await expect.element(screen.getByRole('row', { name: /rdud-3x/ })).toHaveTextContent('almost the same id: rdud-3')
  await button('Store 2 rows').click()
  await expect.element(screen.getByText('2 rows of 3 pasted lines are applied.', { exact: false })).toBeVisible()
  expect(bodies(desk, 'reconciliation.store')).toEqual([{ reconciliation_ud: 30, digest: PREVIEW.digest }])
})

test('the focus goes from each part to the one that takes its place, by the keyboard alone', async () => {
  const desk = await reconciliationDesk(
    { 'reconciliation.store': refused(503, { message: 'The database is away.' }) },
    PASTE_PATH,
  )
  const pressed = async (name: string | RegExp) => {
    button(name).element().focus()
    await userEvent.keyboard('{Enter}')
  }
  await shown(desk)
  await screen.getByLabelText('Ids').fill('rdud-1,930\ncint-2,930\nrdud-3x,930')
  await pressed('Preview 3 lines')
  await expect.element(screen.getByRole('heading', { name: 'Preview of 3 pasted lines' })).toHaveFocus()
  await pressed('Store 2 rows')
  await expect.element(screen.getByRole('group', { name: 'Problem' })).toHaveFocus()
  desk.answer({ 'reconciliation.store': STORED })
  await pressed('Try again')
  await expect.element(screen.getByRole('heading', { name: 'Stored' })).toHaveFocus()
  await pressed('New request')
  await expect.element(screen.getByRole('heading', { name: 'New request' })).toHaveFocus()
})

test('unticked rows, reasons and suppliers and confirmed suggestions are previewed before they can be stored', async () => {
  const desk = await reconciliationDesk({}, PASTE_PATH)
  await previewed(desk)
  await screen.getByRole('checkbox', { name: 'Line 1' }).click({ force: true })
  await screen.getByRole('checkbox', { name: '930 Fraud' }).click({ force: true })
  await screen.getByRole('checkbox', { name: 'Lucid' }).click({ force: true })
  await screen.getByRole('checkbox', { name: 'This is rdud-3' }).click({ force: true })
  await expect.element(button(/^Store/)).not.toBeInTheDocument()
  await button('Update the preview').click()
  await expect.element(button('Store 2 rows')).toBeVisible()
  expect(bodies(desk, 'reconciliation.preview').at(-1)).toEqual({
    pm_proj_ud: 5,
    reconciliation_ud: 30,
    unticked_lines: [1],
    unticked_reasons: [930],
    unticked_suppliers: [6],
    confirmed_lines: [3],
  })
})

test('a guard asks for the number of the project, typed, before anything is stored', async () => {
  const guarded = {
    ...PREVIEW,
    number_to_type: 'P-100',
    guards: [
      {
        kind: 'below_target' as const,
        stmid: 9,
        source_name: 'US genpop',
        rejects: 12,
        share: 0.3,
        reopens: 12,
        again_cents: 3_120,
        message: 'US genpop: reopens 12 of the target; to buy them again costs about $31.20.',
      },
    ],
  }
  const desk = await reconciliationDesk(
    { 'reconciliation.preview': guarded, 'reconciliation.store': STORED },
    PASTE_PATH,
  )
  await previewed(desk)
  await expect
    .element(screen.getByText('reopens 12 of the target; to buy them again costs about $31.20', { exact: false }))
    .toBeVisible()
  await expect.element(button('Store 2 rows')).toBeDisabled()
  const number = screen.getByLabelText('Type the project number, P-100')
  await number.fill('P-10')
  await expect.element(screen.getByText('This is not the number of this project.')).toBeVisible()
  await number.fill('P-100')
  await button('Store 2 rows').click()
  await vi.waitFor(() =>
    expect(bodies(desk, 'reconciliation.store')).toEqual([
      { reconciliation_ud: 30, digest: PREVIEW.digest, project_number: 'P-100' },
    ]),
  )
})

test('a store after rows changed says how many and which, stores nothing, and asks for another preview', async () => {
  const current = { rows: 1, changed: [{ line: 1, rdud: 'rdud-1', seen_code: 30, code: 50 }], digest: 'e'.repeat(64) }
  const desk = await reconciliationDesk(
    { 'reconciliation.store': refused(409, { message: 'Rows changed.', reason: 'rows_changed', current }) },
    PASTE_PATH,
  )
  await previewed(desk)
  await button('Store 2 rows').click()
  await expect.element(screen.getByText('1 row changed since the preview.', { exact: false })).toBeVisible()
  await expect
    .element(screen.getByRole('table', { name: 'Rows that changed', exact: true }))
    .toHaveTextContent(/rdud-1.*Complete.*Rejected at reconciliation/)
  await button('Preview again').click()
  await expect.element(button('Store 2 rows')).toBeVisible()
})

test('a fresh store leads to the statement of the month that it changed (settlement.md §2)', async () => {
  const answer = { ...STORED, request: { ...STORED.request, statement_months: ['2026-10'] } }
  await previewed(await reconciliationDesk({ 'reconciliation.store': answer }, PASTE_PATH))
  await button('Store 2 rows').click()
  await expect
    .element(screen.getByRole('link', { name: 'Statement of October 2026' }))
    .toHaveAttribute('href', '#/statements/2026-10?project=5')
})

test('a store after another user’s says who was first, and is not tried again', async () => {
  const desk = await reconciliationDesk(
    {
      'reconciliation.list': [STORED.request],
      'reconciliation.store': refused(409, {
        message: 'The request was stored already by Bea Cole.',
        reason: 'wrong_state',
        current: null,
      }),
    },
    PASTE_PATH,
  )
  await previewed(desk)
  await button('Store 2 rows').click()
  const group = screen.getByRole('group', { name: 'Problem' })
  await expect.element(group).toHaveTextContent(/^The request was stored already by Bea Cole\.New request$/)
  await button('New request').click()
  await expect.element(screen.getByLabelText('Ids')).toBeVisible()
  expect(bodies(desk, 'reconciliation.store').length).toBe(1)
})

test('a store whose answer was lost is shown as stored once the server answers again, in the list and above it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const desk = await reconciliationDesk(
      { 'reconciliation.list': [REQUEST], 'reconciliation.store': noAnswer },
      PASTE_PATH,
    )
    await previewed(desk)
    const row = screen.getByRole('row', { name: /october\.csv/ })
    await expect.element(row).toHaveTextContent('Previewed, not stored')
    const listed = () => desk.asked.filter(({ key }) => key === 'reconciliation.list').length
    const before = listed()
    desk.answer({ 'reconciliation.list': noAnswer })
    await button('Store 2 rows').click()
    await expect.element(screen.getByText('Nothing is known to be stored.', { exact: false })).toBeVisible()
    await expect.element(row).toHaveTextContent('Previewed, not stored')
    // the read and its retries
    await vi.waitFor(() => expect(listed()).toBe(before + 4))
    expect(bodies(desk, 'reconciliation.store').length).toBe(1)
    desk.answer({
      'reconciliation.list': [STORED.request],
      'reconciliation.store': STORED,
    })
    vi.advanceTimersByTime(5_000)
    await expect.element(row).toHaveTextContent(/Stored/)
    await expect.element(screen.getByText('2 rows of 3 pasted lines are applied.', { exact: false })).toBeVisible()
    expect(bodies(desk, 'reconciliation.store').length).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a store that fails is tried again under the same idempotency key', async () => {
  const desk = await reconciliationDesk(
    { 'reconciliation.store': refused(503, { message: 'The database is away.' }) },
    PASTE_PATH,
  )
  await previewed(desk)
  await button('Store 2 rows').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The database is away.')
  desk.answer({ 'reconciliation.store': STORED })
  await button('Try again').click()
  await expect.element(screen.getByRole('heading', { name: 'Stored' })).toBeVisible()
  expect(bodies(desk, 'reconciliation.store').length).toBe(2)
})

test('a store shows how many rows are stored, and cannot be cancelled (settlement.md §1)', async () => {
  const desk = await reconciliationDesk(
    {
      'reconciliation.store': () => new Promise(() => undefined),
      'reconciliation.progress': ({ url }) =>
        url.searchParams.has('after')
          ? new Promise(() => undefined)
          : { version: 7, work: { step: 'storing', done: 1, of: 2 } },
    },
    PASTE_PATH,
  )
  await previewed(desk)
  await button('Store 2 rows').click()
  await expect.element(screen.getByText('1 of 2 rows stored')).toBeVisible()
  await expect.element(screen.getByRole('progressbar', { name: /^Storing/ })).toHaveAttribute('aria-valuenow', '50')
  expect(button('Cancel').elements()).toEqual([])
})

test('leaving a preview that is not stored asks first', async () => {
  const desk = await reconciliationDesk({}, PASTE_PATH)
  await previewed(desk)
  desk.history.push('/projects')
  await expect.element(screen.getByRole('alertdialog', { name: 'Leave without storing?' })).toBeVisible()
  await button('Cancel').click()
  expect(desk.history.location.pathname).toBe(RECONCILIATION_PATH)
  desk.history.push('/projects')
  await button('Leave').click()
  await vi.waitFor(() => expect(desk.history.location.pathname).toBe('/projects'))
})

test('rows are shown by outcome, as in the URL; a project without requests explains the empty place', async () => {
  const desk = await reconciliationDesk({}, PASTE_PATH)
  await previewed(desk)
  await expect.element(screen.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  desk.answer({ 'reconciliation.report': { request: REQUEST, total: 1, rows: ROWS.slice(2) } })
  await button('Show them').click()
  await expect.element(screen.getByLabelText('Rows', { exact: true }).first()).toHaveValue('needs_confirmation')
  const last = desk.asked.findLast(({ key }) => key === 'reconciliation.report')
  expect(Object.fromEntries(last?.url.searchParams ?? [])).toEqual({
    reconciliation_ud: '30',
    outcome: 'needs_confirmation',
    limit: '100',
    offset: '0',
  })
  // a change of the query of the same page leaves nothing
  expect(desk.history.location.href).toBe(`${PASTE_PATH}&outcome=needs_confirmation`)
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('each sum of a preview leads to exactly the rows that it is made of, in the URL; all rows come back (api:R2)', async () => {
  const desk = await reconciliationDesk({}, PASTE_PATH)
  await previewed(desk)
  desk.answer({ 'reconciliation.report': { request: REQUEST, total: 1, rows: ROWS.slice(0, 1) } })
  const askedFor = () => {
    const last = desk.asked.findLast(({ key }) => key === 'reconciliation.report')
    const {
      limit: _limit,
      offset: _offset,
      reconciliation_ud: _id,
      ...filter
    } = Object.fromEntries(last?.url.searchParams ?? [])
    return filter
  }
  await button('Sell price, 930 Fraud −$10.00: show its rows').click()
  await expect.element(screen.getByText('Shown: applied, reason 930 Fraud')).toBeVisible()
  await expect.element(screen.getByRole('group', { name: 'Rows of the preview' })).toHaveFocus()
  expect([askedFor(), desk.history.location.href]).toEqual([
    { reason: '930', applied: 'true' },
    `${PASTE_PATH}&applied=true&reason=930`,
  ])
  const expense = button('Expense, Cint −$2.60: show its rows')
  expense.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Shown: applied, supplier Cint')).toBeVisible()
  expect(askedFor()).toEqual({ sup: '4', applied: 'true' })
  await button('Completes after, US genpop 38: show its rows').click()
  await expect.element(screen.getByText('Shown: applied, source US genpop')).toBeVisible()
  expect(askedFor()).toEqual({ stmid: '9', applied: 'true' })
  await button('Rejected 2: show its rows').click()
  await expect.element(screen.getByText(/^Shown: Rejected, in the list$/)).toBeVisible()
  expect(askedFor()).toEqual({ outcome: 'applied_reject', rest: 'false' })
  await button('Show all rows').click()
  await expect.element(screen.getByText(/^Shown:/)).not.toBeInTheDocument()
  expect(desk.history.location.href).toBe(PASTE_PATH)
})

test('a completes figure of the preview tells why it changed (settlement.md §4)', async () => {
  const desk = await reconciliationDesk({}, PASTE_PATH)
  await previewed(desk)
  await button('Completes 40: why did it change?').click()
  await expect.element(screen.getByRole('dialog', { name: 'Why did Completes change?' })).toBeVisible()
  expect(desk.history.location.href).toBe(`${PASTE_PATH}&why=source.9.completes`)
})

test('a preview says for how many completes the expense is known, and gives none where none is (docs/decisions/0092)', async () => {
  const money = { currency: 'USD', sell_cents: -1_000, completes: 2 }
  const desk = await reconciliationDesk(
    {
      'reconciliation.preview': {
        ...PREVIEW,
        request: { ...REQUEST, money: { ...money, supply_cents: -260, priced_completes: 1 } },
        by_supplier: (PREVIEW.by_supplier ?? []).map(sum =>
          sum.name === 'Lucid' ? { ...sum, supply_cents: null, priced_completes: 0 } : sum,
        ),
      },
    },
    PASTE_PATH,
  )
  await previewed(desk)
  await expect.element(screen.getByText('Expense known for 1 of 2 completes.', { exact: false })).toBeVisible()
  const rows = screen.getByRole('table', { name: 'Suppliers' })
  await expect.element(rows.getByRole('row', { name: /Cint/ })).toHaveTextContent('−$2.60')
  await expect.element(rows.getByRole('row', { name: /Lucid/ }).getByTitle(/^Not known/)).toHaveTextContent('–')
})

test('a list that cannot be read is read in another way from its refusal; one that was not sent is only tried again', async () => {
  const message = 'The file could not be read: the quote that line 1 opens is not closed.'
  const desk = await reconciliationDesk(
    { 'reconciliation.preview': refused(422, { message, details: [{ path: ['text'], message }] }) },
    PASTE_PATH,
  )
  await shown(desk)
  await screen.getByLabelText('Ids').fill('rdud-1,930')
  await button('Preview 1 line').click()
  const refusal = screen.getByRole('group', { name: 'Problem' })
  await expect.element(refusal).toHaveTextContent(message)
  desk.answer({ 'reconciliation.preview': PREVIEW })
  await refusal.getByText('Read it in another way').click()
  // a pasted text has no sheets
  expect(refusal.getByLabelText('Sheet').elements()).toEqual([])
  await refusal.getByLabelText('Columns are divided by').selectOptions('semicolons')
  await refusal.getByRole('button', { name: 'Read it so' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Preview of 1 pasted line' })).toBeVisible()
  const sent = { pm_proj_ud: 5, text: 'rdud-1,930', mode: 'REJECT_LIST', version: 'new' }
  expect(bodies(desk, 'reconciliation.preview')).toEqual([sent, { ...sent, delimiter: ';' }])
  desk.answer({ 'reconciliation.preview': refused(503, { message: 'The desk is away.' }) })
  await button('Discard').click()
  await screen.getByLabelText('Ids').fill('rdud-1,930')
  await button('Preview 1 line').click()
  await expect.element(refusal.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(refusal.getByText('Read it in another way').elements()).toEqual([])
})

test('a preview says what the list was read as and which lines were not read; read in another way it takes the place of the first', async () => {
  const reading = {
    delimiter: ',',
    head_row: 2,
    sheets: [],
    rows_not_read: [{ line: 1, text: 'Rejects of November' }],
    hidden_rows: 0,
  }
  const desk = await reconciliationDesk(
    {
      'reconciliation.preview': ({ body }) =>
        typeof body === 'object' && body !== null && 'abandon' in body
          ? PREVIEW
          : { ...PREVIEW, request: { ...REQUEST, reading } },
    },
    PASTE_PATH,
  )
  await previewed(desk)
  const part = screen.getByRole('region', { name: 'How it was read' })
  await expect.element(part).toHaveTextContent('Columns divided by commas; line 2 names the columns.')
  await expect.element(part).toHaveTextContent('Line 1 above the columns was not read: “Rejects of November”.')
  await part.getByText('Read it in another way').click()
  await part.getByLabelText('Columns are divided by').selectOptions('semicolons')
  await part.getByRole('textbox', { name: 'Row that names the columns' }).fill('0')
  await part.getByRole('button', { name: 'Read it so' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Preview of 3 pasted lines' })).toBeVisible()
  const sent = { pm_proj_ud: 5, text: 'rdud-1,930\ncint-2,930\nrdud-3x,930', mode: 'REJECT_LIST', version: 'new' }
  await vi.waitFor(() =>
    expect(bodies(desk, 'reconciliation.preview')).toEqual([
      sent,
      { pm_proj_ud: 5, reconciliation_ud: 30, abandon: true },
      { ...sent, delimiter: ';', head_row: 0 },
    ]),
  )
})
