import { expect, test } from 'vitest'
import { hasOnlyOwnPrices, ownPriceWords } from './own-prices.ts'

test.each([
  [[{ supplier_cpi: null }, {}, { supplier_cpi: '' }], [], false],
  [[{ supplier_cpi: 2.5 }, {}], ['1 supplier has a price of its own.'], false],
  [[{ supplier_cpi: '2.50' }, { supplier_cpi: 3 }], ['2 suppliers have prices of their own.'], true],
  [[], [], false],
])('of the suppliers %j those with a price of their own are counted (§5.19)', (suppliers, words, isOnly) => {
  expect([ownPriceWords(suppliers), hasOnlyOwnPrices(suppliers)]).toEqual([words, isOnly])
})
