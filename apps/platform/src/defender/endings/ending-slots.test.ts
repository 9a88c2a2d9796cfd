import { expect, test } from 'vitest'
import { hoursOf, partsOf } from './ending-slots.ts'

const at = (hour: number) => new Date(hour * 3_600_000).toISOString()

test('whole days are counted by day, and the hours around them one by one', () => {
  expect([partsOf({ first: 23, end: 73 }), partsOf({ first: 24, end: 48 }), partsOf({ first: 5, end: 29 })]).toEqual([
    {
      hours: [
        { first: 23, end: 24 },
        { first: 72, end: 73 },
      ],
      days: { first: 1, end: 3 },
    },
    { hours: [], days: { first: 1, end: 2 } },
    { hours: [{ first: 5, end: 29 }], days: null },
  ])
})

test('a time is that of the whole hours it touches, and too long or turned round it is refused', () => {
  const message = (from: string, until: string) => hoursOf({ from, until })
  expect([
    message('1970-01-02T00:59:00Z', '1970-01-02T01:01:00Z'),
    message(at(24), at(24)),
    message(at(24), at(24 + 31 * 24)),
    message(at(24), at(24 + 31 * 24 + 2)),
    message('1969-12-31T00:00:00Z', at(1)),
  ]).toEqual([
    { first: 24, end: 26 },
    'The end must come after the beginning',
    { first: 24, end: 768 },
    'At most 31 days at once',
    'The time must lie between 1970 and 2198',
  ])
})
