import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TIME_ZONES } from '../lookups/seed-time-zones.ts'
import { bucketBorders } from './chart-buckets.ts'

const isos = (borders: readonly Date[]) => borders.map(border => border.toISOString())
const hoursOf = (borders: readonly Date[]) =>
  borders.slice(1).map((border, at) => (border.getTime() - (borders[at]?.getTime() ?? 0)) / 3_600_000)

describe('buckets of a completes chart (§2.45)', () => {
  test('hourly: the hour of the end and the 23 before it (§2.45)', () => {
    const borders = isos(bucketBorders('hour', new Date('2026-11-20T12:34:56.789Z'), 'Asia/Kolkata'))
    expect([borders.length, borders[0], borders.at(-2), borders.at(-1)]).toEqual([
      25,
      '2026-11-19T13:00:00.000Z',
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T13:00:00.000Z',
    ])
  })

  test("daily: 14 days by the zone's own borders (§2.45)", () => {
    const berlin = isos(bucketBorders('day', new Date('2026-11-20T22:59:59.999Z'), 'Europe/Berlin'))
    expect([berlin.length, berlin[0], berlin.at(-2), berlin.at(-1)]).toEqual([
      15,
      '2026-11-06T23:00:00.000Z',
      '2026-11-19T23:00:00.000Z',
      '2026-11-20T23:00:00.000Z',
    ])
    expect(isos(bucketBorders('day', new Date('2026-11-20T23:00:00.000Z'), 'Europe/Berlin')).at(-1)).toBe(
      '2026-11-21T23:00:00.000Z',
    )
  })

  test.each([
    ['Asia/Kolkata', '2026-11-20T19:00:00.000Z'], // 00:30
    ['Asia/Kathmandu', '2026-11-20T19:00:00.000Z'], // 00:45
    ['America/St_Johns', '2026-11-20T04:00:00.000Z'], // 00:30
    ['Australia/Adelaide', '2026-11-20T14:00:00.000Z'], // 00:30
  ])(
    'daily: in %s a day begins with its first whole UTC hour, and the hour that spans midnight belongs to the day before (§2.45, §3.24)',
    (zone, begins) => {
      const at = (millis: number) => isos(bucketBorders('day', new Date(millis), zone))
      const atBeginning = at(Date.parse(begins))
      const before = at(Date.parse(begins) - 1)
      expect([atBeginning.at(-2), before.at(-1), before.slice(1)]).toEqual([begins, begins, atBeginning.slice(0, -1)])
    },
  )

  test('daily: the days on which the clocks change have 23 and 25 hours (§2.45)', () => {
    const day = 24
    expect(hoursOf(bucketBorders('day', new Date('2026-03-10T12:00:00Z'), 'America/New_York'))).toEqual([
      ...Array.from({ length: 11 }, () => day),
      23,
      day,
      day,
    ])
    expect(hoursOf(bucketBorders('day', new Date('2026-11-02T12:00:00Z'), 'America/New_York'))).toEqual([
      ...Array.from({ length: 12 }, () => day),
      25,
      day,
    ])
  })

  test('every border is the first whole hour of its day, in every zone, also where midnight is skipped', () => {
    const zone = fc.constantFrom(...TIME_ZONES.map(([, name]) => name))
    const end = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2035-01-01') })
    fc.assert(
      fc.property(zone, end, (name, millis) => {
        const day = new Intl.DateTimeFormat('en-CA', { timeZone: name, dateStyle: 'short' })
        const borders = bucketBorders('day', new Date(millis), name)
        const days = borders.map(border => day.format(border))
        expect(new Set(days).size).toBe(15)
        expect(days.at(-2)).toBe(day.format(new Date(Math.floor(millis / 3_600_000) * 3_600_000)))
        expect(borders.slice(1).map(border => day.format(new Date(border.getTime() - 3_600_000)))).toEqual(
          days.slice(0, -1),
        )
        expect(borders.filter(border => border.getTime() % 3_600_000 !== 0)).toEqual([])
      }),
      { numRuns: 300 },
    )
    const santiago = isos(bucketBorders('day', new Date('2026-09-06T12:00:00Z'), 'America/Santiago'))
    expect(santiago.at(-2)).toBe('2026-09-06T04:00:00.000Z')
  })
})
