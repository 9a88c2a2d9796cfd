import { describe, expect, test } from 'vitest'
import { addressGuard, isNetwork } from './address-guard.ts'

const INNER = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fe80::1',
  'fc00::1',
  'ff02::1',
]
const OUTER = ['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:8.8.8.8']

describe('the guard of addresses (promises S9)', () => {
  test('no address inside is allowed, in any form, and no text that is not an address', () => {
    const guard = addressGuard([])
    expect(INNER.filter(guard.isAllowed)).toEqual([])
    expect(OUTER.filter(guard.isAllowed)).toEqual(OUTER)
    expect(['', 'localhost', '127.1.', '1.2.3'].filter(guard.isAllowed)).toEqual([])
  })

  test('a network that the installation opens is allowed, and nothing beside it', () => {
    const guard = addressGuard(['10.1.0.0/16', '::1/128'])
    expect(INNER.filter(guard.isAllowed)).toEqual(['10.1.2.3', '::1'])
    expect([...INNER, ...OUTER].filter(guard.isOpened)).toEqual(['10.1.2.3', '::1'])
  })

  test('a network is an address with a number of bits', () => {
    expect(['10.1.0.0/16', '::1/128', '10.1.0.0', 'inside', '10.1.0.0/33'].map(isNetwork)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
