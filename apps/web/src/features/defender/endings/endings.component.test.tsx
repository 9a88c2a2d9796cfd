import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { EndingsScreen } from './endings-screen.tsx'

const OVERVIEW = {
  from: '2026-11-20T00:00:00.000Z',
  until: '2026-11-21T00:00:00.000Z',
  as_of: '2026-11-20T23:30:00.000Z',
  entrants: 1_000,
  respondents: 300,
  by_code: [
    { code: 20 as const, respondents: 200 },
    { code: 21 as const, respondents: 100 },
    { code: 30 as const, respondents: 700 },
  ],
  by_rule: [
    { rule: 'duplicate_fingerprint', code: 20 as const, respondents: 200 },
    { rule: 'qualification', code: 21 as const, respondents: 100 },
  ],
  by_supplier: [{ pm_sup_ud: 7, name: 'Kestrel', entrants: 1_000, respondents: 300 }],
  by_source: [{ stmid: 3, stream_name: 'North', survey_name: 'Snacks', entrants: 1_000, respondents: 300 }],
  step_hours: 1 as const,
  by_hour: [{ at: '2026-11-20T10:00:00.000Z', entrants: 1_000, respondents: 300 }],
}
const PERSON = {
  rdud: '1-00000000000000000000000000000001',
  rid: 'ann',
  stmid: 3,
  stream_name: 'North',
  survey_name: 'Snacks',
  supplier: 'Kestrel',
  code: 20 as const,
  rule: 'duplicate_fingerprint',
  threshold: '1 in 24 h',
  value: '2 others',
  entered_at: '2026-11-20T10:05:00.000Z',
  ended_at: '2026-11-20T10:05:00.000Z',
}
const admin = { ...SAMPLE_USER, role_id: 1, account_type: 'DEFENDER' } as const
const desk = (answers: Answers = {}, path = '/defender/terminationoverview') =>
  testDesk(
    {
      'defenderViews.endings': OVERVIEW,
      'defenderViews.people': { as_of: OVERVIEW.as_of, rows: [PERSON], next: null },
      ...answers,
    },
    { user: admin, path },
  )
const asked = (on: Awaited<ReturnType<typeof desk>>, key: string) =>
  on.asked.filter(call => call.key === key).map(({ url }) => Object.fromEntries(url.searchParams))

test('each figure has its share, and a bar leads to its respondents by the URL (§2.27)', async () => {
  const on = await desk()
  const page = await draw(on, <EndingsScreen />)
  const rule = page.getByRole('table', { name: 'By rule at the door' }).getByRole('row', { name: /Duplicate/ })
  await expect.element(rule).toHaveTextContent(/Duplicate fingerprint.*200.*20%/)
  await expect
    .element(page.getByRole('table', { name: 'By supplier' }).getByRole('row', { name: /Kestrel/ }))
    .toHaveTextContent(/300.*30%/)
  await page.getByRole('button', { name: 'Duplicate fingerprint' }).click()
  const row = page.getByRole('table', { name: /Respondents/ }).getByRole('row', { name: /ann/ })
  await expect
    .element(row)
    .toHaveTextContent(/Defender term.*Duplicate fingerprint.*1 in 24 h.*2 others.*Snacks · North.*Kestrel/)
  await expect
    .element(row.getByRole('link', { name: 'ann' }))
    .toHaveAttribute('href', `#/defender/search?text=${encodeURIComponent(JSON.stringify(PERSON.rdud))}`)
  expect(new URLSearchParams(on.history.location.search).get('rule')).toBe('duplicate_fingerprint')
  expect(asked(on, 'defenderViews.people')).toMatchObject([{ rule: 'duplicate_fingerprint', limit: '50' }])
  await page.getByRole('button', { name: /^Remove Rule/ }).click()
  await expect.element(page.getByRole('button', { name: /^Remove Rule/ })).not.toBeInTheDocument()
})

test('a column of the chart chooses its time by the viewer’s clock', async () => {
  const on = await desk()
  const page = await draw(on, <EndingsScreen />)
  await page.getByRole('button', { name: '20 Nov, 05:00: 300 of 1,000 entrants' }).click()
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveValue('2026-11-20T05:00')
  const last = asked(on, 'defenderViews.endings').at(-1)
  expect([last?.['from'], last?.['until']]).toEqual(['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'])
})

test('a view without suppliers has none, and a time without entrants says so', async () => {
  const { by_supplier: _hidden, ...plain } = OVERVIEW
  const on = await testDesk(
    { 'defenderViews.endings': plain },
    { user: { ...admin, role_id: 2, streamViewType: 'external' }, path: '/defender/terminationoverview?supplier=7' },
  )
  const page = await draw(on, <EndingsScreen />)
  await expect.element(page.getByRole('heading', { name: 'By source' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'By supplier' })).not.toBeInTheDocument()
  expect('supplier' in (asked(on, 'defenderViews.endings')[0] ?? {})).toBe(false)
  on.answer({ 'defenderViews.endings': { ...plain, entrants: 0, respondents: 0, by_code: [], by_hour: [] } })
  await page.getByLabelText('Time', { exact: true }).selectOptions('Last 7 days')
  await expect.element(page.getByRole('heading', { name: 'No entrants in this period' })).toBeVisible()
})

test('an overview that fails says so and is read again on request', async () => {
  const on = await desk({ 'defenderViews.endings': refused(503, { message: 'The database is away for the moment.' }) })
  const page = await draw(on, <EndingsScreen />)
  await expect.element(page.getByRole('heading', { name: 'The overview did not load' })).toBeVisible()
  on.answer({ 'defenderViews.endings': OVERVIEW })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'By state' })).toBeVisible()
})

test('a time of more than a month is shown by weeks of UTC, each of which leads to its entrants (§2.27)', async () => {
  const on = await desk(
    {
      'defenderViews.endings': {
        ...OVERVIEW,
        from: '2026-01-01T00:00:00.000Z',
        until: '2026-12-01T00:00:00.000Z',
        step_hours: 24 as const,
        by_hour: [
          { at: '2026-01-01T00:00:00.000Z', entrants: 400, respondents: 100 },
          { at: '2026-01-07T00:00:00.000Z', entrants: 600, respondents: 200 },
        ],
      },
    },
    '/defender/terminationoverview?days=365',
  )
  const page = await draw(on, <EndingsScreen />)
  await expect.element(page.getByText('Times in days of UTC')).toBeVisible()
  await page.getByRole('button', { name: 'Week from 1 Jan: 300 of 1,000 entrants' }).click()
  await expect
    .poll(() => asked(on, 'defenderViews.endings').at(-1))
    .toMatchObject({ from: '2026-01-01T00:00:00.000Z', until: '2026-01-08T00:00:00.000Z' })
})
