import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'

import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { PersonSearchScreen } from './search-screen.tsx'

const ANN = {
  rdud: '1-00000000000000000000000000000001',
  rid: 'ann',
  stmid: 3,
  stream_name: 'North',
  survey_name: 'Snacks',
  supplier: 'Kestrel',
  code: 20 as const,
  entered_at: '2026-11-20T10:05:00.000Z',
  fingerprint: 'f-1',
  address: '203.0.113.7',
}
const FOUND = {
  text: 'ann',
  as_of: '2026-11-20T11:00:00.000Z',
  found_as: ['rid' as const],
  entries: [
    {
      ...ANN,
      is_test: false,
      ended_at: ANN.entered_at,
      country: 'US',
      language: 'en',
      device: 2,
      from_datacentre: false,
      verdicts: [
        { rule: 'block_list', refused: true, threshold: 'not on the block list', value: 'fingerprint f-1, entry 4' },
      ],
    },
  ],
  is_partial: false,
  marks: [
    {
      kind: 'fingerprint' as const,
      value: 'f-1',
      lists: ['block' as const],
      others: [{ ...ANN, rdud: '1-00000000000000000000000000000002', rid: 'bob', code: 11 as const }],
      has_more: false,
    },
    { kind: 'address' as const, value: '203.0.113.7', lists: [], others: [], has_more: false },
  ],
}
const desk = (answers: Answers, path: string) =>
  testDesk(answers, { user: { ...SAMPLE_USER, role_id: 1, account_type: 'DEFENDER' }, path })

test('a search is in the URL, and shows entries, verdicts and who shares what, as a picture and a list (§2.27)', async () => {
  const on = await desk({ 'defenderViews.search': FOUND }, '/defender/search')
  const page = await draw(on, <PersonSearchScreen />)
  await expect.element(page.getByRole('heading', { name: 'Find a respondent' })).toBeVisible()
  await page.getByLabelText('RDUD, rid, fingerprint or address').fill(' ann ')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const row = page.getByRole('table', { name: /Entries/ }).getByRole('row', { name: /Snacks/ })
  await expect
    .element(row)
    .toHaveTextContent(
      /Defender term.*Snacks.*North.*Kestrel.*ann.*f-1.*203\.0\.113\.7.*US.*Mobile.*Block list: fingerprint f-1, entry 4/,
    )
  await expect
    .element(page.getByRole('link', { name: 'Search for fingerprint f-1' }))
    .toHaveAttribute('href', `#/defender/search?text=${encodeURIComponent('"f-1"')}`)
  await expect
    .element(page.getByRole('list', { name: 'Others with f-1' }))
    .toHaveTextContent(/bob, In the survey, Snacks/)
  expect(new URLSearchParams(on.history.location.search).get('text')).toBe('ann')
})

test('the path of a respondent is in the URL, so that a reload opens it and closing it leaves the search (house.md §1.4)', async () => {
  const on = await desk(
    { 'defenderViews.search': FOUND, 'defenderViews.path': refused(404, { message: 'Not found.' }) },
    '/defender/search?text=ann',
  )
  const drawn = await draw(on, <PersonSearchScreen />)
  await drawn.getByRole('button', { name: `Explain ${ANN.rdud}` }).click()
  const path = drawn.getByRole('dialog', { name: 'Why this respondent?' })
  await expect.element(path).toBeVisible()
  expect(new URLSearchParams(on.history.location.search).get('path')).toBe(ANN.rdud)
  expect(on.asked.find(({ key }) => key === 'defenderViews.path')?.url.searchParams.get('rdud')).toBe(ANN.rdud)
  await path.getByRole('button', { name: 'Close' }).click()
  await expect.element(path).not.toBeInTheDocument()
  expect(on.history.location.search).toBe('?text=ann')
})

test('a device can be blocked or watched from here; one that is blocked says so', async () => {
  const on = await desk(
    {
      'defenderViews.search': FOUND,
      'markLists.add': {
        list: 'block',
        is_stored: true,
        reading: { delimiter: null, head_row: null, sheets: [], rows_not_read: [], hidden_rows: 0 },
        lines: 1,
        added: 1,
        renewed: 0,
        faulty: 0,
        faults: [],
      },
    },
    '/defender/search?text=ann',
  )
  const page = await draw(on, <PersonSearchScreen />)
  await expect.element(page.getByText('Blocked', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Block 203.0.113.7' }).click()
  await expect.element(page.getByText('203.0.113.7 is on the block list.')).toBeVisible()
  const [sent] = on.asked.filter(({ key }) => key === 'markLists.add')
  expect(sent?.body).toEqual({
    list: 'block',
    kind: 'address',
    text: '"203.0.113.7"',
    note: '',
    until: null,
    take: 'all',
  })
})

test('a search without a match, and a search that fails, say so', async () => {
  const on = await desk(
    { 'defenderViews.search': { ...FOUND, entries: [], marks: [], found_as: [] } },
    '/defender/search?text=ann',
  )
  const page = await draw(on, <PersonSearchScreen />)
  await expect.element(page.getByRole('heading', { name: 'No respondents found' })).toBeVisible()
  on.answer({ 'defenderViews.search': refused(503, { message: 'The database is away for the moment.' }) })
  await page.getByLabelText('RDUD, rid, fingerprint or address').fill('bob')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.element(page.getByText('The database is away for the moment.').first()).toBeVisible()
})
