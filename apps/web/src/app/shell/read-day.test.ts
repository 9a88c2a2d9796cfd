import { expect, test } from 'vitest'
import { readDay } from './read-day.ts'

const NOW_MS = Date.parse('2026-11-28T12:00:00Z')

test.each([
  ['12 Dec', '2026-12-12T23:59'],
  ['Dec 12', '2026-12-12T23:59'],
  ['28 november', '2026-11-28T23:59'],
  ['3 Jan', '2027-01-03T23:59'],
  ['3 Jan 2028', '2028-01-03T23:59'],
  ['2027-02-28', '2027-02-28T23:59'],
  ['30 Feb', null],
  ['friday', null],
  ['', null],
])('“%s” is read as the end of the day %s, the next one where no year is named (day.md §4)', (typed, day) => {
  expect(readDay(typed, NOW_MS)).toBe(day)
})
