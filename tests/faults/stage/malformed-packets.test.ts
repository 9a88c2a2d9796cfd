import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { malformedPackets } from './malformed-packets.ts'

test('the corpus of malformed packets follows from its seed alone, byte for byte (F12, F14)', () => {
  const hashOf = (seed: number): string =>
    malformedPackets(seed, 1_000)
      .reduce((hash, { name, bytes }) => hash.update(name).update(bytes), createHash('sha256'))
      .digest('hex')
  expect(hashOf(1)).toBe(hashOf(1))
  expect(hashOf(1)).not.toBe(hashOf(2))
})
