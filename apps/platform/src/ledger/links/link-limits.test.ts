import { expect, test } from 'vitest'
import { LinkLimit, TooManyFromAddress } from './link-limits.ts'

function open(most: number) {
  const clock = { nowMs: 1_000_000 }
  const limit = new LinkLimit(most, () => clock.nowMs)
  /** 0: accepted; else the seconds to wait. */
  const take = (address: string, id = 1): number => {
    try {
      limit.take(address, id)
      return 0
    } catch (error) {
      if (error instanceof TooManyFromAddress) return error.retryAfterSeconds
      throw error
    }
  }
  return { clock, take, miss: (address: string) => limit.miss(address) }
}

test('an address has a limit a minute for each source, and learns how long to wait (S2)', () => {
  const { clock, take } = open(2)
  expect([
    take('203.0.113.7'),
    take('203.0.113.7'),
    take('203.0.113.7'),
    take('203.0.113.8'),
    take('203.0.113.7', 2),
  ]).toEqual([0, 0, 60, 0, 0])
  clock.nowMs += 59_500
  expect(take('203.0.113.7')).toBe(1)
  clock.nowMs += 500
  expect(take('203.0.113.7')).toBe(0)
})

test('the addresses of an IPv6 network are one, and an IPv4 address is one however it is written (S2)', () => {
  const { take } = open(1)
  expect([
    take('2001:db8::1'),
    take('2001:db8::2:0:0:1'),
    take('2001:db8:0:1::1'),
    take('203.0.113.7'),
    take('::ffff:203.0.113.7'),
  ]).toEqual([0, 60, 0, 0, 60])
})

test('this machine’s own requests have no limit', () => {
  const { take } = open(1)
  expect([take('127.0.0.1'), take('127.0.0.1'), take('::1'), take('::1')]).toEqual([0, 0, 0, 0])
})

test('a clock that is set back blocks no one for longer than a minute (F10)', () => {
  const { clock, take } = open(1)
  take('203.0.113.7')
  clock.nowMs -= 3_600_000
  expect([take('203.0.113.7'), take('203.0.113.7')]).toEqual([0, 60])
})

test('requests for unknown sources count together, whatever their number (S2)', () => {
  const { take, miss } = open(2)
  for (const id of [1, 2]) {
    expect(take('203.0.113.7', id)).toBe(0)
    miss('203.0.113.7')
  }
  expect([take('203.0.113.7', 3), take('203.0.113.8', 3)]).toEqual([60, 0])
})
