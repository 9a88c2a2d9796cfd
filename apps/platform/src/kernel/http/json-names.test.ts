import { expect, test } from 'vitest'
import { nameGivenTwice } from './json-names.ts'

test('a name that one object holds twice is found, however it is written (I2)', () => {
  const texts = [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"b":{"c":[{"x":1 , "x" :1}]}}',
    '{"":0,"":0}',
    '{"__proto__":1,"__proto__":2}',
    '{"a":"{","a":"}"}',
  ]
  expect(texts.map(nameGivenTwice)).toEqual(['a', 'a', 'x', '', '__proto__', 'a'])
})

test('the same name in different objects, or the same text as a value, is no duplicate', () => {
  const texts = [
    '{}',
    '[]',
    '"a"',
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":"b\\",\\"a\\":1"}',
    '{"a":"\\\\","b":1}',
  ]
  expect(texts.map(nameGivenTwice)).toEqual(texts.map(() => null))
})
