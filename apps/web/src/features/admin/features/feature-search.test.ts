import { expect, test } from 'vitest'
import { readFeatureFilters } from './feature-search.ts'

test('the filters of the URL are an account type and a feature; everything else is no filter (§2.25)', () => {
  expect(
    [
      { type: 'DESK', off: 'nested_quota' },
      { type: 'DEFENDER', off: 'any' },
      { type: 'all', off: 'all' },
      { type: 1, off: ['nested_quota'] },
    ].map(readFeatureFilters),
  ).toEqual([{ type: 'DESK', off: 'nested_quota' }, { type: 'DEFENDER', off: 'any' }, {}, {}])
})
