import { expect, test } from 'vitest'
import { formatRdud, newRdudHex, parseRdud, pastRdudHex } from './rdud.ts'

test('an RDUD names its account and comes back as it went', () => {
  const hex = newRdudHex()
  expect(parseRdud(formatRdud(100, hex))).toEqual({ accountId: 100, hex })
  expect(parseRdud(formatRdud(2_147_483_647, hex).toUpperCase())).toEqual({ accountId: 2_147_483_647, hex })
})

test('rejects text that is no RDUD', () => {
  expect(
    [
      '',
      '[%RDUD%]',
      '2s',
      `2s-${'g'.repeat(32)}`,
      `2s-${'0'.repeat(31)}`,
      `zzzzzzz-${'0'.repeat(32)}`,
      `0-${'0'.repeat(32)}`,
    ].map(parseRdud),
  ).toEqual(Array.from({ length: 7 }, () => null))
})

test('one for a past moment carries its time', () => {
  const atMs = Date.UTC(2026, 0, 2, 3, 4, 5, 6)
  expect(Number.parseInt(pastRdudHex(atMs, () => 0xffff_ffff).slice(0, 12), 16)).toBe(atMs)
})
