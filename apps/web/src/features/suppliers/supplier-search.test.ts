import { expect, test } from 'vitest'
import { readSupplierFilters } from './supplier-search.ts'

test('filters are read from the URL; invalid values count as none', () => {
  expect(
    [{ type: 2, recruitment: '7' }, { type: 'all', recruitment: -1 }, { type: true }, {}].map(readSupplierFilters),
  ).toEqual([{ type: 2, recruitment: 7 }, {}, {}, {}])
})
