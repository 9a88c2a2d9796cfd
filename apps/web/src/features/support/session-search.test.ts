import { describe, expect, test } from 'vitest'
import { isSearched, queryOf, readSessionSearch } from './session-search.ts'

const NOW = Date.parse('2026-11-21T18:00:00Z')

describe('the search for sessions', () => {
  test('is read from the URL; invalid values are no condition', () => {
    expect(
      readSessionSearch({ user: 'una', account: 2, route: '/projects', error: 'No 5', within: 'day', page: 3 }),
    ).toEqual({ user: 'una', account: 2, route: '/projects', error: 'No 5', within: 'day', page: 3 })
    expect(
      readSessionSearch({
        user: ' ',
        account: -1,
        route: 7,
        error: null,
        within: 'toString',
        from: '2026-02-30',
        to: '2026-02-28',
        page: 'x',
      }),
    ).toEqual({ route: '7', to: '2026-02-28', page: 1 })
    expect([isSearched({ page: 4 }), isSearched({ error: 'x' })]).toEqual([false, true])
  })

  test('a relative range ends now; a page asks for one session more than it shows', () => {
    expect(queryOf({ user: 'una', within: 'hour', page: 2 }, NOW, 'UTC')).toEqual({
      user: 'una',
      from: '2026-11-21T17:00:00.000Z',
      limit: 51,
      offset: 50,
    })
  })

  test('days are meant in the zone, also when clocks change', () => {
    expect(queryOf({ from: '2026-10-31', to: '2026-11-01' }, NOW, 'America/New_York')).toEqual({
      from: '2026-10-31T04:00:00.000Z',
      to: '2026-11-02T04:59:59.999Z',
      limit: 51,
      offset: 0,
    })
    expect(queryOf({ from: '2026-11-01', to: '2026-11-01' }, NOW, 'Pacific/Auckland')).toEqual({
      from: '2026-10-31T11:00:00.000Z',
      to: '2026-11-01T10:59:59.999Z',
      limit: 51,
      offset: 0,
    })
  })
})
