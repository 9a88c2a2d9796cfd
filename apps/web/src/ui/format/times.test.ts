import { expect, test } from 'vitest'
import { dateTimeText, dayText, hourText, monthText, sinceText, weekdayText } from './times.ts'

test('moments are written in the zone asked for, an unknown zone as UTC', () => {
  const at = Date.UTC(2026, 10, 9, 2, 5)
  expect({
    newYork: [
      hourText(at, 'America/New_York'),
      dayText(at, 'America/New_York'),
      weekdayText(at, 'America/New_York'),
      dateTimeText(at, 'America/New_York'),
    ],
    kolkata: [hourText(at, 'Asia/Kolkata'), dayText(at, 'Asia/Kolkata')],
    unknown: [hourText(at, 'Nowhere/Land')],
    midnight: [hourText(Date.UTC(2026, 0, 1), 'UTC')],
  }).toEqual({
    newYork: ['21:05', '8 Nov', 'Sun 8 Nov', '8 Nov 2026, 21:05'],
    kolkata: ['07:35', '9 Nov'],
    unknown: ['02:05'],
    midnight: ['00:00'],
  })
})

test('a month is written by its name, in whatever zone the browser is', () => {
  expect(['2026-10', '2027-01'].map(monthText)).toEqual(['October 2026', 'January 2027'])
})

test('a moment of today is its hour, one within six days has its weekday, another its date (day.md §1)', () => {
  const nowMs = Date.UTC(2026, 10, 9, 12)
  const said = (at: string) => sinceText(at, 'UTC', nowMs)
  expect(said('2026-11-09T02:05:00.000Z')).toBe('02:05')
  expect(said('2026-11-08T23:46:00.000Z')).toBe('Sun 23:46')
  expect(said('2026-11-13T08:00:00.000Z')).toBe('Fri 08:00')
  expect(said('2026-11-03T12:00:00.000Z')).toBe('3 Nov 2026, 12:00')
})
