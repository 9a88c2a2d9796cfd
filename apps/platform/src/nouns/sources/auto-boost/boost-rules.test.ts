import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#ledger/facts/pacing'
import { judgeBoost, type BoostFacts } from './boost-rules.ts'

const now = Date.UTC(2026, 10, 20, 12)

/** Watched for an hour, with 10 of the 100 open completes asked for in it, and none come. */
const behind: BoostFacts = {
  priceCents: 200,
  stepCents: 25,
  capCents: 300,
  minutes: 60,
  target: 150,
  completes: 50,
  outOfFieldAtMs: now + 9 * HOUR_MS,
  liveSinceMs: now - 5 * HOUR_MS,
  editVersion: 3,
  watchedFromMs: now - HOUR_MS,
  watchedCompletes: 50,
  watchedVersion: 3,
}
const verdict = (more: Partial<BoostFacts> = {}) => judgeBoost({ ...behind, ...more }, now)
const raise = (toCents: number) => ({ kind: 'raise', toCents })
const [wait, watch] = [{ kind: 'wait' }, { kind: 'watch' }]

describe('Auto-Boost', () => {
  test('raises the price of a source behind pace by a step, and the last step to the cap', () => {
    expect([verdict(), verdict({ priceCents: 290 })]).toEqual([raise(225), raise(300)])
  })

  test('a source is behind with less than nine tenths of the completes that an even distribution asks for', () => {
    expect([verdict({ completes: 58 }), verdict({ completes: 59 }), verdict({ completes: 90 })]).toEqual([
      raise(225),
      watch,
      watch,
    ])
  })

  test('judges when the minutes between steps are over, and not a moment sooner', () => {
    expect([
      verdict({ watchedFromMs: now - HOUR_MS + 1 }),
      verdict({ minutes: 61 }),
      verdict({ minutes: 15, watchedFromMs: now - HOUR_MS / 4, target: 1_000 }),
    ]).toEqual([wait, wait, raise(225)])
  })

  test('waits for longer where fewer than five completes were to be expected', () => {
    expect([verdict({ target: 99 }), verdict({ target: 100 }), verdict({ target: 51, completes: 50 })]).toEqual([
      wait,
      raise(225),
      wait,
    ])
  })

  test('does nothing at or above the cap, with its target reached, without a price, and without an out-of-field date to come', () => {
    expect([
      verdict({ priceCents: 300 }),
      verdict({ priceCents: 301 }),
      verdict({ completes: 150 }),
      verdict({ target: 0 }),
      verdict({ priceCents: null }),
      verdict({ outOfFieldAtMs: null }),
      verdict({ outOfFieldAtMs: now }),
    ]).toEqual([wait, wait, wait, wait, wait, wait, wait])
  })

  test('watches again from now after an edit of the source, and when it has gone live since then', () => {
    expect([
      verdict({ editVersion: 4 }),
      verdict({ liveSinceMs: now - HOUR_MS + 1 }),
      verdict({ watchedFromMs: now + 1 }),
    ]).toEqual([watch, watch, watch])
  })

  test('never raises above the cap, by nothing, or by more than a step', () => {
    const cents = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(
        fc.record({
          priceCents: fc.option(cents),
          stepCents: cents,
          capCents: cents,
          minutes: fc.integer({ min: 15, max: 10_080 }),
          target: fc.nat({ max: 1_000_000 }),
          completes: fc.nat({ max: 1_000_000 }),
          outOfFieldAtMs: fc.option(fc.integer({ min: now - HOUR_MS, max: now + 999 * HOUR_MS })),
          liveSinceMs: fc.option(fc.integer({ min: now - 999 * HOUR_MS, max: now })),
          editVersion: fc.integer({ min: 1, max: 2 }),
          watchedFromMs: fc.integer({ min: now - 999 * HOUR_MS, max: now + 1 }),
          watchedCompletes: fc.nat({ max: 1_000_000 }),
          watchedVersion: fc.constant(1),
        }),
        facts => {
          const judged = judgeBoost(facts, now)
          if (judged.kind !== 'raise') return
          const price = facts.priceCents ?? Number.NaN
          expect(judged.toCents).toBeGreaterThan(price)
          expect(judged.toCents).toBeLessThanOrEqual(Math.min(price + facts.stepCents, facts.capCents))
          expect(now - facts.watchedFromMs).toBeGreaterThanOrEqual(facts.minutes * 60_000)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
