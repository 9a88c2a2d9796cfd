import { expect, test } from 'vitest'
import { canonicalParameters, hashParameters, judgeHash } from './return-hash.ts'

const parameters = new Map([
  ['rdud', '2s-0189'],
  ['inbound_code', '1000'],
  ['Zip', 'a b&c'],
])
const signed = (secret: string) => new Map([...parameters, ['hash', hashParameters(parameters, secret)]])

test('the canonical text is sorted by name, percent-encoded, without the hash', () => {
  expect(canonicalParameters(signed('any'))).toBe('Zip=a%20b%26c&inbound_code=1000&rdud=2s-0189')
})

test('the hash is HMAC-SHA256 in hex', () => {
  // printf 'Zip=a%%20b%%26c&inbound_code=1000&rdud=2s-0189' | openssl dgst -sha256 -hmac 'first key'
  expect(hashParameters(parameters, 'first key')).toBe('659a0739870ebc70e34749e3d2596b9aa20854c4caf10402644c48056cea58f0')
})

test('either of two keys will do while one replaces the other', () => {
  const keys = ['first key', 'second key']
  expect([judgeHash(signed('first key'), keys, true), judgeHash(signed('second key'), keys, true), judgeHash(signed('third key'), keys, true)]).toEqual(['valid', 'valid', 'wrong'])
  expect(judgeHash(new Map([...parameters, ['hash', hashParameters(parameters, 'first key').toUpperCase()]]), keys, true)).toBe('valid')
})

test('a hash over other parameters, of another length, or none at all is not valid', () => {
  const tampered = new Map([...signed('first key'), ['inbound_code', '2000']])
  expect(judgeHash(tampered, ['first key'], true)).toBe('wrong')
  expect(judgeHash(new Map([...parameters, ['hash', 'abcd']]), ['first key'], true)).toBe('wrong')
  expect(judgeHash(new Map([...parameters, ['hash', '']]), ['first key'], true)).toBe('missing')
  expect(judgeHash(parameters, ['first key'], true)).toBe('missing')
  expect(judgeHash(signed('first key'), [], true)).toBe('wrong')
})

test('where none is required, a hash that is given must still be right', () => {
  expect([judgeHash(parameters, ['first key'], false), judgeHash(signed('other'), ['first key'], false), judgeHash(signed('other'), [], false)]).toEqual(['unchecked', 'wrong', 'unchecked'])
})
