import { expect, test } from 'vitest'
import { readAccountFilters } from './account-search.ts'

test('the filters of the URL are a type and whether it is suspended; everything else is no filter (§2.25)', () => {
  expect(
    [
      { type: 'DESK', state: 'active' },
      { type: 'DEFENDER', state: 'suspended' },
      { type: 'all', state: 'all' },
      { type: 1, state: ['active'] },
    ].map(readAccountFilters),
  ).toEqual([{ type: 'DESK', state: 'active' }, { type: 'DEFENDER', state: 'suspended' }, {}, {}])
})
