import { describe, expect, test } from 'vitest'
import { fitProfiles, flatProfile } from './exposure.ts'
import { hourCalendar } from './hours-of-week.ts'
import { bucketOf, residualPools, residualsOf, type Residual } from './residuals.ts'
import { afterHours, finishedSource, MONDAY_MS } from './testing/made-sources.ts'

const calendar = hourCalendar('UTC', MONDAY_MS, afterHours(2000))
const residualsAt = (...args: Parameters<typeof finishedSource>): readonly Residual[] => {
  const source = finishedSource(...args)
  return residualsOf(source, fitProfiles([source], calendar, source.endedAtMs, flatProfile()), calendar)
}
const made = (count: number, value: number): readonly Residual[] =>
  [0, 1, 2, 3].flatMap(bucket => Array.from({ length: count }, () => ({ bucket, value, isCensored: false })))

describe('residuals of finished sources', () => {
  test('a source that goes on at its pace is off by nothing, one that slows down took longer', () => {
    for (const { value } of residualsAt(1)) expect(value).toBeCloseTo(0, 1)
    const slower = residualsAt(0.5)
    expect(slower.map(({ bucket }) => bucket)).toEqual([0, 1, 2, 3])
    expect(slower[2]?.value).toBeGreaterThan(1)
  })

  test('a source that was closed before it was full would have taken longer', () => {
    expect(residualsAt(1, { isFull: false }).every(({ isCensored }) => isCensored)).toBe(true)
  })

  test('a source that never completed gives none', () => {
    expect(residualsAt(1, { completesByHour: [0, 0, 0], isFull: false })).toEqual([])
  })

  test('the bucket is that of the nearest checkpoint', () => {
    expect([1, 17, 18, 37, 38, 62, 63, 99].map(completes => bucketOf(completes, 100))).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
  })

  test('a pool is the account’s from 20 sources on, else the installation’s, else the prior', () => {
    const named = (own: number, all: number) =>
      residualPools(made(own, 0), made(all, 0)).map(({ name, count, accountCount }) => [name, count, accountCount])[0]
    expect(named(20, 0)).toEqual(['account', 20, 20])
    expect(named(19, 25)).toEqual(['installation', 25, 19])
    expect(named(19, 19)).toEqual(['prior', 39, 19])
  })
})
