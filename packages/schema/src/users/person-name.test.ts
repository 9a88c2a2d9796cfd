import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { cleanedName, partsOfName, personName } from './person-name.ts'

test.each([
  ['Ana', true],
  ['Silva, Jr.', true],
  ['Ana\nBcc: eve@evil.example', false],
  ['Ana <eve@evil.example>', false],
  ['Ana\u2028', false],
  ['\u202Eana', false],
  ['Ana\0', false],
])('the name %j is taken: %s', (name, isTaken) => {
  expect(Schema.is(personName('Firstname'))(name)).toBe(isTaken)
})

test('a name of a single sign-on is cleaned to one that is taken', () => {
  const cleaned = cleanedName(' Ana\r\nBcc: <eve@evil.example>\0 ')
  expect(cleaned).toBe('Ana Bcc: eve@evil.example')
  expect(Schema.is(personName('Firstname'))(cleaned)).toBe(true)
  expect(cleanedName('\u202E')).toBe('')
  expect(cleanedName('ä'.repeat(300))).toBe('ä'.repeat(200))
})

test('a whole name has its first word first', () => {
  expect(partsOfName(' Ana  Maria Silva ')).toEqual({ firstname: 'Ana', lastname: 'Maria Silva' })
})
