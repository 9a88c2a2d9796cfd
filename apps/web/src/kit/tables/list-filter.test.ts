import { expect, test } from 'vitest'
import { ALL, codeOptions, filterChange, filtersInWords } from './list-filter.ts'

const TYPES = codeOptions('All types', [{ pm_code: 1, pm_code_name: 'Panel' }])

test('a list of codes begins with all (§3.30)', () => {
  expect(TYPES).toEqual([
    { id: 'all', label: 'All types' },
    { id: '1', label: 'Panel' },
  ])
})

test("a choice goes into the URL, the value 'all' takes the filter out of it (§3.30)", () => {
  expect([filterChange('type', '3'), filterChange('factor', 'off'), filterChange('type', ALL)]).toEqual([
    { type: 3 },
    { factor: 'off' },
    { type: undefined },
  ])
})

test('an export names the chosen filters', () => {
  const type = { name: 'type', label: 'Type', options: TYPES }
  expect([1, undefined, 9].map(chosen => filtersInWords([{ ...type, chosen }]))).toEqual([
    ['Type: Panel'],
    [],
    ['Type: 9'],
  ])
})
