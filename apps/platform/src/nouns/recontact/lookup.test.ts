import { expect, test } from 'vitest'
import { namedBy } from './lookup.ts'

const ONE = '0198c0ffee007000800000000000abcd'
const TWO = '0198c0ffee007000800000000000abce'
const named = (rawText: string, ...furtherIds: readonly string[]) => {
  const { text, hex } = namedBy(1, { line: 1, rawText, furtherIds, reasonCode: null, isBadReason: false, comment: '' })
  return [text, hex]
}

test('a row names its respondent by the RDUD in any of its columns, and no one where two differ (settlement.md §6)', () => {
  expect(named(`1-${ONE}`)).toEqual([`1-${ONE}`, ONE])
  expect(named('panel-7', `1-${ONE}`)).toEqual([`1-${ONE}`, ONE])
  expect(named(`1-${ONE}`, `1-${TWO}`)).toEqual([`1-${ONE} | 1-${TWO}`, null])
  expect(named('panel-7')).toEqual(['panel-7', null])
})
