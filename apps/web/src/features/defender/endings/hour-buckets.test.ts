import { expect, test } from 'vitest'
import { dayColumns, timeColumns } from './hour-buckets.ts'

const HOUR_MS = 3_600_000
const hour = (at: string, entrants: number, respondents: number) => ({ at, entrants, respondents })

test('a day is shown by hours of the viewer’s zone, those without entrants too', () => {
  const fromMs = Date.parse('2026-11-20T22:00:00Z')
  const columns = timeColumns(
    [hour('2026-11-20T23:00:00.000Z', 5, 2)],
    fromMs,
    fromMs + 3 * HOUR_MS,
    'America/New_York',
  )
  expect(columns.map(({ label, entrants, respondents }) => [label, entrants, respondents])).toEqual([
    ['20 Nov, 17:00', 0, 0],
    ['20 Nov, 18:00', 5, 2],
    ['20 Nov, 19:00', 0, 0],
  ])
})

test('a week is shown by days of the viewer’s zone, whose hours add up', () => {
  const fromMs = Date.parse('2026-11-14T05:00:00Z')
  const columns = timeColumns(
    [
      hour('2026-11-15T04:00:00.000Z', 3, 1),
      hour('2026-11-15T05:00:00.000Z', 4, 2),
      hour('2026-11-16T04:00:00.000Z', 1, 1),
    ],
    fromMs,
    fromMs + 7 * 24 * HOUR_MS,
    'America/New_York',
  )
  expect(columns.map(({ label, entrants, respondents }) => [label, entrants, respondents]).slice(0, 3)).toEqual([
    ['Sat 14 Nov', 3, 1],
    ['Sun 15 Nov', 5, 3],
    ['Mon 16 Nov', 0, 0],
  ])
  expect(columns).toHaveLength(7)
})

test('a long time is shown by days of UTC, or by weeks of more than a hundred days; the last may be shorter', () => {
  const fromMs = Date.parse('2026-01-01T00:00:00Z')
  const days = [hour('2026-01-01T00:00:00.000Z', 5, 2), hour('2026-01-07T00:00:00.000Z', 4, 1)]
  const shown = (count: number) =>
    dayColumns(days, fromMs, fromMs + count * 24 * HOUR_MS).map(({ label, entrants, respondents }) => [
      label,
      entrants,
      respondents,
    ])
  expect([shown(40).length, shown(40)[0], shown(40)[6]]).toEqual([40, ['Thu 1 Jan', 5, 2], ['Wed 7 Jan', 4, 1]])
  expect([shown(102).length, shown(102)[0]]).toEqual([15, ['Week from 1 Jan', 9, 3]])
  expect(dayColumns(days, fromMs, fromMs + 102 * 24 * HOUR_MS).at(-1)?.untilMs).toBe(fromMs + 102 * 24 * HOUR_MS)
})
