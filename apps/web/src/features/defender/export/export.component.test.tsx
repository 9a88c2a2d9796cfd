import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { addFilter } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers, type Asked } from '#runtime/testing/test-desk.ts'
import { ExportScreen } from './export-screen.tsx'

const LINE = {
  entered_at: '2026-11-20T10:05:00.000Z',
  ended_at: null,
  rdud: '1-00000000000000000000000000000001',
  rid: 'ann',
  pm_proj_ud: 1,
  project_name: 'Habits',
  pm_sy_ud: 2,
  survey_name: 'Snacks',
  stmid: 3,
  stream_name: 'North',
  supplier: 'Kestrel',
  code: 20 as const,
  rule: 'duplicate_fingerprint',
  threshold: '1 in 24 h',
  value: '2 others',
  recorded: ['country', 'watch_list'],
  country: 'US',
  language: 'en',
  device: 1,
  from_datacentre: false,
  fingerprint: 'f-1',
  address: '203.0.113.7',
  loi_minutes: null,
}
const PREVIEW = {
  as_of: '2026-11-20T23:30:00.000Z',
  from: '2026-11-13T00:00:00.000Z',
  until: '2026-11-21T00:00:00.000Z',
  lines: 1_234,
  is_at_least: false,
  rows: [LINE],
  sources: [
    { id: 3, name: 'North', survey: { id: 2, name: 'Snacks' }, project: { id: 1, name: 'Habits' } },
    { id: 4, name: 'North', survey: { id: 5, name: 'Drinks' }, project: { id: 6, name: 'Thirst' } },
  ],
  suppliers: [{ id: 7, name: 'Kestrel' }],
}
const admin = {
  ...SAMPLE_USER,
  role_id: 1,
  account_type: 'DEFENDER',
  access_research_defender_export: true,
} as const
const desk = (answers: Answers = {}, path = '/defender/export-data') =>
  testDesk(
    {
      'defenderExport.preview': PREVIEW,
      'lookups.countries': [{ pm_cy_cs_id: 1, name: 'Canada', iso2: 'CA' }],
      ...answers,
    },
    { user: admin, path },
  )
const lastAsked = (on: Awaited<ReturnType<typeof desk>>, key: string) => {
  const {
    from: _from,
    until: _until,
    ...rest
  } = Object.fromEntries(on.asked.filter(call => call.key === key).at(-1)?.url.searchParams ?? [])
  return rest
}

test('the first lines are shown with their count, and filters go into the URL and narrow each other (§2.28)', async () => {
  const on = await desk({}, '/defender/export-data?mode=recorded&country=ca&code=99')
  const page = await draw(on, <ExportScreen />)
  const row = page
    .getByRole('table', { name: /^First lines/ })
    .getByRole('row')
    .nth(1)
  await expect
    .element(row)
    .toHaveTextContent(
      /ann.*Defender term.*Duplicate fingerprint.*1 in 24 h.*2 others.*Country; Watch list.*Habits.*Kestrel/,
    )
  await expect.element(page.getByText('1,234')).toBeVisible()
  await expect.poll(() => lastAsked(on, 'defenderExport.preview')).toEqual({ mode: 'recorded', country: 'CA' })
  await addFilter('Project', 'Thirst')
  await expect.poll(() => lastAsked(on, 'defenderExport.preview')).toMatchObject({ project: '6' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Source', exact: true }).click()
  await expect.element(page.getByRole('menuitem', { name: 'North' })).toBeVisible()
  expect(page.getByRole('menuitem').elements()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await addFilter('Supplier', 'Without a supplier')
  await expect
    .poll(() => lastAsked(on, 'defenderExport.preview'))
    .toEqual({ mode: 'recorded', country: 'CA', project: '6', supplier: '0' })
})

test('a file is downloaded with the filters; one that is cancelled saves nothing (§2.28)', async () => {
  let goOn: () => void = () => {}
  const on = await desk(
    {
      'defenderExport.file': ({ signal }: Pick<Asked, 'signal'>) =>
        new Promise((resolve, reject) => {
          goOn = () => resolve('bytes')
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    },
    '/defender/export-data?rule=block_list',
  )
  const saved = vi.spyOn(URL, 'createObjectURL')
  const page = await draw(on, <ExportScreen />)
  await page.getByRole('button', { name: 'Download JSONL' }).click()
  await expect.element(page.getByText('Downloading JSONL: 0.0 MB so far')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await expect.element(page.getByRole('button', { name: 'Download XLSX' })).toBeVisible()
  expect(saved).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect.element(page.getByText('Downloading CSV: 0.0 MB so far')).toBeVisible()
  goOn()
  await expect.element(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  expect([lastAsked(on, 'defenderExport.file'), saved.mock.calls.length]).toEqual([
    { rule: 'block_list', format: 'csv' },
    1,
  ])
  saved.mockRestore()
})

test('a viewer without the supply side has no supplier to filter by; a count that is not whole says so', async () => {
  const { supplier: _supplier, ...line } = LINE
  const { suppliers: _suppliers, ...plain } = PREVIEW
  const on = await testDesk(
    {
      'defenderExport.preview': { ...plain, rows: [line], lines: 1_200_000, is_at_least: true },
      'lookups.countries': [],
    },
    { user: { ...admin, role_id: 2, streamViewType: 'external' }, path: '/defender/export-data?supplier=7' },
  )
  const page = await draw(on, <ExportScreen />)
  await expect.element(page.getByText('at least 1,200,000')).toBeVisible()
  await expect.element(page.getByText(/A file holds the latest 1,000,000 lines/)).toBeVisible()
  await expect.element(page.getByText(/Counted among the latest 100,000 entrants/)).toBeVisible()
  await expect.element(page.getByLabelText('Supplier', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Supplier' })).not.toBeInTheDocument()
  expect(lastAsked(on, 'defenderExport.preview')).toEqual({})
})

test('nothing to export and a failure each say so', async () => {
  const on = await desk({ 'defenderExport.preview': { ...PREVIEW, lines: 0, rows: [] } })
  const page = await draw(on, <ExportScreen />)
  await expect.element(page.getByRole('heading', { name: 'No entrants with these filters' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument()
  on.answer({ 'defenderExport.preview': refused(503, { message: 'The database is away for the moment.' }) })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(page.getByRole('heading', { name: 'The first lines did not load' })).toBeVisible()
  on.answer({ 'defenderExport.preview': PREVIEW })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('table', { name: /^First lines/ })).toBeVisible()
})
