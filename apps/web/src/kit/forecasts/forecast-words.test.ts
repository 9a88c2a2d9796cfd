import { expect, test } from 'vitest'
import { chanceText, comingText, forecastLines } from './forecast-words.ts'

const NOW = '2026-11-20T12:00:00.000Z'
const nowMs = Date.parse(NOW)

test.each([
  ['2026-11-20T17:40:00.000Z', 'today 17:40'],
  ['2026-11-26T17:40:00.000Z', 'Thu 26 Nov'],
  ['2027-11-20T17:40:00.000Z', '20 Nov 2027, 17:40'],
])('a moment to come is as brief as it is clear: %s', (at, text) => {
  expect(comingText(at, 'UTC', nowMs)).toBe(text)
})

test('a chance is never 0 or 100 % (forecast.md §1)', () => {
  expect([0, 0.004, 0.31, 0.999, 1].map(chanceText)).toEqual([
    'below 1 %',
    'below 1 %',
    '31 %',
    'above 99 %',
    'above 99 %',
  ])
})

test('a forecast says its band, its chance and the finished sources behind it (forecast.md §1)', () => {
  const forecast = {
    asked_at: NOW,
    p10_at: '2026-11-21T12:00:00.000Z',
    p50_at: '2026-11-22T12:00:00.000Z',
    p90_at: null,
    p_full: 0.31,
    expected_now: 40,
    expected_at_end: 80,
    pool: 'like' as const,
    like_count: 5,
  }
  expect(forecastLines(forecast, 'UTC')).toEqual([
    'Probably full: 22 Nov 2026, 12:00 (UTC+00:00)',
    '80 % band: 21 Nov 2026, 12:00 (UTC+00:00) to in more than 26 weeks',
    'Full by out of field: 31 %',
    'Expected by out of field: 80 completes',
    'From 5 finished sources of the same supplier and country',
  ])
})
