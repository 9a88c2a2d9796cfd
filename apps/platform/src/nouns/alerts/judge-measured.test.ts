import { forecastText } from '@desk/schema/forecasts/forecast'
import { describe, expect, test } from 'vitest'
import { JUDGES, type Measured } from './judge-measured.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 12)

/** Live for a day, 48 hours to go, 10 completes a day: 40 of 100. */
const SOURCE: Measured = {
  target: 100,
  outOfFieldAtMs: NOW + 48 * HOUR_MS,
  liveSinceMs: NOW - 24 * HOUR_MS,
  entrants: 400,
  tried: 200,
  completes: 20,
  dayCompletes: 10,
  sample: null,
  badHashes: 0,
  recentCompletes: 0,
  forecast: null,
}
const pace = (more: Partial<Measured>, percent = 30) => JUDGES.behind_pace({ ...SOURCE, ...more }, percent, NOW)

describe('behind pace', () => {
  test('is a source that at the pace of its last 24 hours will miss its target by the threshold', () => {
    expect(pace({})).toEqual({ target: 100, completes: 20, forecast: 40 })
    expect(pace({ dayCompletes: 25 })).toEqual({ target: 100, completes: 20, forecast: 70 })
    expect(pace({ dayCompletes: 26 })).toBe('between')
    expect(pace({ dayCompletes: 33 })).toBe('clear')
  })

  test('is measured over the time that a source is live, from four hours on', () => {
    expect(pace({ liveSinceMs: NOW - 4 * HOUR_MS, dayCompletes: 1 })).toEqual({
      target: 100,
      completes: 20,
      forecast: 32,
    })
    expect(pace({ liveSinceMs: NOW - 3.9 * HOUR_MS, dayCompletes: 1 })).toBe('between')
    expect(pace({ liveSinceMs: null })).toBe('between')
  })

  test('is no small target, none that is reached, and none without an out-of-field date ahead', () => {
    expect([
      pace({ target: 9, completes: 0, dayCompletes: 0 }),
      pace({ completes: 100 }),
      pace({ outOfFieldAtMs: null }),
      pace({ outOfFieldAtMs: NOW }),
    ]).toEqual(['clear', 'clear', 'clear', 'clear'])
  })
})

describe('will not be full', () => {
  const judged = (p_full: number | null, expected_at_end: number | null, more: Partial<Measured> = {}, percent = 50) =>
    JUDGES.will_not_be_full(
      {
        ...SOURCE,
        forecast: forecastText({
          asked_at: new Date(NOW).toISOString(),
          p10_at: null,
          p50_at: null,
          p90_at: null,
          p_full,
          expected_now: null,
          expected_at_end,
          pool: 'prior',
          like_count: 0,
        }),
        ...more,
      },
      percent,
      NOW,
    )

  test('is a source whose forecast is probably short of its target, by ten completes or more (day.md §2)', () => {
    expect(judged(0.4, 80)).toEqual({ target: 100, completes: 20, forecast: 80, percent: 40 })
    expect(judged(0.4, 91)).toBe('clear')
    expect(judged(0.6, 80)).toBe('between')
    expect(judged(0.8, 80)).toBe('clear')
  })

  test('is judged by the forecast alone: without one nothing begins or ends, and with one the pace says nothing (day.md §2)', () => {
    expect([judged(0.4, 80, { forecast: null }), judged(null, null), judged(0.4, 80, { completes: 100 })]).toEqual([
      'between',
      'between',
      'clear',
    ])
    expect(pace({ forecast: '1763640000 - - - 900 - 98 prior 0' })).toBe('clear')
  })
})

describe('IR and conversion', () => {
  const sample = { entrants: 300, tried: 100, completes: 50 }
  const now = { entrants: 400, tried: 200, sample }
  const ir = (more: Partial<Measured>, percent = 40) => JUDGES.ir_fell({ ...SOURCE, ...now, ...more }, percent, NOW)

  test('fell when the last 24 hours are lower than the time before by the threshold', () => {
    expect(ir({ completes: 80 })).toEqual({ percent: 30, before_percent: 50 })
    expect(ir({ completes: 81 })).toBe('between')
    expect(ir({ completes: 90 })).toBe('clear')
    expect(JUDGES.conversion_fell({ ...SOURCE, ...now, completes: 60 }, 40, NOW)).toEqual({
      percent: 10,
      before_percent: 16.7,
    })
  })

  test('of fewer than 50 respondents, or without a sample, are not judged', () => {
    expect([
      ir({ completes: 50, tried: 149 }),
      ir({ completes: 50, sample: { ...sample, tried: 49 } }),
      ir({ completes: 50, sample: null }),
      ir({ completes: 50, sample: { ...sample, completes: 0 } }),
    ]).toEqual(['between', 'between', 'between', 'clear'])
  })
})

test('hash errors are five or more in an hour, and the threshold’s share of its returns', () => {
  const hashes = (badHashes: number, recentCompletes: number) =>
    JUDGES.hash_errors({ ...SOURCE, badHashes, recentCompletes }, 20, NOW)
  expect([hashes(4, 0), hashes(5, 20), hashes(5, 21), hashes(5, 45)]).toEqual([
    'clear',
    { errors: 5, percent: 20 },
    'between',
    'clear',
  ])
})
