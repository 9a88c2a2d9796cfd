import { expect, test } from 'vitest'
import { filledDays } from './filled-days.ts'

test('the last day has all completes, the first those of before as well (defender.md §5)', () => {
  const day = (name: string, completes: number) => ({ day: name, entrants: 9, completes })
  expect(
    filledDays({ completes: 12, days: [day('2026-11-23', 3), day('2026-11-24', 0), day('2026-11-25', 2)] }).map(
      ({ filled }) => filled,
    ),
  ).toEqual([10, 10, 12])
})
