import { expect, test } from 'vitest'
import { effectText, type ActEffect } from './act-effect.ts'

const EFFECT: ActEffect = {
  kind: 'price',
  cannot_tell: null,
  hours: 24,
  expected: 40,
  actual: 54,
  completes: 14,
  low: 3,
  high: 1250,
  like_count: 2,
}

test.each([
  [{}, '+14 completes in 24 hours (+3 to +1,250), against its forecast and 2 like sources.'],
  [
    { completes: -2, low: -9, high: 4, like_count: 0, hours: 1 },
    '−2 completes in 1 hour (−9 to +4), against its forecast; no like source was live. This may be chance.',
  ],
  [{ cannot_tell: 'changed_again' }, 'Cannot tell: another change followed too soon.'],
] as const)('an effect is one sentence (forecast.md §4)', (more, text) => {
  expect(effectText({ ...EFFECT, ...more })).toBe(text)
})
