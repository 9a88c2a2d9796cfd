import { describe, expect, test } from 'vitest'
import { ALL, filterChange } from '#kit/tables/list-filter.ts'
import { readProjectFilters } from './project-search.ts'

describe('project list filters', () => {
  test("'all' is no filter and never leaves the page (§3.30)", () => {
    expect([
      readProjectFilters({ status: 'all', consultant: 'all', business_unit_ud: 'all', q: 'tea' }),
      readProjectFilters({ status: 2, ...filterChange('status', ALL) }),
      filterChange('consultant', ALL),
    ]).toEqual([{}, {}, { consultant: undefined }])
  })

  test('status, consultant and business_unit_ud go to the platform by these names (§3.30)', () => {
    const url = {
      sort: '-completes',
      ...filterChange('status', '2'),
      ...filterChange('consultant', '1900001'),
      ...filterChange('business_unit_ud', '31'),
    }
    expect(readProjectFilters(url)).toEqual({ status: 2, consultant: 1_900_001, business_unit_ud: 31 })
  })

  test('an invalid value in the URL is no filter', () => {
    expect(readProjectFilters({ status: 99, consultant: 'x', business_unit_ud: -1 })).toEqual({})
  })
})
