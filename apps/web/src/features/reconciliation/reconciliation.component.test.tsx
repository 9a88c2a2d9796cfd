import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { refused } from '#runtime/testing/test-desk.ts'
import { bodies, button, PASTE_PATH, shown, STORED } from './testing/reconciliation-page.tsx'
import { PREVIEW, RECONCILIATION_PATH, reconciliationDesk, REQUEST, SUMMARY } from './testing/sample-reconciliation.ts'

const FILE_PATH = `${RECONCILIATION_PATH}?way=file`

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

test('filters without a match say so, and a retrieval that fails can be tried again', async () => {
  const desk = await reconciliationDesk({
    'reconciliation.retrieve': refused(422, { message: 'Too early.', details: [] }),
  })
  await shown(desk)
  await button('Retrieve').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Too early.')
  desk.answer({ 'reconciliation.retrieve': { total: 0, respondents: [] } })
  await button('Try again').click()
  await expect.element(screen.getByRole('heading', { name: 'No Records Found.' })).toBeVisible()
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
  await screen
    .getByLabelText('The listed respondents are')
    .selectOptions('Accept only these: all other completes are rejected')
  await userEvent.upload(input, new File(['rdud-1,930'], 'october.csv'))
  // it is asked: nothing was wrong with the list
  await expect.element(screen.getByText('This file was uploaded before.', { exact: true })).toBeVisible()
  expect(screen.getByText('The list was not taken', { exact: false }).elements()).toEqual([])
  desk.answer({ 'reconciliation.upload': PREVIEW })
  await button('Upload it again').click()
  await expect.element(screen.getByRole('heading', { name: 'Preview of october.csv' })).toBeVisible()
  expect(bodies(desk, 'reconciliation.upload').map(body => ({ ...(body as object), file: null }))).toEqual([
    { mode: 'ACCEPT_LIST', version: 'new', file: null },
    { mode: 'ACCEPT_LIST', version: 'new', again: 'true', file: null },
  ])
})

test('an undo names the request that it undoes by its number in the list', async () => {
  const desk = await reconciliationDesk({
    'reconciliation.list': [
      {
        ...REQUEST,
        reconciliation_ud: 31,
        number: 2,
        kind: 'undo',
        state: 'stored',
        filename: null,
        undo_of: 30,
        undo_of_number: 1,
      },
      { ...REQUEST, state: 'undone' },
    ],
  })
  await shown(desk)
  await expect.element(screen.getByRole('rowheader', { name: '2. Undo of request 1' })).toBeVisible()
})

test('a stored request says who, when and what, and is undone by a preview of its own, of one supplier too', async () => {
  const undoPreview = {
    ...PREVIEW,
    request: {
      ...REQUEST,
      reconciliation_ud: 31,
      kind: 'undo' as const,
      undo_of: 30,
      undo_of_number: 1,
      money: { currency: 'USD', sell_cents: 1_000, completes: 2 },
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
    'reconciliation.store': { ...STORED, request: undoPreview.request },
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
