import { expect, test } from 'vitest'
import { completesByHour, completesWithin, recentHours } from './recent-hours.ts'

const HOUR_MS = 3_600_000
const TEXT = recentHours([
  { hour: 480_000, completes: 3 },
  { hour: 480_001, completes: 0 },
  { hour: 480_003, completes: 2 },
])
const at = (hour: number) => hour * HOUR_MS

test('the hours of a row are one text from its first hour with completes to its last (day.md §3)', () => {
  expect([TEXT, recentHours([]), recentHours([{ hour: 7, completes: 0 }])]).toEqual(['480000 3,0,0,2', null, null])
})

test('an hour belongs to the span in which it begins, and hours outside the text have none', () => {
  expect(completesByHour(TEXT, at(479_999), at(480_004) + 1)).toEqual([0, 3, 0, 0, 2, 0])
  expect(completesWithin(TEXT, at(480_000) + 1, at(480_004))).toBe(2)
  expect(completesWithin(null, 0, at(1))).toBe(0)
})
