import { expect, test } from 'vitest'
import { centsAtRisk, completesAtRisk, sumOfKnown } from './at-risk.ts'

test.each([
  ['a paused source loses what its pace of before would bring', { left: 100, hoursLeft: 10, before: 2, now: 0 }, 20],
  ['no more than its target still wants', { left: 12, hoursLeft: 10, before: 2, now: 0 }, 12],
  ['a slower source loses the difference', { left: 100, hoursLeft: 10, before: 2, now: 0.5 }, 15],
  [
    'a source behind its pace loses the completes that it will lack',
    { left: 100, hoursLeft: 10, before: Infinity, now: 2 },
    80,
  ],
  ['a faster one loses nothing', { left: 100, hoursLeft: 10, before: 1, now: 2 }, 0],
  ['nothing after its out-of-field date', { left: 100, hoursLeft: 0, before: Infinity, now: 0 }, 0],
  ['unknown without an out-of-field date', { left: 100, hoursLeft: null, before: 2, now: 0 }, null],
])('%s (docs/decisions/0097)', (_title, pace, expected) => {
  expect(completesAtRisk(pace)).toBe(expected)
})

test('money at risk is of known prices alone, and never 0 for an unknown one (docs/decisions/0097)', () => {
  expect(centsAtRisk(20, { sellCents: 400, supplyCents: 250 })).toBe(3000)
  expect(centsAtRisk(20, { sellCents: 400, supplyCents: null })).toBeNull()
  expect(centsAtRisk(null, { sellCents: 400, supplyCents: 250 })).toBeNull()
  expect(sumOfKnown([3000, null])).toBe(3000)
  expect(sumOfKnown([null])).toBeNull()
})
