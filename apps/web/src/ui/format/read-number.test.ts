import { describe, expect, test } from 'vitest'
import { readNumber } from './read-number.ts'

describe('a number is read as people write it (look.md 14)', () => {
  test.each([
    ['250', '250'],
    ['2.50', '2.50'],
    ['2,50', '2.50'],
    ['15,5', '15.5'],
    ['0,125', '0.125'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['2.', '2'],
    ['2,', '2'],
    ['1,200', '1200'],
    ['1,200.50', '1200.50'],
    ['12,345,678', '12345678'],
    ['1200,50', '1200.50'],
    ['1 200', '1200'],
    ['1 200,50', '1200.50'],
    ["1'200.50", '1200.50'],
    ['1.2', '1.2'],
    ['0.001', '0.001'],
    ['007', '7'],
    ['0', '0'],
    [' $1,200.50 ', '1200.50'],
    ['15,5 %', '15.5'],
  ])('%s is %s', (typed, text) => expect(readNumber(typed)).toEqual({ kind: 'number', text }))

  test('nothing is no number, and no fault either', () =>
    expect(['', '  '].map(readNumber)).toEqual([{ kind: 'empty' }, { kind: 'empty' }]))
})

describe('a text that is not one number is refused in words, never dropped in silence (look.md 14)', () => {
  const minus = (shown: string) => `“${shown}” has a minus sign: give a number of 0 or more`
  const none = (shown: string) => `“${shown}” is not a number: use digits, and a dot before decimals`
  const twoWays = (shown: string) =>
    `“${shown}” can be read in two ways: write it with one dot at most, and no other separators`
  test.each([
    ['-5', minus('-5')],
    ['−5', minus('−5')],
    ['$-5', minus('$-5')],
    ['5-', minus('5-')],
    ['1e3', '“1e3” has an exponent: write the number out'],
    ['2.5E-1', '“2.5E-1” has an exponent: write the number out'],
    ['abc', none('abc')],
    ['12a', none('12a')],
    ['€2', none('€2')],
    ['+5', none('+5')],
    ['1/2', none('1/2')],
    ['0x10', none('0x10')],
    ['1 2', none('1 2')],
    ['٣', none('٣')],
    ['.', none('.')],
    [',', none(',')],
    ['$', none('$')],
    ['Infinity', none('Infinity')],
    ['1.200,50', '“1.200,50” can be read in two ways: write 1200.50'],
    ['1.200.000', twoWays('1.200.000')],
    ['1.2.3', twoWays('1.2.3')],
    ['1,20,0', twoWays('1,20,0')],
    ['12,34.5', twoWays('12,34.5')],
    ['0,200,000', twoWays('0,200,000')],
  ])('%s', (typed, message) => expect(readNumber(typed)).toEqual({ kind: 'refused', message }))
})

test('an accepted text has digits and at most one dot (§5.29)', () => {
  const read = [' $1,200.5 ', '2,50', '1 200,75', '.5', '15 %'].map(readNumber)
  expect(read.map(one => (one.kind === 'number' ? /^\d+(?:\.\d+)?$/.test(one.text) : one))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
})
