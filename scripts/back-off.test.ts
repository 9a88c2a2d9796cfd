import { expect, test } from 'vitest'
import { BackOff, QUIET_MS } from './back-off.ts'

test('an ended process restarts at once, then with growing delays, and at once again after running well for a while (F13)', () => {
  const backOff = new BackOff()
  const waits = Array.from({ length: 9 }, () => backOff.afterLivingFor(10))
  expect([waits, backOff.afterLivingFor(QUIET_MS), backOff.afterLivingFor(QUIET_MS - 1)]).toEqual([
    [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
    0,
    500,
  ])
})
