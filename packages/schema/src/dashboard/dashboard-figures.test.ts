import { expect, test } from 'vitest'
import type { Dashboard } from './dashboard.ts'
import { DASHBOARD_FIGURES } from './dashboard-figures.ts'

const OUTSIDE: Dashboard = {
  as_of: '2026-11-25T12:00:00.000Z',
  currency: 'USD',
  zone: 'UTC',
  entrants: 200,
  terms: 40,
  oQs: 10,
  completes: 50,
  target: 100,
  revenue: 500,
  hours: [],
  days: [],
}
const INSIDE: Dashboard = {
  ...OUTSIDE,
  expense: 200,
  states: [
    { code: 20, count: 20 },
    { code: 21, count: 15 },
    { code: 22, count: 5 },
    { code: 31, count: 25 },
    { code: 32, count: 5 },
    { code: 33, count: 4 },
    { code: 34, count: 2 },
    { code: 35, count: 2 },
    { code: 40, count: 16 },
    { code: 50, count: 10 },
    { code: 11, count: 46 },
    { code: 30, count: 50 },
  ],
}

const figuresOf = (dashboard: Dashboard) =>
  Object.fromEntries(DASHBOARD_FIGURES.map(({ id, of }) => [id, of(dashboard)]))

test('each figure is worked out by its formula, over entrants or over those who reached the survey (defender.md §5)', () => {
  expect(figuresOf(INSIDE)).toEqual({
    conversion: 0.25,
    survey_conversion: 50 / 160,
    ir: 0.5,
    drop_off: 0.1,
    defender_rate: 0.1,
    quality_rate: 0.05,
    reject_rate: 10 / 60,
    fill: 0.5,
    cpi: 4,
    epc: 1,
    margin: 0.6,
  })
})

test('the plain external view has no figure of a hidden column (domain.md §4)', () => {
  expect(figuresOf(OUTSIDE)).toEqual({
    conversion: 0.25,
    survey_conversion: undefined,
    ir: 0.5,
    drop_off: undefined,
    defender_rate: undefined,
    quality_rate: undefined,
    reject_rate: undefined,
    fill: 0.5,
    cpi: undefined,
    epc: undefined,
    margin: undefined,
  })
})

test('without anybody there is no share, rather than none', () => {
  const nobody = {
    ...INSIDE,
    entrants: 0,
    terms: 0,
    oQs: 0,
    completes: 0,
    target: 0,
    revenue: 0,
    expense: 0,
    states: [],
  }
  expect(new Set(Object.values(figuresOf(nobody)))).toEqual(new Set([null]))
})
