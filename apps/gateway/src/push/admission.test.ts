import { trustedProxies } from '@desk/schema/addresses/trusted-proxies'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { Admission } from './admission.ts'

// all that admission reads of a request
const from = (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage
const options = { publicUrl: 'https://desk.example.com', isProxy: trustedProxies([]), maxConnectionsPerAddress: 2 }

test("only the desk's own pages, and clients that are no page, may connect (S5)", () => {
  const admission = new Admission(options)
  const refusals = [
    from({ host: 'inner:4400' }),
    from({ host: 'inner:4400', origin: 'https://desk.example.com' }),
    from({ host: '127.0.0.1:4400', origin: 'http://127.0.0.1:4400' }),
    from({ host: 'inner:4400', origin: 'https://desk.example.com.evil.example' }),
    from({ host: 'inner:4400', origin: 'null' }),
  ].map(request => admission.refusal(request))
  expect(refusals).toEqual([null, null, null, 'This origin may not connect.', 'This origin may not connect.'])
})

test('an address can open a limited number of connections, whatever it claims to be', () => {
  const admission = new Admission(options)
  const close = admission.opened(from({ host: 'desk' }))
  admission.opened(from({ host: 'desk' }))
  const another = () => admission.refusal(from({ host: 'desk', 'x-forwarded-for': '203.0.113.9' }))
  expect([another(), admission.refusal(from({ host: 'desk' }, '192.0.2.2'))]).toEqual([
    'Too many connections from this address.',
    null,
  ])
  close()
  expect(another()).toBe(null)
})

test('the addresses of one IPv6 network of 64 bits, which one household owns, count as one (S2)', () => {
  const admission = new Admission(options)
  const from6 = (address: string) => from({ host: 'desk' }, address)
  const close = admission.opened(from6('2001:db8:0:1::1'))
  admission.opened(from6('2001:db8:0:1:ffff::2'))
  const refusals = () =>
    ['2001:db8:0:1::3', '2001:db8:0:2::1', '::ffff:192.0.2.1'].map(address => admission.refusal(from6(address)))
  expect(refusals()).toEqual(['Too many connections from this address.', null, null])
  close()
  expect(refusals()).toEqual([null, null, null])
})

test('behind a load balancer of ours the address is the one that it saw last', () => {
  const admission = new Admission({ ...options, isProxy: trustedProxies(['192.0.2.1']), maxConnectionsPerAddress: 1 })
  admission.opened(from({ host: 'desk', 'x-forwarded-for': '198.51.100.7, 203.0.113.9' }))
  expect([
    admission.refusal(from({ host: 'desk', 'x-forwarded-for': '203.0.113.9' })),
    admission.refusal(from({ host: 'desk', 'x-forwarded-for': '198.51.100.7' })),
  ]).toEqual(['Too many connections from this address.', null])
})

test('a balancer that writes a port beside the address, or no address, gives no client more connections (S2)', () => {
  const admission = new Admission({ ...options, isProxy: trustedProxies(['192.0.2.1']), maxConnectionsPerAddress: 1 })
  const by = (forwarded: string) => from({ host: 'desk', 'x-forwarded-for': forwarded })
  for (const forwarded of ['203.0.113.9:5678', '[2001:db8::1]:443', 'unknown']) admission.opened(by(forwarded))
  expect(
    ['203.0.113.9:5679', '203.0.113.9', '[2001:db8::2]:8443', '2001:db8::3', '', 'hidden', '192.0.2.1', '203.0.113.8:1']
      .map(by)
      .map(request => admission.refusal(request)),
  ).toEqual([...Array.from({ length: 7 }, () => 'Too many connections from this address.'), null])
})
