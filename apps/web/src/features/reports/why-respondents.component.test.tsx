import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Report } from '@desk/schema/reports/report'
import type { ReportChange } from '@desk/schema/reports/report-change'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import '#kit/figure-changes/why-drawer.tsx'
import { ReportScreen } from './report-screen.tsx'

const COSTS: Report = {
  type: 'costs',
  by: ['supplier'],
  as_of: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  lines: [],
  total: { entrants: 0, terms: 0, oQs: 0, completes: 0, ir: 0, conversion: 0, revenue: 0 },
}
const CHANGE: ReportChange = {
  type: 'costs',
  figure: 'revenue',
  name: 'Kestrel',
  from: '2026-11-24T05:00:00.000Z',
  to: '2026-11-25T05:00:00.000Z',
  terms: [{ role: 'figure', label: 'Revenue', unit: 'cents', before: 10_000, after: 13_000 }],
  parts: [
    {
      sup: 5,
      supplier: 'Kestrel',
      cause: 'reconciliation',
      from_code: 22,
      to_code: 51,
      rule: null,
      request: 3,
      request_number: 2,
      undoes_number: null,
      respondents: 10,
      changes: [3_000],
    },
  ],
  others: null,
  events: [],
  has_more_events: false,
}
const HIT = { at: '2026-11-24T12:00:00.000Z', rdud: 'x-1', rid: 'rid-1', stmid: 12, pm_sy_ud: 4, pm_proj_ud: 3 }

test('a part of a report’s line leads to its newest respondents, each to Explain, under the report’s choices; what does not load says why and is read again (settlement.md §4)', async () => {
  let tries = 0
  const desk = await testDesk(
    {
      'projects.list': [],
      'lookups.suppliers': [],
      'lookups.statuses': [],
      'lookups.consultants': [],
      'businessUnits.list': [],
      'reports.read': COSTS,
      'reports.change': CHANGE,
      'reports.changedRespondents': () => (++tries === 1 ? refused(409, { message: 'Busy' }) : [HIT]),
    },
    {
      user: { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' },
      path: '/reports/costs?by=supplier&period=this_month&why=report.costs.revenue&whyLine=supplier.5',
    },
  )
  await draw(desk, <ReportScreen type="costs" />)
  const panel = screen.getByRole('dialog', { name: 'Why did Revenue change?' })
  await panel.getByRole('button', { name: '10 respondents' }).click()
  await expect.element(panel.getByText('The respondents did not load')).toBeVisible()
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect
    .element(panel.getByRole('link', { name: 'rid-1' }))
    .toHaveAttribute('href', '#/manage/project/3/survey/4/streams?explain=12&find=x-1')
  await expect.element(panel.getByText('The newest 1 of 10')).toBeVisible()
  const { pathname, searchParams } =
    desk.asked.findLast(({ key }) => key === 'reports.changedRespondents')?.url ?? new URL('x:')
  const { since: _, until: __, ...listed } = Object.fromEntries(searchParams)
  expect([pathname, listed]).toEqual([
    '/v1/reports/costs/change/respondents',
    {
      by: 'supplier',
      period: 'this_month',
      figure: 'revenue',
      line: 'supplier.5',
      sup: '5',
      cause: 'reconciliation',
      from_code: '22',
      to_code: '51',
      request: '3',
      limit: '20',
    },
  ])
})
