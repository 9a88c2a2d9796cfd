import { describe, expect, test } from 'vitest'
import { effectOf, expectedCompletes, type SealedPace } from './effect.ts'
import { flatProfile } from './exposure.ts'
import { hourCalendar } from './hours-of-week.ts'

const HOUR_MS = 3_600_000
const MONDAY = Date.UTC(2026, 10, 23)
const CALENDAR = hourCalendar('UTC', MONDAY, MONDAY + 400 * HOUR_MS)
const SEALED: SealedPace = {
  askedAtMs: MONDAY,
  completes: 20,
  targetCompletes: 120,
  p50AtMs: MONDAY + 100 * HOUR_MS,
}
const between = (from: number, until: number, sealed: SealedPace = SEALED) =>
  expectedCompletes(sealed, flatProfile(), CALENDAR, [MONDAY + from * HOUR_MS, MONDAY + until * HOUR_MS])

describe('the completes that a sealed forecast says for a time (forecast.md §4)', () => {
  test('are its rest by exposure on the way to its middle finish', () => {
    expect(between(1, 25)).toBeCloseTo(24, 9)
    const nights = flatProfile().map((_, hour) => (hour % 24 < 12 ? 0 : 2))
    expect(expectedCompletes(SEALED, nights, CALENDAR, [MONDAY, MONDAY + 12 * HOUR_MS])).toBe(0)
  })

  test('are unknown beyond the first half of that way, and for a forecast whose finish is not ahead', () => {
    expect(between(30, 51)).toBeNull()
    expect(between(0, 0, { ...SEALED, p50AtMs: MONDAY })).toBeNull()
  })
})

describe('the effect of an act (forecast.md §4)', () => {
  const came = (actual: number, expected = 40) => ({ expected, actual, completesBefore: 50 })

  test('is the completes beyond the forecast, with a band that holds them', () => {
    const effect = effectOf(came(80), [])
    expect(effect?.completes).toBeCloseTo(41, 1)
    expect(effect?.lowCompletes).toBeGreaterThan(0)
    expect(effect?.highCompletes).toBeGreaterThan(effect?.completes ?? Infinity)
  })

  test('is less where like sources did better as well, and nothing where it may be chance', () => {
    const alone = effectOf(came(60), [])
    const withLike = effectOf(came(60), [came(60), came(62), came(58)])
    expect(withLike?.completes).toBeLessThan(alone?.completes ?? 0)
    expect(withLike?.likeSources).toBe(3)
    const chance = effectOf(came(43), [])
    expect((chance?.lowCompletes ?? 1) < 0 && (chance?.highCompletes ?? -1) > 0).toBe(true)
  })

  test('of a pause is the completes that did not come', () => {
    expect(effectOf(came(0), [])?.highCompletes).toBeLessThan(0)
  })

  test('cannot be said of fewer than 5 expected completes', () => {
    expect(effectOf(came(9, 4), [])).toBeNull()
  })
})
