import { describe, expect, test } from 'vitest'
import { clicksTarget, expectedCompletes, HOUR_MS, hourlyCap } from './pacing.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const facts = { target: 240, completes: 0, completesThisHour: 0, outOfFieldAtMs: noon + 24 * HOUR_MS }
const cap = (pacing: number, more: Partial<typeof facts> = {}, atMs = noon) =>
  hourlyCap({ ...facts, pacing, ...more }, atMs)

describe('pacing (§9.6)', () => {
  test('even pacing caps at 1.1 times an even distribution, accelerated at 1.75 times, none not at all (§9.6)', () => {
    expect([cap(3), cap(2), cap(1)]).toEqual([11, 17, null])
  })
  test('an hour’s completes do not change its own cap, only later ones (§9.6)', () => {
    expect(cap(3, { completes: 8, completesThisHour: 8 })).toBe(11)
    // 260 left over 24 hours; over the 23 hours and a minute to come it would be 12
    expect(cap(3, { target: 260 }, noon + 59 * 60_000)).toBe(11)
    // 232 left over 23 hours
    expect(cap(3, { completes: 8, completesThisHour: 0 }, noon + HOUR_MS)).toBe(11)
    expect(cap(3, { completes: 0 }, noon + 12 * HOUR_MS)).toBe(22)
  })
  test('the last hour may take all that is left, and every hour at least 1 (§9.6)', () => {
    expect(cap(3, { completes: 230 }, noon + 23.5 * HOUR_MS)).toBe(11)
    expect(cap(3, { target: 2 })).toBe(1)
    expect(cap(3, { target: 10, completes: 20 })).toBe(1)
  })
  test('without an out-of-field date there is nothing to pace to', () => {
    expect(hourlyCap({ ...facts, pacing: 3, outOfFieldAtMs: null }, noon)).toBeNull()
  })
})

test('clicks target is the completes target divided by the IR (§3.37)', () => {
  expect([clicksTarget(100, 50), clicksTarget(100, 30), clicksTarget(7, 0.1), clicksTarget(33, 33)]).toEqual([
    200, 334, 7000, 100,
  ])
  expect(expectedCompletes(9, 50)).toBe(4.5)
})
