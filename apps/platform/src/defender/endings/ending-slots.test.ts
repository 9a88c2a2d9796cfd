import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursOf, partsOf } from './ending-slots.ts'

const at = (hour: number) => new Date(hour * 3_600_000).toISOString()
const SIZES = { hours: 1, days: 24, blocks: 24 * 28 } as const

test('whole days are counted by day, 28 of them by block, and the hours around them one by one', () => {
  expect([
    partsOf({ first: 23, end: 73 }),
    partsOf({ first: 24, end: 48 }),
    partsOf({ first: 5, end: 29 }),
    partsOf({ first: 27 * 24, end: 29 * 28 * 24 }),
  ]).toEqual([
    [
      { grain: 'hours', first: 23, end: 24 },
      { grain: 'hours', first: 72, end: 73 },
      { grain: 'days', first: 1, end: 3 },
    ],
    [{ grain: 'days', first: 1, end: 2 }],
    [{ grain: 'hours', first: 5, end: 29 }],
    [
      { grain: 'days', first: 27, end: 28 },
      { grain: 'blocks', first: 1, end: 29 },
    ],
  ])
})

test('the parts of any time hold each of its hours once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 1, max: 9_000 }), (first, length) => {
      const covered = partsOf({ first, end: first + length })
        .map(part => [part.first * SIZES[part.grain], part.end * SIZES[part.grain]] as const)
        .toSorted(([one], [other]) => one - other)
      expect(covered[0]?.[0]).toBe(first)
      expect(covered.at(-1)?.[1]).toBe(first + length)
      covered.slice(1).forEach(([begins], place) => expect(begins).toBe(covered[place]?.[1]))
    }),
  )
})

test('a time is that of the whole hours it touches, a long one of the whole days; too long or turned round it is refused', () => {
  const message = (from: string, until: string) => hoursOf({ from, until })
  expect([
    message('1970-01-02T00:59:00Z', '1970-01-02T01:01:00Z'),
    message(at(24), at(24)),
    message(at(25), at(25 + 31 * 24)),
    message(at(25), at(25 + 31 * 24 + 2)),
    message(at(24), at(24 + 366 * 24)),
    message(at(24), at(24 + 366 * 24 + 2)),
    message('1969-12-31T00:00:00Z', at(1)),
  ]).toEqual([
    { first: 24, end: 26 },
    'The end must come after the beginning',
    { first: 25, end: 769 },
    { first: 24, end: 792 },
    { first: 24, end: 8_808 },
    'At most 366 days at once',
    'The time must lie between 1970 and 2198',
  ])
})
