import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseLinkParameters, type LinkParameters } from './link-parameters.ts'
import { hashParameters, judgeHash } from './return-hash.ts'
import { canonicalParameters } from './signed-texts.ts'

const judge = (parameters: LinkParameters, secrets: readonly string[], required: boolean) =>
  judgeHash(parameters, secrets, required, null)
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
  expect(hashParameters(parameters, 'first key')).toBe(
    '659a0739870ebc70e34749e3d2596b9aa20854c4caf10402644c48056cea58f0',
  )
})

test('either of two keys is valid while one replaces the other', () => {
  const keys = ['first key', 'second key']
  expect([
    judge(signed('first key'), keys, true),
    judge(signed('second key'), keys, true),
    judge(signed('third key'), keys, true),
  ]).toEqual(['valid', 'valid', 'wrong'])
  expect(
    judge(new Map([...parameters, ['hash', hashParameters(parameters, 'first key').toUpperCase()]]), keys, true),
  ).toBe('valid')
})

test('a hash over other parameters, of another length, or none at all is not valid', () => {
  const tampered = new Map([...signed('first key'), ['inbound_code', '2000']])
  expect(judge(tampered, ['first key'], true)).toBe('wrong')
  expect(judge(new Map([...parameters, ['hash', 'abcd']]), ['first key'], true)).toBe('wrong')
  expect(judge(new Map([...parameters, ['hash', '']]), ['first key'], true)).toBe('missing')
  expect(judge(parameters, ['first key'], true)).toBe('missing')
  expect(judge(signed('first key'), [], true)).toBe('wrong')
})

test('where none is required, a hash that is given must still be right', () => {
  expect([
    judge(parameters, ['first key'], false),
    judge(signed('other'), ['first key'], false),
    judge(signed('other'), [], false),
  ]).toEqual(['unchecked', 'wrong', 'unchecked'])
})

const KEY = 'first key'
const verdictOf = (text: string, sent: string) => {
  const query = `${sent}&hash=${createHmac('sha256', KEY).update(text).digest('hex')}`
  return judgeHash(parseLinkParameters(query), [KEY], true, query)
}

test.each([
  // the signed text, and the text sent
  ['RFC 3986, as PHP’s rawurlencode', 'note=%21%27%28%29%2A', 'note=%21%27%28%29%2A'],
  ['RFC 3986, sent as it is typed', 'note=%21%27%28%29%2A', "note=!'()*"],
  ['RFC 3986, sent as a form', 'note=%21%27%28%29%2A%20~', 'note=%21%27%28%29*+%7E'],
  ['encodeURIComponent', "note=!'()*", "note=!'()*"],
  ['encodeURIComponent, which a browser mends on the way', "note=!'()*", 'note=!%27()*'],
  ['encodeURIComponent, sent as a form', "note=!'()*%20~", 'note=%21%27%28%29*+%7E'],
  ['a form', 'note=a+b%7E%2B*', 'note=a+b%7E%2B*'],
  ['a form, sent by RFC 3986', 'note=a+b%7E%2B*', 'note=a%20b~%2B%2A'],
  ['the sent text, in lower case', 'note=%c3%bc%2a', 'note=%c3%bc%2a'],
  ['the sent text, encoded without need', 'n%6Fte=%61', 'n%6Fte=%61'],
  ['the sent text, a name without a value', 'note', 'note'],
  ['an empty value', 'note=', 'note'],
])('a hash is right over %s (domain.md §3)', (_name, signed, sent) => {
  expect(verdictOf(`inbound_code=1000&${signed}&rdud=2s-0189`, `rdud=2s-0189&${sent}&inbound_code=1000`)).toBe('valid')
})

test('a hash is right over the text as it was sent, in its order (domain.md §3)', () => {
  const sent = 'rdud=2s-0189&n%6Fte=%61&inbound_code=1000'
  expect([verdictOf(sent, sent), verdictOf(sent, 'n%6Fte=%61&rdud=2s-0189&inbound_code=1000')]).toEqual([
    'valid',
    'wrong',
  ])
})

test.each([
  [
    'the values as they are read, not encoded',
    'inbound_code=1000&note=a b&rdud=2s-0189',
    'inbound_code=1000&note=a%20b&rdud=2s-0189',
  ],
  [
    'lower-case percent sequences that were not sent so',
    'inbound_code=1000&note=%c3%bc&rdud=2s-0189',
    'inbound_code=1000&note=%C3%BC&rdud=2s-0189',
  ],
  [
    'pairs that are sorted whole, where a name begins with another',
    'inbound_code=1000&rdud2=1&rdud=2s-0189',
    'rdud2=1&inbound_code=1000&rdud=2s-0189',
  ],
  ['all but one of the parameters', 'inbound_code=1000&rdud=2s-0189', 'inbound_code=1000&note=&rdud=2s-0189'],
  ['the hash itself among them', 'hash=&inbound_code=1000&rdud=2s-0189', 'inbound_code=1000&rdud=2s-0189'],
  [
    'a plus sign where a space was read',
    'inbound_code=1000&note=a%2Bb&rdud=2s-0189',
    'inbound_code=1000&note=a+b&rdud=2s-0189',
  ],
])('and is wrong over %s (domain.md §3)', (_name, text, sent) => {
  expect(verdictOf(text, sent)).toBe('wrong')
})

test('a return that came as JSON is judged by its fields alone (domain.md §3)', () => {
  const signed = new Map([...parameters, ['note', "!'() é"]])
  const hash = hashParameters(signed, KEY)
  expect([
    judge(new Map([...signed, ['hash', hash]]), [KEY], true),
    judge(new Map([...signed, ['note', ''], ['hash', hash]]), [KEY], true),
  ]).toEqual(['valid', 'wrong'])
})
