import { expect, test } from 'vitest'
import { bodyRefusal, isDeeperThan } from './body-refusal.ts'

test('lists and objects count as levels, one within another (I2)', () => {
  const texts = ['1', '[]', '[[],[]]', '{"a":[]}', '[[[]]]', '{"a":{"b":{}}}', '[1,{"a":[', ']][[[']
  expect(texts.map(text => isDeeperThan(2, text))).toEqual([false, false, false, false, true, true, true, false])
})

test('the text in a string opens nothing, however its quotes are written, closed or not', () => {
  const texts = [
    '"[[["',
    '{"[[[":"{{{"}',
    '["\\"[[["]',
    '["\\\\\\"[[["]',
    '["\\\\",[[[',
    '["[[[',
    '["\\',
    '["a","[[",[["]"',
  ]
  expect(texts.map(text => isDeeperThan(2, text))).toEqual([false, false, false, false, true, false, false, true])
})

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  ['{"a":"b"}', null],
  ['{"a":"b"', 'The body is not valid JSON.'],
  ['{"a":"\0"}', 'The body holds a NUL character.'],
  [String.raw`{"a":"\u0000"}`, 'The body holds a NUL character.'],
  [String.raw`{"a":"\ud800"}`, 'The body holds half a character.'],
  ['{"a":1,"b":{"c":2},"a":3}', 'The body names the field "a" twice.'],
  // the same name in another spelling
  [String.raw`{"a":1,"\u0061":3}`, 'The body names the field "a" twice.'],
])('%j: %s (F12)', (text, refusal) => expect(bodyRefusal(text, '/v1/projects')).toBe(refusal))

test('a body is as deep as 40 levels, before anything walks it (F12)', () => {
  expect([40, 41, 100_000].map(levels => bodyRefusal(nested(levels), '/v1/projects'))).toEqual([
    null,
    'The body is nested deeper than 40 levels.',
    'The body is nested deeper than 40 levels.',
  ])
})

test('a journal keeps typed text unchanged, half characters too', () =>
  expect(bodyRefusal(String.raw`{"a":"\ud800"}`, '/v1/journals/7')).toBe(null))
