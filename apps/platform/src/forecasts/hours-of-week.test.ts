import { expect, test } from 'vitest'
import { hourCalendar, placeOf } from './hours-of-week.ts'

const HOUR_MS = 3_600_000

test('hours of the week are those of the zone, from Monday 00:00', () => {
  const monday = Date.UTC(2026, 2, 2)
  expect([...hourCalendar('UTC', monday, monday + 3 * HOUR_MS).hoursOfWeek]).toEqual([0, 1, 2])
  expect([...hourCalendar('America/New_York', monday, monday + 3 * HOUR_MS).hoursOfWeek]).toEqual([163, 164, 165])
})

test('a change of the clocks skips an hour of the week in spring and repeats one in autumn', () => {
  const spring = hourCalendar('Europe/Berlin', Date.UTC(2026, 2, 28), Date.UTC(2026, 2, 30))
  const autumn = hourCalendar('Europe/Berlin', Date.UTC(2026, 9, 24), Date.UTC(2026, 9, 26))
  const around = (calendar: typeof spring, atMs: number) => {
    const at = placeOf(calendar, atMs)
    return Array.from(calendar.hoursOfWeek.slice(at, at + 3), hour => hour - 6 * 24)
  }
  expect(around(spring, Date.UTC(2026, 2, 29, 0))).toEqual([1, 3, 4])
  expect(around(autumn, Date.UTC(2026, 9, 25, 0))).toEqual([2, 2, 3])
})
