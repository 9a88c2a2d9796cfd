import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#ledger/facts/pacing'
import { fitAccount } from './fit-account.ts'
import { afterHours, finishedSource, hours, openSource } from './testing/made-sources.ts'
import { ifAdded, priceElasticity, whatIf, type Answer, type PriceStep } from './what-if.ts'

const LATE_PACES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4]
const FINISHED = [...LATE_PACES, ...LATE_PACES].map(pace => finishedSource(pace))
const NOW_MS = afterHours(50)
const source = openSource(hours(50), { outOfFieldAtMs: afterHours(100) })
const fit = fitAccount({ zone: 'UTC', finished: FINISHED, open: [source] }, null, NOW_MS)
const PRICES = { sellCents: 500, supplyCents: 200 }

/** A step of the price by which the pace grew by this power of it. */
const step = (power: number, ratio = 1.5): PriceStep => ({
  fromCents: 200,
  toCents: 200 * ratio,
  completesBefore: 400,
  exposureHoursBefore: 100,
  completesAfter: Math.round(400 * ratio ** power),
  exposureHoursAfter: 100,
})

function answered(answer: Answer) {
  if (answer.kind !== 'answer' || answer.forecast.kind !== 'band') throw new Error(JSON.stringify(answer))
  return { ...answer, forecast: answer.forecast }
}
const hoursOf = (answer: Answer): number => ((answered(answer).forecast.p50AtMs ?? Infinity) - NOW_MS) / HOUR_MS

describe('price elasticity', () => {
  test('without steps it is the prior; with many it is theirs', () => {
    expect(priceElasticity([])).toEqual({ power: 0.5, error: 0.5, steps: 0 })
    const many = priceElasticity(Array.from({ length: 40 }, () => step(1.2)))
    expect(many.power).toBeCloseTo(1.2, 1)
    expect(many.error).toBeLessThan(0.12)
  })

  test('a step of nothing, of nothing known, or to a price of 0 says nothing', () => {
    expect(
      priceElasticity([step(1, 1.01), { ...step(1), exposureHoursAfter: 0 }, { ...step(1), fromCents: 0 }]).steps,
    ).toBe(0)
  })
})

describe('what if', () => {
  const now = whatIf(fit, source, PRICES, { kind: 'out-of-field', outOfFieldAtMs: source.outOfFieldAtMs })

  test('a higher price is quicker and dearer, with a band and the count of like sources', () => {
    const steps = Array.from({ length: 12 }, () => step(1))
    const made = answered(whatIf(fit, source, PRICES, { kind: 'price', fromCents: 200, toCents: 300, steps }))
    expect(hoursOf(made)).toBeLessThan(hoursOf(now) / 1.3)
    expect(made).toMatchObject({ likeSources: 12, costToFinishCents: 50 * 300, marginToFinishCents: 50 * 200 })
    const [slow, quick] = made.between ?? []
    if (slow?.kind !== 'band' || quick?.kind !== 'band') throw new Error('There is no band')
    expect(slow.p50AtMs).toBeGreaterThan(quick.p50AtMs ?? 0)
  })

  test('with two price steps of like sources it cannot tell', () => {
    const change = { kind: 'price', fromCents: 200, toCents: 300, steps: [step(1), step(1)] } as const
    expect(whatIf(fit, source, PRICES, change)).toEqual({ kind: 'cannot tell', likeSources: 2 })
  })

  test('a lower target is sooner full, and a later out-of-field is likelier', () => {
    expect(hoursOf(whatIf(fit, source, PRICES, { kind: 'target', targetCompletes: 80 }))).toBeLessThan(hoursOf(now))
    const later = answered(whatIf(fit, source, PRICES, { kind: 'out-of-field', outOfFieldAtMs: afterHours(200) }))
    expect(later.forecast.fullByOutOfField).toBeGreaterThan(answered(now).forecast.fullByOutOfField ?? 1)
  })

  test('pacing off is no slower', () => {
    const paced = openSource(hours(10, 50), { pacing: 3, targetCompletes: 2000, outOfFieldAtMs: afterHours(110) })
    const at = fitAccount({ zone: 'UTC', finished: FINISHED, open: [paced] }, null, afterHours(10))
    const off = answered(whatIf(at, paced, PRICES, { kind: 'pacing off' })).forecast.p50AtMs
    const on = answered(whatIf(at, paced, PRICES, { kind: 'target', targetCompletes: 2000 })).forecast.p50AtMs
    expect(off).toBeLessThan((on ?? 0) - 24 * HOUR_MS)
  })

  test('a source that is added has the pace of its like sources, or cannot tell', () => {
    const planned = openSource([], { firstHourMs: NOW_MS, liveIntervals: [] })
    expect(answered(ifAdded(fit, planned, PRICES))).toMatchObject({ likeSources: 20, costToFinishCents: 100 * 200 })
    expect(ifAdded(fit, { ...planned, country: 'JP' }, PRICES)).toEqual({ kind: 'cannot tell', likeSources: 0 })
  })
})
