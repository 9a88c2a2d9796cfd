import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { AskedInstant } from './ids.ts'

test.each([
  ['2026-11-26T07:00:00Z', true],
  ['2026-11-26T07:00:00.123456Z', true],
  ['2028-02-29T23:59:59.999Z', true],
  ['0001-01-01T00:00:00Z', true],
  ['9999-12-31T23:59:59Z', true],
  ['2026-02-29T00:00:00Z', false],
  ['2026-02-30T00:00:00Z', false],
  ['2026-04-31T12:00:00Z', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-11-26T24:00:00Z', false],
  ['2026-11-26T23:59:60Z', false],
  ['0000-01-01T00:00:00Z', false],
])('a user may ask for %s: %s, as for any moment that PostgreSQL has (§5.28)', (text, isTaken) => {
  expect(Schema.decodeUnknownExit(AskedInstant)(text)._tag).toBe(isTaken ? 'Success' : 'Failure')
})

test.each([
  ['2026-11-01T00:00:00+01:00', '2026-10-31T23:00:00Z'],
  ['2026-11-01T00:00:00.123456-05:30', '2026-11-01T05:30:00.123456Z'],
  // as a query with an unencoded plus sign arrives
  ['2026-11-01T00:00:00 01:00', '2026-10-31T23:00:00Z'],
  ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z'],
])('the instant %s is %s in UTC', (text, utc) => {
  expect(Schema.decodeUnknownSync(AskedInstant)(text)).toBe(utc)
})

test.each([
  '2026-11-31T00:00:00+01:00',
  '2026-11-01T24:00:00+01:00',
  '2026-11-01T00:00:00+24:00',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '2026-11-01T00:00:00',
])('%s is no instant: its day, its offset or its year does not exist', text => {
  expect(Schema.decodeUnknownExit(AskedInstant)(text)._tag).toBe('Failure')
})
