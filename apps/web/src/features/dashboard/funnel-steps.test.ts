import type { Dashboard } from '@desk/schema/dashboard/dashboard'
import { expect, test } from 'vitest'
import { funnelSteps } from './funnel-steps.ts'

const OUTSIDE: Dashboard = {
  as_of: '2026-11-25T12:00:00.000Z',
  currency: 'USD',
  zone: 'UTC',
  entrants: 100,
  terms: 30,
  oQs: 10,
  completes: 40,
  target: 0,
  revenue: 0,
  recent: { entrants: 0, completes: 0, interview_seconds: 0, stated_seconds: 0 },
  pace: { projects: 0, completes_a_day: 0, required_a_day: 0 },
  hours: [],
  days: [],
}

test('the funnel names each loss between entrants, survey and completes, and adds up (defender.md §5)', () => {
  const states = [
    { code: 20, count: 5 },
    { code: 21, count: 20 },
    { code: 31, count: 10 },
    { code: 32, count: 10 },
    { code: 40, count: 9 },
    { code: 50, count: 6 },
    { code: 30, count: 38 },
    { code: 51, count: 2 },
  ] as const
  expect(
    funnelSteps({ ...OUTSIDE, states }).map(({ label, count, isLoss }) => [label, isLoss ? -count : count]),
  ).toEqual([
    ['Entrants', 100],
    ['Defender terms', -5],
    ['Screener terms', -20],
    ['Reached the survey', 75],
    ['Client terms', -10],
    ['Client overquota', -10],
    ['Abandoned', -9],
    ['Rejected at reconciliation', -6],
    ['Completes', 40],
  ])
})

test('the plain external view has the columns that it sees, and one for the rest (domain.md §4)', () => {
  expect(funnelSteps(OUTSIDE).map(({ label, count }) => [label, count])).toEqual([
    ['Entrants', 100],
    ['Terms', 30],
    ['OQs', 10],
    ['Other', 20],
    ['Completes', 40],
  ])
})
