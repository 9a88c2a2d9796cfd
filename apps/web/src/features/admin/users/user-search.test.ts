import { expect, test } from 'vitest'
import { readUserFilters } from './user-search.ts'

test('filters are read from the URL; invalid values count as none', () => {
  expect(
    [
      { role: 2, factor: 'on', state: 'inactive' },
      { role: '3', state: 'gone' },
      { role: 6, factor: 'maybe' },
      { role: 'all', factor: true },
      {},
    ].map(readUserFilters),
  ).toEqual([{ role: 2, factor: 'on', state: 'inactive' }, { role: 3 }, {}, {}, {}])
})
