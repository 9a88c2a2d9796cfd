import { expect, test } from 'vitest'
import { malformedPackets } from './malformed-packets.ts'

test('the corpus of malformed packets follows from its seed alone, byte for byte (F12, F14)', () => {
  const [first, again, other] = [malformedPackets(1, 1_000), malformedPackets(1, 1_000), malformedPackets(2, 1_000)]
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
  expect(new Set(first.map(({ name }) => name)).size).toBe(1_000)
})
