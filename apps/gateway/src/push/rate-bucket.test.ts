import { expect, test } from 'vitest'
import { RateBucket } from './rate-bucket.ts'

test('a burst passes, then a limited number a second', () => {
  const bucket = new RateBucket(2, 1, 0)
  expect([0, 0, 0, 500, 1_000, 1_000, 60_000, 60_000, 60_000].map(nowMs => bucket.take(nowMs))).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
    true,
    true,
    false,
  ])
})
