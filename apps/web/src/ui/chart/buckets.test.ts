import { expect, test } from 'vitest'
import { bucketText, currentBucket, dayStartText, labelBuckets, tickIndexes, type CompletesBucket } from './buckets.ts'

const HOUR_MS = 3_600_000
const hours = (firstMs: number, count: number): CompletesBucket[] =>
  Array.from({ length: count }, (_, hour) => ({ startMs: firstMs + hour * HOUR_MS, live: hour, test: 0 }))

test('hours are named in the zone, half-hour zones included', () => {
  const buckets = hours(Date.UTC(2026, 10, 9, 17), 2)
  expect([
    labelBuckets(buckets, 'hourly', 'Asia/Kolkata'),
    labelBuckets(buckets, 'hourly', 'America/New_York'),
  ]).toEqual([
    [
      { tick: '22:30', full: 'Mon 9 Nov, 22:30–23:30', startsDay: false },
      { tick: '23:30', full: 'Mon 9 Nov, 23:30–00:30', startsDay: false },
    ],
    [
      { tick: '12:00', full: 'Mon 9 Nov, 12:00–13:00', startsDay: false },
      { tick: '13:00', full: 'Mon 9 Nov, 13:00–14:00', startsDay: false },
    ],
  ])
})

test('where the clock goes back, the two hours of one name carry their offset; where it goes forward, one hour is missing', () => {
  const back = labelBuckets(hours(Date.UTC(2026, 10, 1, 4), 4), 'hourly', 'America/New_York')
  expect(back.map(label => label.full)).toEqual([
    'Sun 1 Nov, 00:00–01:00',
    'Sun 1 Nov, 01:00–01:00 (UTC-04:00)',
    'Sun 1 Nov, 01:00–02:00 (UTC-05:00)',
    'Sun 1 Nov, 02:00–03:00',
  ])
  expect(back.map(label => label.startsDay)).toEqual([true, false, false, false])
  const forward = labelBuckets(hours(Date.UTC(2026, 2, 29, 0), 3), 'hourly', 'Europe/Berlin')
  expect(forward.map(label => label.tick)).toEqual(['01:00', '03:00', '04:00'])
})

test('days are named by date', () => {
  const days = [0, 1].map(day => ({ startMs: Date.UTC(2026, 10, 9 + day, 5), live: 1, test: 2 }))
  const labels = labelBuckets(days, 'daily', 'America/New_York')
  expect(labels).toEqual([
    { tick: '9 Nov', full: 'Mon 9 Nov', startsDay: true },
    { tick: '10 Nov', full: 'Tue 10 Nov', startsDay: true },
  ])
  expect(bucketText(labels[0]!, days[0]!)).toBe('Mon 9 Nov: 1 live, 2 test')
})

test('where a zone’s midnight is no whole UTC hour, it is said when its days are counted from (§2.45)', () => {
  const days = (firstMs: number) => [0, 1].map(day => ({ startMs: firstMs + day * 24 * HOUR_MS, live: 1, test: 0 }))
  const evening = Date.UTC(2026, 10, 9, 19)
  expect([
    dayStartText(days(evening), 'Asia/Kolkata'),
    dayStartText(days(evening), 'Asia/Kathmandu'),
    dayStartText(days(Date.UTC(2026, 10, 9, 5)), 'America/New_York'),
    dayStartText([], 'Asia/Kolkata'),
  ]).toEqual([
    'Days are counted from 00:30: completes are counted by UTC hour.',
    'Days are counted from 00:45: completes are counted by UTC hour.',
    null,
    null,
  ])
})

test('ticks keep their distance and fall on the beginning of a day', () => {
  const labels = labelBuckets(hours(Date.UTC(2026, 10, 8, 20), 24), 'hourly', 'UTC')
  expect([tickIndexes(labels, 1200, 50), tickIndexes(labels, 400, 50), tickIndexes(labels.slice(0, 2), 0, 50)]).toEqual(
    [Array.from({ length: 24 }, (_, index) => index), [1, 4, 7, 10, 13, 16, 19, 22], [0]],
  )
})

test('the present falls into one bucket, its end excluded', () => {
  const buckets = hours(0, 3)
  expect(
    [0, HOUR_MS - 1, HOUR_MS, 3 * HOUR_MS - 1, 3 * HOUR_MS, -1].map(nowMs => currentBucket(buckets, 'hourly', nowMs)),
  ).toEqual([0, 0, 1, 2, -1, -1])
  expect(currentBucket([{ startMs: 0, live: 0, test: 0 }], 'daily', 23 * HOUR_MS)).toBe(0)
})
