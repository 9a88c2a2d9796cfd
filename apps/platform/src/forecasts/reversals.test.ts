import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  expectedReversals,
  fitReversals,
  forecastReversals,
  recordOfReversals,
  reversalsToCome,
  type ReversalCohort,
} from './reversals.ts'

const cohort = (month: number, completedCents: number, ...rejectedCentsByAge: readonly number[]): ReversalCohort => ({
  supplierId: 7,
  month,
  completedCents,
  rejectedCentsByAge,
})

describe('reversals still to come', () => {
  test('each open age of a month is rejected at the share of the months before', () => {
    const made = forecastReversals([
      cohort(1, 1_000_000, 10_000, 50_000, 20_000),
      cohort(2, 2_000_000, 20_000, 100_000),
      cohort(3, 1_000_000, 10_000),
    ])
    expect(made?.account.expectedCents).toBe(2_000_000 * 0.02 + 1_000_000 * 0.07)
    expect(made?.months).toBe(3)
  })

  test('months that differ give a wide band, and months alike none', () => {
    const width = (middle: number): number => {
      const made = forecastReversals([
        cohort(1, 1_000_000, 0, 50_000),
        cohort(2, 1_000_000, 0, middle),
        cohort(3, 1_000_000, 0),
      ])
      return (made?.account.p90Cents ?? 0) - (made?.account.p10Cents ?? 0)
    }
    expect(width(50_000)).toBe(0)
    expect(width(90_000)).toBeGreaterThan(20_000)
  })

  test('a supplier of few completes has nearly the account’s share, one of many its own', () => {
    const supplier = (supplierId: number, cents: number, share: number) =>
      [1, 2, 3].map(month => ({
        ...cohort(month, cents, ...(month < 3 ? [0, cents * share] : [0])),
        supplierId,
      }))
    const made = forecastReversals([...supplier(1, 50_000_000, 0.05), ...supplier(2, 10_000, 0.5)])
    const [large, small] = made?.suppliers ?? []
    expect((large?.expectedCents ?? 0) / 50_000_000).toBeCloseTo(0.05, 3)
    expect((small?.expectedCents ?? 0) / 10_000).toBeLessThan(0.1)
  })

  test('rejections of the running month are subtracted, down to nothing to come', () => {
    const past = [cohort(1, 1_000_000, 0, 50_000), cohort(2, 1_000_000, 0, 50_000)]
    const expected = (runningCents: number): number | undefined => {
      const open = { ...cohort(3, 1_000_000, 0), runningCents }
      const fit = fitReversals([...past, open])
      return fit === null ? undefined : expectedReversals(fit, [open])
    }
    expect([expected(0), expected(30_000), expected(80_000)]).toEqual([50_000, 20_000, 0])
  })

  test('a part of the account has its suppliers’ shares, and a wider band for its value than the whole', () => {
    const months = [1, 2, 3, 4].map(month => cohort(month, 1_000_000, 0, month % 2 === 0 ? 80_000 : 40_000))
    const fit = fitReversals(months)
    if (fit === null) throw new Error('Four months are enough.')
    const band = (cents: number) => {
      const { p10Cents, expectedCents, p90Cents } = reversalsToCome(fit, [cohort(4, cents, 0)])
      return { expectedCents, width: (p90Cents - p10Cents) / cents }
    }
    expect(band(10_000).expectedCents).toBe(600)
    expect(band(10_000).width).toBeGreaterThan(2 * band(1_000_000).width)
  })

  test('the record has each month end from the third on, and counts the bands that held', () => {
    const steady = [50_000, 40_000, 60_000, 45_000, 55_000, 50_000].map((rejected, at) =>
      cohort(at + 1, 1_000_000, 10_000, rejected),
    )
    expect(recordOfReversals(steady)).toEqual({ months: 4, within: 3 })
    const turned = steady.map(row => (row.month === 6 ? { ...row, rejectedCentsByAge: [10_000, 500_000] } : row))
    expect(recordOfReversals(turned)).toEqual({ months: 4, within: 2 })
  })

  test('fewer than three months, and an empty account, have no forecast', () => {
    expect(forecastReversals([])).toBeNull()
    expect(forecastReversals([cohort(1, 100, 1, 2), cohort(2, 100, 1)])).toBeNull()
  })

  test('for any triangle the band is whole cents, in order, and the suppliers add up to the account', () => {
    const cents = fc.nat({ max: 1_000_000 })
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            supplierId: fc.constantFrom(1, 2, null),
            month: fc.nat({ max: 8 }),
            completedCents: cents,
            rejectedCentsByAge: fc.array(cents, { maxLength: 9 }),
          }),
          { maxLength: 30 },
        ),
        cohorts => {
          const made = forecastReversals(cohorts)
          if (made === null) return
          for (const { p10Cents, p90Cents, expectedCents } of [made.account, ...made.suppliers]) {
            expect([p10Cents, p90Cents, expectedCents].every(Number.isSafeInteger)).toBe(true)
            expect(0 <= p10Cents && p10Cents <= p90Cents).toBe(true)
          }
          const sum = made.suppliers.reduce((all, { expectedCents }) => all + expectedCents, 0)
          expect(Math.abs(sum - made.account.expectedCents)).toBeLessThanOrEqual(2)
        },
      ),
      { numRuns: 300 },
    )
  })
})
