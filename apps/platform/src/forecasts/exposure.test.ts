import { describe, expect, test } from 'vitest'
import { fitProfiles, flatProfile, futureExposure, liveShares, pastExposure, profileOf } from './exposure.ts'
import { hourCalendar } from './hours-of-week.ts'
import { afterHours, hours, MONDAY_MS, openSource } from './testing/made-sources.ts'

const calendar = hourCalendar('UTC', MONDAY_MS, afterHours(2000))
/** Twice as many entrants in the first 12 hours of each day as in the others. */
const byDay = (days: number): readonly number[] =>
  Array.from({ length: days * 24 }, (_, hour) => (hour % 24 < 12 ? 40 : 20))

describe('exposure', () => {
  test('pauses and parts of hours take exposure away', () => {
    const source = openSource(hours(4), {
      liveIntervals: [
        { fromMs: MONDAY_MS, untilMs: afterHours(1.5) },
        { fromMs: afterHours(3), untilMs: null },
      ],
    })
    expect([...liveShares(source, afterHours(3.25))]).toEqual([1, 0.5, 0, 0.25])
    expect([...pastExposure(source, flatProfile(), calendar, afterHours(3.25))]).toEqual([0, 1, 1.5, 1.5, 1.75])
  })

  test('a profile follows the hours in which entrants come, and its mean is 1', () => {
    const source = openSource(hours(28 * 24), { entrantsByHour: byDay(28) })
    const { account } = fitProfiles([source], calendar, afterHours(28 * 24), flatProfile())
    expect((account[3] ?? 0) / (account[15] ?? 0)).toBeCloseTo((160 + 60) / (120 + 60) / ((80 + 60) / (120 + 60)), 1)
    expect(account.reduce((sum, factor) => sum + factor, 0)).toBeCloseTo(168, 6)
  })

  test('a source of few entrants has the profile of its supplier and country; one of another country has the account’s', () => {
    const busy = openSource(hours(28 * 24), { entrantsByHour: byDay(28).map(entrants => entrants * 50) })
    const fresh = openSource([1], { entrantsByHour: [1] })
    const foreign = openSource([1], { entrantsByHour: [1], country: 'JP' })
    const nowMs = afterHours(28 * 24)
    const profiles = fitProfiles([busy, fresh, foreign], calendar, nowMs, flatProfile())
    const [own, other] = [fresh, foreign].map(source => profileOf(source, profiles, calendar, afterHours(1)))
    expect((own?.[3] ?? 0) / (own?.[15] ?? 0)).toBeCloseTo(2, 0)
    expect((other?.[3] ?? 0) / (other?.[15] ?? 0)).toBeCloseTo(
      (profiles.account[3] ?? 0) / (profiles.account[15] ?? 0),
      0,
    )
  })

  test('exposure to come begins within the hour, and closed quotas take their share', () => {
    expect([...futureExposure(flatProfile(), calendar, afterHours(10.75), 3, 0.5)]).toEqual([0.125, 0.625, 1.125])
  })
})
