import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddressBehind } from './client-address.ts'

// the two parts of a request that it looks at
const from = (remoteAddress: string, forwarded?: string, gateways: readonly string[] = []) =>
  clientAddressBehind(gateways)({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

test('only the gateway on this machine is trusted (S2)', () => {
  expect([
    from('127.0.0.1', '203.0.113.9'),
    from('::ffff:127.0.0.1', '::ffff:203.0.113.9'),
    from('::1', '2001:db8::1'),
    from('198.51.100.7', '203.0.113.9'),
    from('127.0.0.1', '203.0.113.9, 198.51.100.7'),
    from('127.0.0.1', '203.0.113.9, 127.0.0.1'),
    from('127.0.0.1'),
    from('127.0.0.1', ''),
    from('127.0.0.1', '203.0.113.9:5678'),
    from('::1', '[2001:db8::1]:443, [::1]:4400'),
  ]).toEqual([
    '203.0.113.9',
    '203.0.113.9',
    '2001:db8::1',
    '198.51.100.7',
    '198.51.100.7',
    '203.0.113.9',
    '127.0.0.1',
    '127.0.0.1',
    '203.0.113.9',
    '2001:db8::1',
  ])
})

test('gateways of other machines are trusted where they are named, and no others (operate.md §2)', () => {
  const gateways = ['10.0.1.3', '10.0.2.0/24']
  expect(
    ['10.0.1.3', '10.0.2.9', '10.0.1.4', '127.0.0.1'].map(sender => from(sender, '203.0.113.9', gateways)),
  ).toEqual(['203.0.113.9', '203.0.113.9', '10.0.1.4', '203.0.113.9'])
})
