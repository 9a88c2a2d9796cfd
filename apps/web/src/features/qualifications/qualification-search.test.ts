import { expect, test } from 'vitest'
import { readFilters, readShelf } from './qualification-search.ts'

test('filters are read from the URL; invalid values count as none (§2.14)', () => {
  expect(
    [{ type: 2, category: '3', class: 1 }, { type: 'all', category: -1, class: 'x' }, {}].map(readFilters),
  ).toEqual([{ type: 2, category: 3, class: 1 }, {}, {}])
  expect([{ shelf: 'library' }, { shelf: 'own' }, { shelf: 5 }, {}].map(readShelf)).toEqual([
    'library',
    'own',
    'own',
    'own',
  ])
})
