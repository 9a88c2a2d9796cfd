import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test('attempts are counted per IPv4 address, and per IPv6 /64 network, which is one household (S2)', () => {
  const addresses = [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '2001:db8:0:1::1',
    '2001:0DB8:0000:0001:ffff:ffff:ffff:ffff',
    '2001:db8::1:0:0:5',
    '2001:db8::',
    '::1',
    'fe80::1%eth0',
    '',
    'nothing',
  ]
  expect(addresses.map(networkOf)).toEqual([
    '203.0.113.7',
    '203.0.113.7',
    '2001:db8:0:1::/64',
    '2001:db8:0:1::/64',
    '2001:db8:0:0::/64',
    '2001:db8:0:0::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
    '',
    'nothing',
  ])
})
