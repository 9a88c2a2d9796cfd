import { expect, test } from 'vitest'
import { WithheldKey } from './withheld-key.ts'

const KEY = 'sk-scripted-sk-word'

/** The text shown piece by piece, and at the end. */
function shownOf(pieces: readonly string[], key: string | null = KEY): readonly string[] {
  const withheld = new WithheldKey(key)
  return [...pieces.map(piece => withheld.add(piece)), withheld.rest()]
}

test.each([
  [[`It is ${KEY}.`], ['It is […].', '']],
  [
    ['It is sk-scri', 'pted-sk-', 'word', ' and more'],
    ['It is ', '', '[…]', ' and more', ''],
  ],
  [KEY.split(''), [...Array.from({ length: KEY.length - 1 }, () => ''), '[…]', '']],
  [
    ['sk-scripted-sk-', 'scripted-sk-word'],
    ['', 'sk-scripted-[…]', ''],
  ],
  [
    ['ask', '-ing'],
    ['a', 'sk-ing', ''],
  ],
  [['the end is sk-'], ['the end is ', 'sk-']],
])('of %j nothing that is shown holds the key', (pieces, shown) => {
  expect(shownOf(pieces)).toEqual(shown)
})

test('without a key, or with an ordinary word for one, the text is as it came', () => {
  expect([shownOf(['an EMPTY', ' list'], 'EMPTY'), shownOf(['a sk-'], null)]).toEqual([
    ['an EMPTY', ' list', ''],
    ['a sk-', ''],
  ])
})
