import { expect, test } from 'vitest'
import { clientAddress, isAddressOrNetwork, TRUST_EVERY_SENDER, trustedProxies } from './trusted-proxies.ts'

const inner = trustedProxies(['10.0.0.0/8', '127.0.0.1', '2001:db8:1::/48'])

test.each([
  ['the sender, without a header', '10.0.0.5', undefined, '10.0.0.5'],
  ['the address that a trusted proxy names', '10.0.0.5', '203.0.113.9', '203.0.113.9'],
  ['the sender, where another one sent the header', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['the last address beyond all trusted proxies', '10.0.0.5', '192.0.2.1, 203.0.113.9, 10.0.0.6', '203.0.113.9'],
  ['a trusted proxy, where an entry is no address', '10.0.0.5', '203.0.113.9, unknown', '10.0.0.5'],
  ['the address without its port', '127.0.0.1', '203.0.113.9:5678', '203.0.113.9'],
  ['an IPv6 address', '2001:db8:1::5', '[2001:db8:2::1]:443', '2001:db8:2::1'],
  ['the sender that is of no trusted IPv6 network', '2001:db8:2::5', '203.0.113.9', '2001:db8:2::5'],
  ['what the proxy names, for a mapped address', '::ffff:10.0.0.5', '::ffff:203.0.113.9', '203.0.113.9'],
  ['the sender, where it is no address', 'a socket', '203.0.113.9', 'a socket'],
])('the client is %s (operate.md §2)', (_, sender, forwarded, client) => {
  expect(clientAddress(sender, forwarded, inner)).toBe(client)
})

test('with every sender trusted, the last entry counts, and none before it', () => {
  expect(clientAddress('198.51.100.7', '192.0.2.1, 203.0.113.9', TRUST_EVERY_SENDER)).toBe('203.0.113.9')
  expect(clientAddress('198.51.100.7', ['192.0.2.1', '203.0.113.9'], TRUST_EVERY_SENDER)).toBe('203.0.113.9')
})

test('an address and a network may be named, and nothing else', () => {
  const texts = ['10.0.0.0/8', '127.0.0.1', '::1', '2001:db8::/32', '10.0.0.0/33', 'desk.example.com', '10.0.0.0/', '']
  expect(texts.filter(isAddressOrNetwork)).toEqual(['10.0.0.0/8', '127.0.0.1', '::1', '2001:db8::/32'])
})
