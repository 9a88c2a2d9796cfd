import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#ledger/facts/pacing'
import { fitAccount } from './fit-account.ts'
import { afterHours, finishedSource, hours, openSource } from './testing/made-sources.ts'
import { likenessOf } from './source-past.ts'
import { priceElasticity, whatIf, type Answer, type Changes, type PriceStep } from './what-if.ts'

const LATE_PACES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4]
const FINISHED = [...LATE_PACES, ...LATE_PACES].map(pace => finishedSource(pace))
const NOW_MS = afterHours(50)
const source = openSource(hours(50), { outOfFieldAtMs: afterHours(100) })
const fit = fitAccount({ zone: 'UTC', finished: FINISHED, open: [source] }, null, NOW_MS)
const PRICES = { sellCents: 500, supplyCents: 200 }

/** A step of the price of one more like source, by which the pace grew by this power of it. */
let stepped = 0
const step = (power: number, { ratio = 1.5, ...more }: Partial<PriceStep> & { ratio?: number } = {}): PriceStep => ({
  sourceId: ++stepped,
  likeness: likenessOf(source),
  fromCents: 200,
  toCents: 200 * ratio,
  completesBefore: 400,
  exposureHoursBefore: 100,
  completesAfter: Math.round(400 * ratio ** power),
  exposureHoursAfter: 100,
  ...more,
})
const steps = (count: number, power = 1, more: Partial<PriceStep> = {}) =>
  Array.from({ length: count }, () => step(power, more))

function answered(answer: Answer) {
  if (answer.forecast.kind !== 'band') throw new Error(JSON.stringify(answer))
  return { ...answer, forecast: answer.forecast }
}
const hoursOf = (answer: Answer): number => ((answered(answer).forecast.p50AtMs ?? Infinity) - NOW_MS) / HOUR_MS
const ask = (changes: Changes, of: readonly PriceStep[] = []) => whatIf(fit, source, PRICES, changes, of)

describe('price elasticity', () => {
  test('without steps it is the prior; with many it is theirs', () => {
    expect(priceElasticity([])).toEqual({ power: 0.5, error: 0.5, sources: 0 })
    const many = priceElasticity(steps(40, 1.2))
    expect(many.power).toBeCloseTo(1.2, 1)
    expect(many.error).toBeLessThan(0.12)
  })

  test('a step of nothing, of nothing known, or from a price of 0 says nothing', () => {
    const idle = [step(1, { ratio: 1.01 }), step(1, { exposureHoursAfter: 0 }), step(1, { fromCents: 0 })]
    expect(priceElasticity(idle).sources).toBe(0)
  })

  test('many steps of one source count as one source', () => {
    expect(priceElasticity(steps(5, 1, { sourceId: 7 })).sources).toBe(1)
  })
})

describe('what if', () => {
  const now = ask({})

  test('a higher price is quicker and dearer, with a band and the count of like sources', () => {
    const made = answered(ask({ supplyCents: 300 }, steps(12)))
    expect(hoursOf(made)).toBeLessThan(hoursOf(now) / 1.3)
    expect(made).toMatchObject({ costToFinishCents: 50 * 300, marginToFinishCents: 50 * 200 })
    expect(made.price).toMatchObject({ likeSources: 12, of: 'like', isEnough: true })
    const [slow, quick] = made.price?.between ?? []
    if (slow?.kind !== 'band' || quick?.kind !== 'band') throw new Error('There is no band')
    expect(slow.p50AtMs).toBeGreaterThan(quick.p50AtMs ?? 0)
  })

  test('with steps of two like sources it cannot tell the finish, and still says the money', () => {
    expect(ask({ supplyCents: 300 }, steps(2))).toMatchObject({
      forecast: { kind: 'cannot tell' },
      price: { likeSources: 2, of: 'like', isEnough: false, between: null },
      costToFinishCents: 50 * 300,
    })
  })

  test('with few like sources the steps of the whole account count', () => {
    const others = steps(3, 1, { likeness: '9 DE' })
    expect(answered(ask({ supplyCents: 300 }, [step(1), ...others])).price).toMatchObject({
      likeSources: 4,
      of: 'account',
    })
  })

  test('a price that was not known before cannot tell, and a price of no supplier changes nothing', () => {
    const unknown = { sellCents: 500, supplyCents: null }
    expect(whatIf(fit, source, unknown, { supplyCents: 300 }, steps(12)).forecast.kind).toBe('cannot tell')
    expect(ask({ supplyCents: 200 }).forecast).toEqual(now.forecast)
  })

  test('a lower target is sooner full, one below its completes is full, and a later out-of-field is likelier', () => {
    expect(hoursOf(ask({ targetCompletes: 80 }))).toBeLessThan(hoursOf(now))
    expect(ask({ targetCompletes: 10, supplyCents: 300 })).toMatchObject({
      forecast: { kind: 'full', completes: 50 },
      costToFinishCents: 0,
    })
    const later = answered(ask({ outOfFieldAtMs: afterHours(200) }))
    expect(later.forecast.fullByOutOfField).toBeGreaterThan(answered(now).forecast.fullByOutOfField ?? 1)
    expect(answered(ask({ outOfFieldAtMs: afterHours(40) })).forecast.fullByOutOfField).toBe(0)
  })

  test('pacing off is no slower', () => {
    const paced = openSource(hours(10, 50), { pacing: 3, targetCompletes: 2000, outOfFieldAtMs: afterHours(110) })
    const at = fitAccount({ zone: 'UTC', finished: FINISHED, open: [paced] }, null, afterHours(10))
    const off = answered(whatIf(at, paced, PRICES, { pacing: 1 }, [])).forecast.p50AtMs
    const on = answered(whatIf(at, paced, PRICES, {}, [])).forecast.p50AtMs
    expect(off).toBeLessThan((on ?? 0) - 24 * HOUR_MS)
  })

  test('a supplier that is added brings the pace of its like sources, or cannot tell', () => {
    const made = ask({ addedSupplierId: 7 })
    expect(made.supplier).toEqual({ likeSources: 20, of: 'like', isEnough: true })
    expect(hoursOf(made)).toBeLessThan(hoursOf(now) / 1.6)
    expect(ask({ addedSupplierId: 8 })).toMatchObject({
      forecast: { kind: 'cannot tell' },
      supplier: { likeSources: 0, isEnough: false },
    })
  })
})
