import { expect, test } from 'vitest'
import { piecesOf, withMarksNamed } from './invisible-marks.ts'

test('marks that show nothing are named: of direction, without width, controls, line separators; letters of any writing stay', () => {
  expect(
    ['a\u202Eb', '\u2066x\u2069', 'p\u200B1', '\u0000\u0085', 'a\u2028b', 'أحمد-7', 'p 1 😀'].map(withMarksNamed),
  ).toEqual(['a[U+202E]b', '[U+2066]x[U+2069]', 'p[U+200B]1', '[U+0000][U+0085]', 'a[U+2028]b', 'أحمد-7', 'p 1 😀'])
})

test('the pieces of a text are all of it, in its order', () => {
  expect([piecesOf('a\u202E\u202Ebc'), piecesOf('')]).toEqual([
    [
      { text: 'a', mark: null },
      { text: '\u202E', mark: 'U+202E' },
      { text: '\u202E', mark: 'U+202E' },
      { text: 'bc', mark: null },
    ],
    [],
  ])
})
