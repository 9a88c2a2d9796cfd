import { expect, test } from 'vitest'
import { centsOf } from './currency.ts'

test('every price from 0.00 to 999.99 is stored in its own cents, also where its float lies below or above them', () => {
  const cents = Array.from({ length: 100_000 }, (_, at) => at)
  expect(cents.filter(whole => centsOf(whole / 100) !== whole)).toEqual([])
  expect([centsOf(4.35), centsOf(4.15), centsOf(null), centsOf(undefined)]).toEqual([435, 415, null, null])
})
