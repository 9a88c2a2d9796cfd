import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Report } from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ReportScreen } from './report-screen.tsx'

const FIGURES = { entrants: 100, terms: 20, oQs: 5, completes: 50, ir: 50 / 75, conversion: 0.5 }
const SUPPLIERS: Report = {
  type: 'suppliers',
  by: ['supplier'],
  as_of: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  lines: [
    { supplier: { id: 5, name: 'Kestrel' }, ...FIGURES },
    { supplier: null, ...FIGURES, entrants: 4 },
  ],
  total: { ...FIGURES, entrants: 104 },
}
const INTERNAL: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }

const reportDesk = (path: string, answers: Answers) =>
  testDesk(
    {
      'projects.list': [],
      'lookups.suppliers': [],
      'lookups.statuses': [],
      'lookups.consultants': [],
      'lookups.countries': [],
      'businessUnits.list': [],
      ...answers,
    },
    { user: INTERNAL, path },
  )

test('a report has a period: presets until now, or two moments by the user’s clock, all in the URL (§2.12, §5.31)', async () => {
  const asked: string[] = []
  const desk = await reportDesk('/reports/suppliers', {
    'reports.read': ({ url }) => {
      asked.push(url.search)
      return SUPPLIERS
    },
  })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await expect.element(page.getByText('since the beginning of each project, without test respondents')).toBeVisible()
  await page.getByRole('combobox', { name: 'Period' }).selectOptions('Last 30 days')
  await expect.poll(() => asked.some(query => query.includes('from='))).toBe(true)
  expect(desk.history.location.search).toContain('days=30')
  await page.getByRole('combobox', { name: 'Period' }).selectOptions('Custom range')
  await page.getByLabelText('From').fill('2026-11-01T08:00')
  await page.getByLabelText('Until').fill('2026-11-02T08:00')
  await expect.poll(() => asked.at(-1)).toContain('from=2026-11-01T13%3A00%3A00.000Z&to=2026-11-02T13%3A00%3A00.000Z')
  await expect.element(page.getByText('1 Nov 2026, 08:00 – 2 Nov 2026, 08:00, without test respondents')).toBeVisible()
})

test('a chart shows the lines as bars, of a figure that is in the URL, and as a table of the same values (§2.12)', async () => {
  const desk = await reportDesk('/reports/suppliers', { 'reports.read': SUPPLIERS })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await expect
    .element(page.getByRole('img', { name: 'Supplier performance: Completes: 2 bars, the highest is Kestrel, 50' }))
    .toBeVisible()
  await page.getByRole('combobox', { name: 'Figure of the chart' }).selectOptions('Entrants')
  await expect.element(page.getByRole('heading', { name: 'Supplier performance: Entrants' })).toBeVisible()
  expect(desk.history.location.search).toContain('figure=entrants')
  await page.getByRole('button', { name: 'Show as table' }).click()
  expect(
    [...document.querySelectorAll('table tbody tr')].map(row =>
      [...row.children].map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['Kestrel', '100'],
    ['Without a supplier', '4'],
  ])
})

test('a figure of a project tells why it changed (settlement.md §4)', async () => {
  const traffic: Report = {
    ...SUPPLIERS,
    type: 'traffic',
    by: ['project'],
    lines: [{ project: { id: 7, name: 'Snacks' }, ...FIGURES }],
  }
  const desk = await reportDesk('/reports/traffic', { 'reports.traffic': traffic })
  const page = await draw(desk, <ReportScreen type="traffic" />)
  await page
    .getByRole('row', { name: 'Snacks' })
    .getByRole('gridcell', { name: '100', exact: true })
    .click({ button: 'right' })
  await screen.getByRole('menuitem', { name: /Why did this number change/ }).click()
  expect(desk.history.location.search).toContain('why=project.7.entrants')
})

test('a download that is refused says why, and may be tried again', async () => {
  const busy = 'Several files are being downloaded at the moment. Please try again shortly.'
  const desk = await reportDesk('/reports/suppliers', {
    'reports.read': SUPPLIERS,
    'reports.file': refused(429, { message: busy, retry_after_seconds: 30 }),
  })
  const page = await draw(desk, <ReportScreen type="suppliers" />)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect.element(screen.getByRole('listitem').filter({ hasText: busy })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
})
