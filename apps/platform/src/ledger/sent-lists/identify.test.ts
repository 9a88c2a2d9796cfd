import { describe, expect, test } from 'vitest'
import { identify } from './identify.ts'

const HEX = '0198c0ffee007000800000000000abcd'
const RDUD = `1-${HEX}`

describe('an id is read (settlement.md §1)', () => {
  test.each([
    ['as it is', RDUD],
    ['in capitals, with spaces around it', `  ${RDUD.toUpperCase()}\t`],
    ['in quotes and braces', `"{${RDUD}}"`],
    ['with a byte order mark', `\uFEFF${RDUD}`],
    ['within a whole return URL', `https://desk.example/return?inbound_code=1000&rdud=${RDUD}&hash=ab`],
    ['within an encoded one', `https%3A%2F%2Fdesk.example%2Freturn%3Frdud%3D${RDUD}`],
  ])('%s', (_what, text) => {
    expect(identify(text, 1).hex).toBe(HEX)
  })

  test('one of another account names no one', () => {
    expect(identify(RDUD, 2)).toEqual({ hex: null, key: '' })
  })

  test("anything else may be a supplier's id, in its own letter case", () => {
    expect(identify(' "Panel-00017" ', 1)).toEqual({ hex: null, key: 'Panel-00017' })
  })
})
