import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test, vi } from 'vitest'
import { page as screen, userEvent, type Locator } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { noAnswer, refused, type TestDesk } from '#runtime/testing/test-desk.ts'
import { ReconciliationScreen } from './reconciliation.tsx'
import {
  PREVIEW,
  PROJECT_ID,
  RECONCILIATION_PATH,
  reconciliationDesk,
  REQUEST,
  ROWS,
  SUMMARY,
} from './testing/sample-reconciliation.ts'

const shown = (desk: TestDesk) => draw(desk, <ReconciliationScreen projectUID={PROJECT_ID} />)
const button = (name: string | RegExp): Locator => screen.getByRole('button', { name, exact: typeof name === 'string' })
const bodies = (desk: TestDesk, key: string) => desk.asked.filter(each => each.key === key).map(({ body }) => body)
const stored = { request: { ...REQUEST, state: 'stored' as const }, digest: PREVIEW.digest, changes: 2 }
const FILE_PATH = `${RECONCILIATION_PATH}?way=file`
const PASTE_PATH = `${RECONCILIATION_PATH}?way=paste`

/** Pastes three ids and waits for their preview. */
async function previewed(desk: TestDesk): Promise<void> {
  await shown(desk)
  await screen.getByLabelText('Ids').fill('rdud-1,930\ncint-2,930\nrdud-3x,930')
  await button('Preview 3 lines').click()
  await expect.element(screen.getByRole('heading', { name: 'Preview of 3 pasted lines' })).toBeVisible()
}

test('a project whose rud is empty has the new version, one with rud the old, which takes files alone and says the last upload (§4.13, §3.35)', async () => {
  const fresh = await shown(await reconciliationDesk())
  await expect.element(screen.getByRole('radio', { name: 'Choose from the list' })).toBeVisible()
  await fresh.unmount()
  await shown(await reconciliationDesk({ 'reconciliation.summary': { ...SUMMARY, data: { rud: '12' } } }))
  await expect.element(button('Choose file')).toBeVisible()
  await expect.element(screen.getByText('Last upload')).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Choose from the list' })).not.toBeInTheDocument()
})

test('each opening reads the summary once, also one that was read before', async () => {
  const desk = await reconciliationDesk()
  for (const openings of [1, 2]) {
    const page = await shown(desk)
    await expect.element(screen.getByRole('radio', { name: 'Choose from the list' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Requests', exact: true })).toBeVisible()
    expect(bodies(desk, 'reconciliation.summary').length).toBe(openings)
    await page.unmount()
  }
})

test('a project of before 2024-10-01 has the old version without any upload (§4.13)', async () => {
  await shown(await reconciliationDesk({ 'reconciliation.summary': { ...SUMMARY, created_on: '2024-09-30' } }))
  await expect.element(button('Choose file')).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Choose from the list' })).not.toBeInTheDocument()
})

test('a stored request has a file for each of the project’s suppliers (settlement.md §2)', async () => {
  const list = [{ ...REQUEST, state: 'stored' as const }]
  const desk = await reconciliationDesk(
    { 'reconciliation.list': list, 'statements.outcomes': 'line,rid\r\n' },
    RECONCILIATION_PATH,
    { ...SAMPLE_USER, role_id: 1 },
  )
  await shown(desk)
  await button('Supplier’s file').click()
  await screen.getByRole('menuitem', { name: 'Cint' }).click()
  await vi.waitFor(() =>
    expect(desk.asked.filter(({ key }) => key === 'statements.outcomes').map(({ url }) => url.search)).toEqual([
      '?supplier=4&reconciliation_ud=30',
    ]),
  )
})

test('what a stored request adjusted is found in the statements of its project, for users who have them (settlement.md §2)', async () => {
  const list = [
    { ...REQUEST, state: 'stored' as const },
    { ...REQUEST, reconciliation_ud: 31, number: 2, filename: 'later.csv' },
  ]
  const linksIn = (name: RegExp) =>
    [...screen.getByRole('row', { name }).element().querySelectorAll('a[href*="statements"]')].map(link =>
      link.getAttribute('href'),
    )
  const page = await shown(await reconciliationDesk({ 'reconciliation.list': list }))
  await expect.element(screen.getByRole('link', { name: 'Statements of the project' })).toBeVisible()
  expect([linksIn(/october\.csv/), linksIn(/later\.csv/)]).toEqual([['#/statements?of=project&search=5'], []])
  await page.unmount()
  await shown(
    await reconciliationDesk({ 'reconciliation.list': list }, RECONCILIATION_PATH, {
      ...SAMPLE_USER,
      account_type: 'DEFENDER',
    }),
  )
  await expect.element(screen.getByRole('row', { name: /october\.csv/ })).toBeVisible()
  expect(linksIn(/october\.csv/)).toEqual([])
})

test('a summary that did not load is asked for again; one of no project is Page not found', async () => {
  const desk = await reconciliationDesk({
    'reconciliation.summary': refused(422, { message: 'Not now.', details: [] }),
  })
  const page = await shown(desk)
  await expect.element(screen.getByRole('heading', { name: 'The reconciliation did not load' })).toBeVisible()
  desk.answer({ 'reconciliation.summary': SUMMARY })
  await button('Retry').click()
  await expect.element(screen.getByRole('heading', { name: 'Reconciliation of Tea study' })).toBeVisible()
  await page.unmount()
  await shown(await reconciliationDesk({ 'reconciliation.summary': refused(404, { message: 'Not found' }) }))
  await expect.element(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('filters of the URL retrieve respondents; ticked ones are previewed with one reason, and a closed one cannot be ticked', async () => {
  const desk = await reconciliationDesk({}, `${RECONCILIATION_PATH}?source=9&from=2026-10-01&until=2026-10-31`)
  await shown(desk)
  await expect.element(screen.getByLabelText('Month', { exact: true })).toHaveValue('2026-10')
  await expect.element(screen.getByRole('option', { name: 'October 2026' })).toBeInTheDocument()
  await button('Retrieve').click()
  await expect.element(screen.getByRole('checkbox', { name: 'rdud-9' })).toBeDisabled()
  await expect
    .element(screen.getByRole('row', { name: /rdud-1 / }))
    .toHaveTextContent(/Complete.*US genpop.*Cint.*\$5\.00/)
  await screen.getByRole('checkbox', { name: 'All of this page' }).click({ force: true })
  await screen.getByLabelText('Reason').selectOptions('Speeder (933)')
  await button('Preview 1 ticked').click()
  await expect.element(screen.getByRole('heading', { name: 'Preview of 1 ticked respondent' })).toBeVisible()
  expect([bodies(desk, 'reconciliation.retrieve'), bodies(desk, 'reconciliation.preview')]).toEqual([
    [{ pm_proj_ud: 5, from: '2026-10-01', until: '2026-10-31', stmids: [9] }],
    [{ pm_proj_ud: 5, rduds: ['rdud-1'], reason_code: 933, mode: 'REJECT_LIST', version: 'new' }],
  ])
})

test('filters that find nobody say so, and a retrieval that fails can be tried again', async () => {
  const desk = await reconciliationDesk({
    'reconciliation.retrieve': refused(422, { message: 'Too early.', details: [] }),
  })
  await shown(desk)
  await button('Retrieve').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Too early.')
  desk.answer({ 'reconciliation.retrieve': { total: 0, respondents: [] } })
  await button('Try again').click()
  await expect.element(screen.getByRole('heading', { name: 'No respondent with these filters' })).toBeVisible()
})

test('a preview says each outcome in words, with sums by reason, supplier and source, and stores exactly what it shows', async () => {
  const desk = await reconciliationDesk({ 'reconciliation.store': stored }, PASTE_PATH)
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

test('the button of pasted ids counts the rows that will be judged: without the head, empty lines, and lines within a cell (settlement.md §1)', async () => {
  const desk = await reconciliationDesk({}, PASTE_PATH)
  await shown(desk)
  const ids = screen.getByLabelText('Ids')
  await ids.fill('rdud,reason_code,comment')
  await expect.element(button('Preview')).toBeDisabled()
  await ids.fill('rdud,reason_code,comment\nrdud-1,930,"twice,\nthe same"\n,,\n\nrdud-2,930')
  await expect.element(button('Preview 2 lines')).toBeEnabled()
  await ids.fill('Respondent ID\nrdud-1')
  await button('Preview 1 line').click()
  await expect.element(screen.getByRole('heading', { name: 'Preview of 1 pasted line', exact: true })).toBeVisible()
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
  await expect.element(screen.getByRole('group', { name: 'What did not work' })).toHaveFocus()
  desk.answer({ 'reconciliation.store': stored })
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
    { 'reconciliation.preview': guarded, 'reconciliation.store': stored },
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
      'reconciliation.list': [stored.request],
      'reconciliation.store': stored,
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
  desk.answer({ 'reconciliation.store': stored })
  await button('Try again').click()
  await expect.element(screen.getByRole('heading', { name: 'Stored' })).toBeVisible()
  expect(bodies(desk, 'reconciliation.store').length).toBe(2)
})

test('what the server has done is shown in rows while it works; Cancel ends the call (settlement.md §1)', async () => {
  const calls: AbortSignal[] = []
  let goOn: () => void = () => {}
  const judging = new Promise<void>(resolve => (goOn = resolve)).then(() => ({
    version: 2,
    work: { step: 'judging' as const, done: 25_000, of: 100_000 },
  }))
  const news = [{ version: 1, work: { step: 'keeping' as const, done: 50_000, of: 100_000 } }, judging]
  const desk = await reconciliationDesk(
    {
      'reconciliation.upload': ({ signal }) => {
        calls.push(signal)
        return new Promise(() => undefined)
      },
      'reconciliation.progress': () => news.shift() ?? new Promise(() => undefined),
    },
    FILE_PATH,
  )
  await shown(desk)
  await userEvent.upload(screen.getByLabelText('File of the reconciliation'), new File(['rdud-1,930'], 'october.csv'))
  const bar = screen.getByRole('progressbar', { name: 'Uploading october.csv' })
  await expect.element(screen.getByText('50,000 of 100,000 rows read')).toBeVisible()
  await expect.element(bar).toHaveAttribute('aria-valuenow', '40')
  goOn()
  await expect.element(screen.getByText('25,000 of 100,000 rows worked out')).toBeVisible()
  await expect.element(bar).toHaveAttribute('aria-valuenow', '60')
  await expect
    .poll(() => desk.asked.filter(({ key }) => key === 'reconciliation.progress').map(({ url }) => url.search))
    .toEqual(['?wait=20', '?after=1&wait=20', '?after=2&wait=20'])
  await button('Cancel').click()
  await expect.element(button('Choose file')).toBeVisible()
  expect(calls.map(({ aborted }) => aborted)).toEqual([true])
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

test('a file is uploaded with its mode; the same file again asks, and one of another kind is refused in words', async () => {
  const desk = await reconciliationDesk(
    {
      'reconciliation.upload': refused(409, {
        message: 'This file was uploaded before.',
        reason: 'known_file',
        current: {},
      }),
    },
    FILE_PATH,
  )
  await shown(desk)
  const input = screen.getByLabelText('File of the reconciliation')
  await userEvent.upload(input, new File(['x'], 'list.pdf'))
  await expect.element(screen.getByRole('alert')).toHaveTextContent('list.pdf is none of CSV, TSV, TXT and XLSX.')
  await screen.getByLabelText('The rows are').selectOptions('Accept only these: all other completes are rejected')
  await userEvent.upload(input, new File(['rdud-1,930'], 'october.csv'))
  // it is asked: nothing was wrong with the list
  await expect.element(screen.getByText('This file was uploaded before.', { exact: true })).toBeVisible()
  expect(screen.getByText('The list could not be read', { exact: false }).elements()).toEqual([])
  desk.answer({ 'reconciliation.upload': PREVIEW })
  await button('Upload it again').click()
  await expect.element(screen.getByRole('heading', { name: 'Preview of october.csv' })).toBeVisible()
  expect(bodies(desk, 'reconciliation.upload').map(body => ({ ...(body as object), file: null }))).toEqual([
    { mode: 'ACCEPT_LIST', version: 'new', file: null },
    { mode: 'ACCEPT_LIST', version: 'new', again: 'true', file: null },
  ])
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

test('a stored request says who, when and what, and is undone by a preview of its own, of one supplier too', async () => {
  const undoPreview = {
    ...PREVIEW,
    request: {
      ...REQUEST,
      reconciliation_ud: 31,
      kind: 'undo' as const,
      undo_of: 30,
      money: { currency: 'USD', sell_cents: 1_000 },
    },
    open_suggestions: 0,
    changed_since: 1,
  }
  const desk = await reconciliationDesk({
    'reconciliation.list': [
      {
        ...REQUEST,
        state: 'stored',
        stored_by: 'Ann Lee',
        stored_at: '2026-11-02T15:05:00.000Z',
        undo_until: '2099-11-26T05:00:00.000Z',
      },
    ],
    'reconciliation.preview': undoPreview,
    'reconciliation.store': { ...stored, request: undoPreview.request },
  })
  await shown(desk)
  await expect
    .element(screen.getByRole('row', { name: /october\.csv/ }))
    .toHaveTextContent(/Stored.*Ann Lee.*3 rows.*Rejected 2, Needs confirmation 1.*−\$10\.00/)
  await button('Undo').click()
  await expect
    .element(screen.getByText('2 rows go back to the state before it: +$10.00', { exact: false }))
    .toBeVisible()
  await expect.element(screen.getByText('1 row stay, because something else changed them since.')).toBeVisible()
  await button('Only Cint').click()
  await expect.element(screen.getByRole('dialog', { name: 'Undo one supplier’s rows' })).toBeVisible()
  await button('Undo 2 rows').click()
  await expect.element(screen.getByText('2 rows undone. Figures and money are as before.')).toBeVisible()
  expect(bodies(desk, 'reconciliation.preview')).toEqual([
    { pm_proj_ud: 5, undo_of: 30 },
    { pm_proj_ud: 5, reconciliation_ud: 31, abandon: true },
    { pm_proj_ud: 5, undo_of: 30, undo_of_supplier: 4 },
  ])
  expect(bodies(desk, 'reconciliation.store')).toEqual([{ reconciliation_ud: 31, digest: PREVIEW.digest }])
})

test('rows are shown by outcome, kept in the URL; a project without requests says what stands there', async () => {
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
