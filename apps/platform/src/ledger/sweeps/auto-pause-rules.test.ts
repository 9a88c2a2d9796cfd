import { AUTO_PAUSE_REASONS, type AutoPauseReason } from '@desk/schema/statuses/pause-reasons'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../facts/pacing.ts'
import { pauseReason, type PauseFacts } from './auto-pause-rules.ts'

const now = Date.UTC(2026, 10, 20, 12)

const healthy: PauseFacts = {
  scope: 'source',
  rules: AUTO_PAUSE_REASONS,
  target: 100,
  outOfFieldAtMs: now + HOUR_MS,
  entrants: 60,
  oQs: 5,
  terms: 20,
  completes: 25,
  loiMedianSeconds: 600,
  startsBalanced: true,
  liveSinceMs: now - 100 * HOUR_MS,
  lastStartAtMs: now - HOUR_MS,
  lastCompleteAtMs: now - HOUR_MS,
  statedLoiMinutes: 10,
  statedIrPercent: 50,
  limitLoiPercent: 35,
  limitIrPercent: 35,
  limitMinCompletes: 5,
  unknownCodes: 0,
  badHashes: 0,
  recentCompletes: 3,
}
const reason = (more: Partial<PauseFacts>) => pauseReason({ ...healthy, ...more }, now)

test('no rule pauses a healthy source', () => {
  expect(reason({})).toBeNull()
})

const just: Record<AutoPauseReason, readonly [fine: Partial<PauseFacts>, broken: Partial<PauseFacts>]> = {
  target_reached: [{ completes: 99 }, { completes: 100 }],
  past_out_of_field: [{ outOfFieldAtMs: now }, { outOfFieldAtMs: now - 1 }],
  redirect_errors: [{ unknownCodes: 9, recentCompletes: 0 }, { unknownCodes: 10 }],
  hash_errors: [
    { badHashes: 10, recentCompletes: 10 },
    { badHashes: 11, recentCompletes: 10 },
  ],
  no_starts_24h: [{ lastStartAtMs: now - 24 * HOUR_MS }, { lastStartAtMs: now - 24 * HOUR_MS - 1 }],
  no_completes_72h: [{ lastCompleteAtMs: now - 72 * HOUR_MS }, { lastCompleteAtMs: null }],
  high_median_loi: [{ loiMedianSeconds: 810 }, { loiMedianSeconds: 810.5 }],
  // 32.5 % is 35 % under 50 %
  low_ir: [
    { completes: 13, terms: 27, oQs: 0 },
    { completes: 13, terms: 27, oQs: 1 },
  ],
  click_target_reached: [{ entrants: 199 }, { entrants: 200 }],
}

describe('each rule stops at its limit, and not before', () => {
  test.each(AUTO_PAUSE_REASONS)('%s', rule => {
    const [fine, broken] = just[rule]
    expect([
      reason(fine),
      reason(broken),
      reason({ ...broken, rules: AUTO_PAUSE_REASONS.filter(other => other !== rule) }),
    ]).toEqual([null, rule, null])
  })
})

test('the limits of §3.6 wait for the fifth complete (§3.6)', () => {
  expect([
    reason({ completes: 4, loiMedianSeconds: 9_999 }),
    reason({ completes: 4, terms: 500 }),
    reason({ completes: 5, loiMedianSeconds: 9_999 }),
  ]).toEqual([null, null, 'high_median_loi'])
})

test('silence counts from the time that the source went live', () => {
  expect([
    reason({ liveSinceMs: now - 2 * HOUR_MS, lastStartAtMs: now - 90 * HOUR_MS, lastCompleteAtMs: null }),
    reason({ liveSinceMs: null, lastStartAtMs: null }),
  ]).toEqual([null, null])
})
