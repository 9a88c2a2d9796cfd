import { describe, expect, test } from 'vitest'
import { damagedNumber, isDamagedFrom } from './damaged-id.ts'
import { suggestionKeys } from './suggestion-keys.ts'

const ID = '0198c0ffee007000800000000000abcd'

/** Whether an id has a piece that a similar one is looked up by, as the SQL cuts it. */
function isFound(sent: string, stored: string): boolean {
  const pieces = [0, 1, 2].map(piece => {
    const [from, to] = [Math.floor((stored.length * piece) / 3), Math.floor((stored.length * (piece + 1)) / 3)]
    return { length: stored.length, piece, text: stored.slice(from, to) }
  })
  return suggestionKeys(sent).some(key =>
    pieces.some(({ length, piece, text }) => key.length === length && key.piece === piece && key.text === text),
  )
}

describe('a suggestion (settlement.md §1)', () => {
  test('is found for every id that lacks one letter and has another one wrong, and for none that is far off', () => {
    for (let at = 0; at < ID.length; at++)
      for (let other = 0; other < ID.length - 1; other++) {
        const lacking = ID.slice(0, at) + ID.slice(at + 1)
        expect([at, other, isFound(`${lacking.slice(0, other)}z${lacking.slice(other + 1)}`, ID)]).toEqual([
          at,
          other,
          true,
        ])
      }
    expect(isFound('f'.repeat(32), ID)).toBe(false)
  })

  test.each([
    ['1.2E+15', '1234567890123456', true],
    ['1,23457E+15', '1234567890123456', true],
    ['1.2E+15', '1300000000000000', false],
    ['1.2E+15', '123456789012345', false],
    ['1234567890123450000', '1234567890123456789', true],
    ['1234567890123450000', '1234567890123756789', false],
  ])('%s is what a spreadsheet leaves of %s: %s', (sent, stored, isIt) => {
    const number = damagedNumber(sent)
    expect(number !== null && isDamagedFrom(number, stored)).toBe(isIt)
  })

  test('is nothing for a plain id', () => {
    expect(['rid-17', '12345678', ID].map(damagedNumber)).toEqual([null, null, null])
  })
})
