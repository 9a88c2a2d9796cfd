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
  at_risk: 120,
  recent: { entrants: 100, completes: 20, interview_seconds: 14_400, stated_seconds: 12_000 },
  pace: { projects: 2, completes_a_day: 9, required_a_day: 12 },
  hours: [],
  days: [],
}
const INSIDE: Dashboard = {
  ...OUTSIDE,
  expense: 200,
  pricedCompletes: 50,
  margin: 300,
  margin_share: 0.6,
  recent: { ...OUTSIDE.recent, expense: 120, pricedCompletes: 20 },
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
    loi_ratio: 1.2,
    fill: 0.5,
    pace: 0.75,
    cpi: 4,
    epc: 1,
    // $1.20 a click, over interviews of 12 minutes
    epc_minute: expect.closeTo(0.1),
    margin: 0.6,
    at_risk: 120,
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
    loi_ratio: 1.2,
    fill: 0.5,
    pace: 0.75,
    cpi: undefined,
    epc: undefined,
    epc_minute: undefined,
    margin: undefined,
    at_risk: 120,
  })
})

test('an exchange’s completes lower neither the CPI nor the EPC: the first is of the priced ones, the second is not known (defender.md §5)', () => {
  const recent = { ...INSIDE.recent, pricedCompletes: 15 }
  const { cpi, epc, epc_minute } = figuresOf({ ...INSIDE, pricedCompletes: 40, recent })
  expect([cpi, epc, epc_minute]).toEqual([5, null, null])
  const none = figuresOf({ ...INSIDE, pricedCompletes: 0, expense: null, margin: null, margin_share: null })
  expect([none['cpi'], none['epc'], none['margin']]).toEqual([null, null, null])
})

test('without the sell price there is neither margin nor money at risk (domain.md §4)', () => {
  const { revenue: _revenue, at_risk: _atRisk, margin: _margin, margin_share: _share, ...unsold } = INSIDE
  const { margin, at_risk: atRisk } = figuresOf(unsold)
  expect([margin, atRisk]).toEqual([undefined, undefined])
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
    pricedCompletes: 0,
    margin: 0,
    margin_share: null,
    states: [],
    recent: { entrants: 0, completes: 0, interview_seconds: 0, stated_seconds: 0, expense: 0, pricedCompletes: 0 },
    pace: { projects: 0, completes_a_day: 0, required_a_day: 0 },
  }
  const { at_risk: _money, ...shares } = figuresOf(nobody)
  expect(new Set(Object.values(shares))).toEqual(new Set([null]))
})
