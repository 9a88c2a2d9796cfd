import { expect, test } from 'vitest'
import { filterChange, readUserFilters } from './user-search.ts'

test('filters are read from the URL; what makes no sense is none', () => {
  expect([{ role: 2, factor: 'on' }, { role: '3' }, { role: 4, factor: 'maybe' }, { role: 'all', factor: true }, {}].map(readUserFilters)).toEqual([{ role: 2, factor: 'on' }, { role: 3 }, {}, {}, {}])
})

test("the value 'all' takes a filter out of the URL (§3.30)", () => {
  expect([filterChange('role', '1'), filterChange('factor', 'off'), filterChange('role', 'all'), filterChange('factor', 'all')]).toEqual([{ role: 1 }, { factor: 'off' }, { role: undefined }, { factor: undefined }])
})
