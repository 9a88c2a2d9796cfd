import { expect, test } from 'vitest'
import { addressOf, filtersOf, lookFor, lookOf } from './list-address.ts'

const LOOK = {
  filters: { status: '3', country: 'Côte d’Ivoire' },
  sort: '-ir',
  columnIds: ['name', 'ir', 'cpi'],
  density: 'compact',
}

test('a view stores filters, order, columns and density, and gives them back (day.md §3)', () => {
  expect(lookOf(addressOf(LOOK))).toEqual(LOOK)
  expect(addressOf(LOOK)).toBe('country=C%C3%B4te+d%E2%80%99Ivoire&status=3&sort=-ir&cols=name.ir.cpi&rows=compact')
})

test('filters in another order are the same look, another order of columns is not (day.md §3)', () => {
  const { status, country } = LOOK.filters
  expect(addressOf({ ...LOOK, filters: { country, status } })).toBe(addressOf(LOOK))
  expect(addressOf({ ...LOOK, columnIds: ['name', 'cpi', 'ir'] })).not.toBe(addressOf(LOOK))
})

test('the search and the parameters of other parts of the page are no filters of a view', () => {
  expect(filtersOf({ q: 'tea', view: 'live', status: 3, country: '', type: 'diy' }, ['status', 'country'])).toEqual({
    status: '3',
  })
})

test('a reader has the columns that they may see, and no order by another one (day.md §3)', () => {
  const { look, hiddenIds } = lookFor({ ...LOOK, sort: '-cpi' }, new Set(['name', 'ir', 'loi']))
  expect([look.columnIds, look.sort, hiddenIds]).toEqual([['name', 'ir'], undefined, ['cpi']])
  expect(lookFor(LOOK, new Set(LOOK.columnIds))).toEqual({ look: LOOK, hiddenIds: [] })
})

test('a view that holds no columns or density has the default density', () => {
  expect(lookOf('status=3')).toEqual({ filters: { status: '3' }, sort: undefined, columnIds: [], density: 'default' })
})
