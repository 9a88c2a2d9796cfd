import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { useState } from 'react'
import { page as screen } from 'vitest/browser'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { LandingFigures } from './landing-figures.tsx'
import type { ProjectFilters } from './project-search.ts'

const figures = (completes: number, ir: number) => ({
  entrants: completes * 4,
  completes,
  eqTerms: 0,
  terms: 0,
  oQs: 0,
  sqTerms: 0,
  abandons: 0,
  inflight: 0,
  ir,
  conversion: 0.25,
  expense: null,
  pricedCompletes: 0,
})
const report = (type: 'traffic' | 'costs', total: object) => ({
  type,
  by: ['project' as const],
  as_of: '2026-11-28T12:00:00.000Z',
  currency: 'USD',
  lines: [],
  total,
})
const NONE_YET = { pricedCompletes: 0, expense: null, margin: null }

const ANSWERS: Answers = {
  'lookups.codes': [],
  'statistics.traffic': {
    pm_dsh_ud: 1,
    ...figures(900, 0.4),
    live_projects: 3,
    live_surveys: 4,
    live_sources: 9,
  } as never,
  'statistics.financials': { pm_dsh_ud: 1, currency: 'USD', completes: 900, revenue: 5_000, ...NONE_YET } as never,
  'statistics.managers': [],
  'statistics.week': [{ Start_Time: '2026-11-28T05:00:00.000Z', Completes_Count_Live: 12, Completes_Count_Test: 0 }],
  'reports.traffic': ({ url }) =>
    report('traffic', url.searchParams.has('to') ? figures(100, 0.42) : figures(112, 0.4)) as never,
  'reports.read': ({ url }) =>
    report('costs', { ...figures(112, 0.4), revenue: url.searchParams.has('to') ? 400 : 500, ...NONE_YET }) as never,
}

test('a figure says its change from the days before, of the days of its bars, and its tooltip names both times (day.md §1)', async () => {
  const asked: string[] = []
  const answers: Answers = {
    ...ANSWERS,
    'reports.traffic': ({ url }) => {
      asked.push(url.searchParams.get('from') ?? '')
      return report('traffic', url.searchParams.has('to') ? figures(100, 0.42) : figures(112, 0.4)) as never
    },
  }
  await draw(await testDesk(answers, { user: SAMPLE_USER, path: '/projects' }), <LandingFigures filters={{}} />)
  await expect.element(screen.getByText('+12 %')).toBeVisible()
  await expect
    .element(screen.getByText('+12 %'))
    .toHaveAttribute('title', expect.stringMatching(/^112 from .+ to .+; 100 from .+ to .+$/))
  await expect.element(screen.getByText('−2 pt in 7 days')).toBeVisible()
  await expect.element(screen.getByText('+25 % in 7 days')).toBeVisible()
  expect(asked.toSorted()).toEqual(['2026-11-21T05:00:00.000Z', '2026-11-28T05:00:00.000Z'])
})

function Strip() {
  const [filters, setFilters] = useState<ProjectFilters>({})
  return (
    <>
      <button type="button" onClick={() => setFilters({ status: STATUS_CODES.live })}>
        Live only
      </button>
      <LandingFigures filters={filters} />
    </>
  )
}

test('while a filter changes, the figures of the former filters stay, dimmed (day.md §1)', async () => {
  const answer = Promise.withResolvers<void>()
  const desk = await testDesk(ANSWERS, { user: SAMPLE_USER, path: '/projects' })
  await draw(desk, <Strip />)
  await expect.element(screen.getByText('9 sources')).toBeVisible()
  desk.answer({
    'statistics.traffic': async () => {
      await answer.promise
      return { pm_dsh_ud: 1, ...figures(90, 0.4), live_projects: 1, live_surveys: 1, live_sources: 2 } as never
    },
  })
  await screen.getByRole('button', { name: 'Live only' }).click()
  const strip = screen.getByLabelText('The figures of the projects found')
  await expect.element(strip).toHaveAttribute('aria-busy', 'true')
  await expect.element(screen.getByText('9 sources')).toBeVisible()
  answer.resolve()
  await expect.element(screen.getByText('2 sources')).toBeVisible()
  await expect.element(strip).toHaveAttribute('aria-busy', 'false')
})
