import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lowerQuantile, quantileAt, shareBelow, stepDistribution, upperQuantile } from './survival.ts'

const seen = (...values: readonly number[]) => values.map(value => ({ value, isCensored: false }))

test('without censoring the i-th of n values has the share i ÷ (n + 1), as split-conformal bands ask for', () => {
  const distribution = stepDistribution(seen(4, 1, 3, 2))
  expect(distribution.values).toEqual([1, 2, 3, 4])
  for (const [at, share] of distribution.shares.entries()) expect(share).toBeCloseTo((at + 1) / 5, 12)
  const twenty = stepDistribution(seen(...Array.from({ length: 20 }, (_, at) => at + 1)))
  expect([lowerQuantile(twenty, 0.1), upperQuantile(twenty, 0.9)]).toEqual([2, 19])
  expect(quantileAt(twenty, 0.5)).toBeCloseTo(10.5, 9)
})

test('a censored value moves shares to the values above it', () => {
  const { shares } = stepDistribution([...seen(1, 3, 4), { value: 2, isCensored: true }])
  expect(shares.map(share => Number(share.toFixed(4)))).toEqual([0.2, 0.4667, 0.7333])
})

test('a quantile above all shares is not known', () => {
  expect(upperQuantile(stepDistribution(seen(1, 2, 3)), 0.9)).toBe(Infinity)
})

test('the share below a quantile is its share, and shares never fall', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ value: fc.integer({ min: -99, max: 99 }), isCensored: fc.boolean() }), { minLength: 1 }),
      observed => {
        const distribution = stepDistribution(observed)
        const shares = [-100, -50, 0, 50, 100].map(value => shareBelow(distribution, value))
        expect(shares).toEqual(shares.toSorted((a, b) => a - b))
        expect(distribution.shares.every(share => share > 0 && share < 1)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
