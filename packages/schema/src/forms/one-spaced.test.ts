import { expect, test } from 'vitest'
import { isSeen, oneSpaced } from './one-spaced.ts'

test.each([
  ['  Consumer \u00A0 East ', 'Consumer East'],
  ['Con\u200Bsumer\uFEFF', 'Consumer'],
  ['Con\u00ADsu\u2060mer', 'Consumer'],
  // a space without width hides no space around it
  ['\u200B Consumer \u200B', 'Consumer'],
  // an accent after its letter, or both in one character
  ['Cafe\u0301', 'Caf\u00E9'],
])('%j is stored as %j: names that look the same are the same text', (typed, stored) =>
  expect(oneSpaced(typed)).toBe(stored),
)

test('joiners that scripts and emoji are spelled with stay', () => {
  const persian = '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'
  expect(oneSpaced(persian)).toBe(persian)
})

test('a text of spaces, joiners and fillers alone is not seen', () => {
  expect([' \u00A0', '\u200B', '\u200D\u2060', '\u3164', '\u2800'].filter(isSeen)).toEqual([])
  expect(['a', '\u200Ba', '\u{1F600}', '0'].filter(text => !isSeen(text))).toEqual([])
})

test('a name grows no longer: letters that have several characters in place of a composed one stay', () =>
  expect(oneSpaced('\uFB2C'.repeat(100))).toBe('\uFB2C'.repeat(100)))
