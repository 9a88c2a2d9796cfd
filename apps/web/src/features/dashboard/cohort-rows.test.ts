import { expect, test } from 'vitest'
import { cohortRows } from './cohort-rows.ts'

test('a month’s rejections add up from month to month, and months that have not come are left open (defender.md §5)', () => {
  expect(
    cohortRows([
      { month: '2026-11', completes: 10, rejected: [{ months_later: 0, count: 1 }] },
      { month: '2026-10', completes: 0, rejected: [] },
      {
        month: '2026-09',
        completes: 40,
        rejected: [
          { months_later: 0, count: 2 },
          { months_later: 1, count: 4 },
          { months_later: 3, count: 1 },
        ],
      },
    ]),
  ).toEqual([
    { month: '2026-11', completes: 10, rejectedUntil: [1, null, null] },
    { month: '2026-09', completes: 40, rejectedUntil: [2, 6, 7] },
  ])
})
