import { expect, test } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

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
