import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { episodeAfter, judgeLengths, judgeShare, laneySpread, movedMost, type Episode, type Tally } from './anomaly.ts'
import { betaBinomialTail } from './distributions.ts'

const week = (hits: number, of: number): readonly Tally[] => Array.from({ length: 7 }, () => ({ hits, of }))
const MINUTE_MS = 60_000

describe('a share against its last 7 days at the same hours', () => {
  test('a fall by a half of many respondents is outside, with its change', () => {
    const { isOutside, change } = judgeShare({ hits: 30, of: 200 }, week(60, 200))
    expect(isOutside).toBe(true)
    expect(change).toBeCloseTo(-0.5, 9)
  })

  test('a rise is outside as well: drop-off that doubles', () => {
    expect(judgeShare({ hits: 80, of: 400 }, week(40, 400)).isOutside).toBe(true)
  })

  test('a fall below 20 % is inside, however sure', () => {
    const { isOutside, chance } = judgeShare({ hits: 8500, of: 20_000 }, week(10_000, 20_000))
    expect(isOutside).toBe(false)
    expect(chance).toBeLessThan(1e-4)
  })

  test('few respondents, and a source without a past, decide nothing', () => {
    expect(judgeShare({ hits: 0, of: 20 }, week(60, 200)).isOutside).toBe(false)
    expect(judgeShare({ hits: 0, of: 900 }, [])).toEqual({ isOutside: false, change: null, chance: null })
  })

  test('a source whose days differ widely has wider limits', () => {
    const restless = [20, 100, 30, 90, 25, 95, 60].map(hits => ({ hits, of: 200 }))
    expect(laneySpread(restless)).toBeGreaterThan(3)
    expect(judgeShare({ hits: 30, of: 200 }, restless).isOutside).toBe(false)
  })

  test('the tails of the beta-binomial count add up to one, the count itself in both', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.nat(80),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        (of, drawn, alpha, beta) => {
          const hits = Math.min(of, drawn)
          const below = betaBinomialTail(hits, of, alpha, beta, 'below')
          const above = hits < of ? betaBinomialTail(hits + 1, of, alpha, beta, 'above') : 0
          expect(below + above).toBeCloseTo(1, 4)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('the length of interviews', () => {
  const days = Array.from({ length: 7 }, () => ({ count: 40, logMean: Math.log(10), logVariance: 0.25 }))

  test('a third longer is outside, a tenth longer is inside', () => {
    const longer = (factor: number) =>
      judgeLengths({ count: 60, logMean: Math.log(10 * factor), logVariance: 0.25 }, days)
    expect(longer(1.34)).toMatchObject({ isOutside: true, change: expect.closeTo(0.34, 9) })
    expect(longer(1.1).isOutside).toBe(false)
  })

  test('few interviews decide nothing', () => {
    expect(judgeLengths({ count: 3, logMean: 9, logVariance: 0 }, days).isOutside).toBe(false)
  })
})

test('an episode lasts from the first crossing until 60 minutes inside', () => {
  let episode: Episode | null = null
  const at = (minute: number, isOutside: boolean): number | null =>
    (episode = episodeAfter(episode, { isOutside }, minute * MINUTE_MS))?.sinceMs ?? null
  expect([at(0, false), at(10, true), at(40, false), at(60, true), at(119, false), at(120, false)]).toEqual(
    [null, 10, 10, 10, 10, null].map(minute => (minute === null ? null : minute * MINUTE_MS)),
  )
})

test('the value that moved most is named, not the one with the most respondents', () => {
  const moved = (value: string, now: Tally, before: Tally) => ({ dimension: 'country', value, now, before })
  const values = [
    moved('US', { hits: 290, of: 1000 }, { hits: 2100, of: 7000 }),
    moved('JP', { hits: 3, of: 100 }, { hits: 210, of: 700 }),
  ]
  expect(movedMost(values)?.value).toBe('JP')
  expect(movedMost([])).toBeNull()
})
