import { expect, test } from 'vitest'
import { forecastOf, forecastText, type Forecast } from './forecast.ts'

const whole: Forecast = {
  asked_at: '2026-11-20T12:00:00.000Z',
  p10_at: '2026-11-21T12:00:00.000Z',
  p50_at: '2026-11-22T12:00:00.000Z',
  p90_at: '2026-11-24T12:00:00.000Z',
  p_full: 0.614,
  expected_now: 40,
  expected_at_end: 96,
  pool: 'account',
  like_count: 32,
}

test.each([
  ['with all parts', {}],
  ['that is later than the horizon', { p10_at: null, p50_at: null, p90_at: null }],
  ['without an end of field', { p_full: null, expected_now: null, expected_at_end: null }],
  ['that expects nothing', { p_full: 0, expected_now: 0, expected_at_end: 0, pool: 'like', like_count: 0 }],
] as const)('a forecast %s comes back from its text as it was (forecast.md §2)', (_, parts) => {
  const forecast = { ...whole, ...parts }
  expect(forecastOf(forecastText(forecast))).toEqual(forecast)
})

test('an object without a forecast has no text', () => {
  expect(forecastOf(null)).toBeNull()
})
