import { describe, expect, test } from 'vitest'
import { ALL, chosenFilter, projectQuery, readProjectSearch, withFilter } from './project-search.ts'

describe('project list filters', () => {
  test("'all' is no filter and never leaves the page (§3.30)", () => {
    const fromUrl = readProjectSearch({ status: 'all', consultant: 'all', business_unit_ud: 'all', q: 'tea' })
    const chosen = withFilter(withFilter({ status: 1, consultant: 1_900_001, q: 'tea' }, 'status', ALL), 'consultant', ALL)
    expect([fromUrl, projectQuery(fromUrl), chosen, projectQuery(chosen)]).toEqual([{ q: 'tea' }, {}, { q: 'tea' }, {}])
  })

  test('status, consultant and business_unit_ud go to the platform by these names (§3.30)', () => {
    const search = withFilter(withFilter(withFilter({ sort: '-completes' }, 'status', '2'), 'consultant', '7'), 'business_unit_ud', '31')
    expect([search, projectQuery(search)]).toEqual([
      { sort: '-completes', status: 2, consultant: 7, business_unit_ud: 31 },
      { status: 2, consultant: 7, business_unit_ud: 31 },
    ])
  })

  test("a filter's list shows what the URL says, 'all' without it (§3.30)", () => {
    expect([chosenFilter({ status: 2 }, 'status'), chosenFilter({}, 'consultant')]).toEqual(['2', 'all'])
  })

  test('what makes no sense in the URL is no filter', () => {
    expect(readProjectSearch({ status: 99, consultant: 'x', business_unit_ud: -1 })).toEqual({})
  })
})
