import { expect, test } from 'vitest'
import { chartFigures, reportBars } from './report-chart-data.ts'

const COUNTS = { entrants: 10, completes: 4, terms: 0, oQs: 0, ir: null, conversion: null }
const row = (line: number, more: object) => ({ line, ...COUNTS, ...more })
const day = (name: string) => ({ day: { id: name, name } })

test('lines of days are bars in the order of time, all other dimensions add up (§2.12)', () => {
  const rows = [
    row(1, { ...day('2026-11-02'), supplier: { id: 1, name: 'A' } }),
    row(2, { ...day('2026-11-02'), supplier: null }),
    row(3, day('2026-11-01')),
  ]
  expect(reportBars('traffic', ['day', 'supplier'], 'internal', 'completes', rows)).toEqual({
    isOfTime: true,
    isOfHours: false,
    bars: [
      { key: '2026-11-01', label: '2026-11-01', value: 4 },
      { key: '2026-11-02', label: '2026-11-02', value: 8 },
    ],
    left: 0,
  })
})

test('other lines are the fifteen largest, named by their keys; the others are counted', () => {
  const rows = Array.from({ length: 17 }, (_, at) =>
    row(at, { project: { id: at + 1, name: `P${at}` }, completes: at + 1 }),
  )
  const { bars, left } = reportBars('traffic', ['project'], 'internal', 'completes', rows)
  expect([bars.length, bars[0], left]).toEqual([15, { key: '17', label: 'P16', value: 17 }, 2])
})

test('sources of one name are bars of their own: sums are by id (§2.12)', () => {
  const source = (id: number, detail: string) => ({ source: { id, name: 'Main', detail: `${detail}, ${id}` } })
  const quota = (line: number, of: object, completes: number) => row(line, { ...of, quota: null, completes })
  const rows = [
    quota(1, source(7, 'Gen pop US'), 160),
    quota(2, source(8, 'Gen pop UK'), 40),
    row(3, { ...source(7, 'Gen pop US'), quota: 'Women', completes: 90 }),
  ]
  const { bars } = reportBars('quotas', ['source'], 'internal', 'completes', rows)
  expect(bars.map(({ label, value }) => [label, value])).toEqual([
    ['Main (Gen pop US, 7) · No quota', 160],
    ['Main (Gen pop US, 7) · Women', 90],
    ['Main (Gen pop UK, 8) · No quota', 40],
  ])
})

test('figures that add up can be drawn, the report’s own first; the plain view’s are those of its columns (domain.md §4)', () => {
  expect(chartFigures('costs', ['project'], 'internal').map(({ id }) => id)).toEqual([
    'margin',
    'revenue',
    'completes',
    'expense',
    'pricedCompletes',
    'revenue_adjusted',
    'expense_adjusted',
    'adjusted_completes',
    'adjusted_priced',
  ])
  expect(chartFigures('costs', ['project'], 'external').map(({ id }) => id)).toEqual([
    'revenue',
    'completes',
    'revenue_adjusted',
  ])
})
