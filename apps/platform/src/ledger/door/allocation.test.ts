import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocationLimit, isShared } from './allocation.ts'

test.each([
  [100, 50, 55],
  [10, 50, 6],
  [4, 50, 3],
  [1000, 33.33, 367],
  [3, 33.33, 2],
  [2, 33.33, 1],
  [300, 0.01, 1],
  [100, 0, 0],
  [100, 100, 110],
])('of a target of %i, a supplier with %d %% may have %i completes', (target, percent, limit) => {
  expect(allocationLimit(target, percent)).toBe(limit)
})

test('suppliers whose shares are whole can fill the target between them, and none goes over its share by more than a tenth or one complete', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 9 }),
      (target, cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), 10_000]
        const shares = edges.slice(1).map((edge, at) => (edge - (edges[at] ?? 0)) / 100)
        const limits = shares.map(percent => allocationLimit(target, percent))
        expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeGreaterThanOrEqual(target)
        for (const [at, percent] of shares.entries()) {
          const share = (target * percent) / 100
          expect(limits[at]).toBeLessThanOrEqual(Math.max(Math.ceil(share * 1.1 + 1e-6), share + 1 + 1e-6))
        }
      },
    ),
  )
})

test('one supplier alone shares with no other', () => {
  expect([
    isShared(undefined),
    isShared({ supplierShares: new Map([[500, 100]]) }),
    isShared({
      supplierShares: new Map([
        [500, 50],
        [501, 50],
      ]),
    }),
  ]).toEqual([false, false, true])
})
