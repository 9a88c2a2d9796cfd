import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inflightForecast } from './in-flight.ts'

test('respondents who have just begun complete as others do, and those far beyond the length hardly ever', () => {
  expect(inflightForecast([0, 0, 0, 0], 10, 0.5).meanCompletes).toBeCloseTo(2, 6)
  expect(inflightForecast([120, 120], 10, 0.5).meanCompletes).toBeLessThan(0.01)
})

test('the count is Poisson–binomial: of equal chances it is binomial', () => {
  const { atLeast, p10Completes, p50Completes, p90Completes } = inflightForecast([0, 0, 0, 0], 10, 0.5)
  expect([...atLeast].map(chance => Number(chance.toFixed(6)))).toEqual([1, 0.9375, 0.6875, 0.3125, 0.0625])
  expect([p10Completes, p50Completes, p90Completes]).toEqual([1, 2, 3])
})

test('for any ages the chances add up, and no more complete than are in progress', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { maxLength: 900 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (ages, share) => {
        const { atLeast, p90Completes, meanCompletes } = inflightForecast(ages, 12, share)
        expect(atLeast[0]).toBeCloseTo(1, 9)
        expect(p90Completes).toBeLessThanOrEqual(ages.length)
        expect(meanCompletes).toBeLessThanOrEqual(ages.length + 1e-9)
      },
    ),
    { numRuns: 50 },
  )
})
