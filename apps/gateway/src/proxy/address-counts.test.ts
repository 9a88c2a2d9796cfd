import { expect, test } from 'vitest'
import { AddressCounts } from './address-counts.ts'

test('each address has its own count, an IPv6 network a common one, and a count is released once', () => {
  const counts = new AddressCounts()
  const takeAway = [
    counts.add('203.0.113.7'),
    counts.add('2001:db8:0:1::1'),
    counts.add('2001:db8:0:1:ffff::2', 5),
    counts.add('2001:db8:0:2::1'),
  ]
  const read = (): number[] =>
    ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.8', '2001:db8:0:1::9', '2001:db8:0:2::9'].map(address =>
      counts.of(address),
    )
  expect(read()).toEqual([1, 1, 0, 6, 1])
  for (const once of [...takeAway, ...takeAway]) once()
  expect(read()).toEqual([0, 0, 0, 0, 0])
})
