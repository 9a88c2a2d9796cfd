import { expect, test } from 'vitest'
import { crowdNetworkInWords, crowdPlaceOf, isOneAddress, networkFault, readNetwork } from './network.ts'

test('a network is read in any spelling, an IPv4 one in IPv6 as IPv4', () => {
  expect(
    [
      '203.0.113.0/24',
      '::ffff:203.0.113.0/120',
      '2001:DB8::/32',
      '2001:db8::1.2.3.4/128',
      '203.0.113.0/33',
      '::ffff:0:0/95',
      '203.0.113.0',
      'fe80::1%eth0/64',
      'f-1/24',
      '203.0.113.0/-1',
    ].map(text => {
      const network = readNetwork(text)
      return network && `${network.address}/${network.prefix}`
    }),
  ).toEqual([
    '203.0.113.0/24',
    '203.0.113.0/24',
    '2001:db8::/32',
    '2001:db8::1.2.3.4/128',
    ...Array.from({ length: 6 }, () => undefined),
  ])
})

test('bits beyond the length are a fault, in IPv4, IPv6 and its dotted end', () => {
  const isFaulty = (text: string): boolean => {
    const network = readNetwork(text)
    return network === undefined || networkFault(network, true) !== undefined
  }
  expect(
    ['203.0.113.128/25', '2001:db8:0:8000::/49', '2001:db8::1:0/112', '2001:db8::1.2.0.0/112'].map(isFaulty),
  ).toEqual([false, false, false, false])
  expect(
    ['203.0.113.128/24', '2001:db8:0:8000::/48', '2001:db8::1:0/111', '2001:db8::1.2.3.0/112'].map(isFaulty),
  ).toEqual([true, true, true, true])
})

test('a network of the whole length is one address', () => {
  const isOne = (text: string): boolean => {
    const network = readNetwork(text)
    return network !== undefined && isOneAddress(network)
  }
  expect(['203.0.113.7/32', '2001:db8::7/128', '203.0.113.6/31'].map(isOne)).toEqual([true, true, false])
})

test('the network whose addresses are counted together is a /24, of IPv6 a /48, and every spelling of an address is one (docs/decisions/0068)', () => {
  const of = (address: string) => {
    const { networkBits, host } = crowdPlaceOf(address)
    return [crowdNetworkInWords(networkBits), networkBits.toString(16), host]
  }
  expect(
    [
      '203.0.113.255',
      '::ffff:203.0.113.255',
      '::FFFF:cb00:71ff',
      '2001:DB8:1:2::1',
      '2001:0db8:0001:0002:0000:0000:0000:0001',
      '2001:db8::9',
    ].map(of),
  ).toEqual([
    ['203.0.113.0/24', 'cb0071', 'ff'],
    ['203.0.113.0/24', 'cb0071', 'ff'],
    ['203.0.113.0/24', 'cb0071', 'ff'],
    ['2001:db8:1::/48', '120010db80001', '00020000000000000001'],
    ['2001:db8:1::/48', '120010db80001', '00020000000000000001'],
    ['2001:db8::/48', '120010db80000', '00000000000000000009'],
  ])
  // the ends of both, where a number could be taken for another
  expect(
    ['0.0.0.0', '0.0.1.0', '255.255.254.0', '255.255.255.255', '::1', '::1:0:0:0', 'ffff:ffff:ffff::', '::ff:ffff'].map(
      of,
    ),
  ).toEqual([
    ['0.0.0.0/24', '0', '00'],
    ['0.0.1.0/24', '1', '00'],
    ['255.255.254.0/24', 'fffffe', '00'],
    ['255.255.255.0/24', 'ffffff', 'ff'],
    ['::/48', '1000000000000', '00000000000000000001'],
    ['::/48', '1000000000000', '00000001000000000000'],
    ['ffff:ffff:ffff::/48', '1ffffffffffff', '00000000000000000000'],
    ['::/48', '1000000000000', '00000000000000ffffff'],
  ])
})
