import { describe, expect, test } from 'vitest'
import { dueByBucket } from './expected-completes.ts'
import type { DueStep } from './hourly-completes.store.ts'

const HOUR_MS = 3_600_000
const borders = [0, 1, 2, 3].map(hour => new Date(hour * HOUR_MS))
const step = (from: number, until: number, due: number): DueStep => ({
  fromMs: from * HOUR_MS,
  untilMs: until * HOUR_MS,
  due,
})

describe('the completes due in an hour', () => {
  test('rise evenly between the forecasts around it', () => {
    const steps = [step(-0.5, 0.5, 10), step(0.5, 1.5, 4), step(1.5, 2.5, 0), step(2.5, 3.5, 10)]
    expect(dueByBucket(steps, borders)).toEqual([7, 2, 5])
  })

  test('are those of all sources, also of one that was asked at other moments', () => {
    expect(dueByBucket([step(0, 1, 5), step(0.5, 1.5, 2), step(1, 2, 5), step(2, 3, 5)], borders)).toEqual([6, 6, 5])
  })

  test('are unknown for the present hour, before the first forecast and in a gap', () => {
    expect(dueByBucket([step(0.5, 1, 2), step(1, 2, 4), step(2, 2.4, 2)], borders)).toEqual([null, 4, null])
    expect(dueByBucket([step(0, 1.2, 2), step(1.6, 3, 4)], borders)).toEqual([1.7, null, 2.9])
    expect(dueByBucket([], borders)).toEqual([null, null, null])
  })
})
