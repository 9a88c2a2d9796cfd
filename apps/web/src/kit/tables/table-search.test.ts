import { expect, test } from 'vitest'
import { idOf, readTableSearch, sortFromText, sortToText, statusOf } from './table-search.ts'

test('search, order and view come from the URL; invalid values are ignored', () => {
  expect([
    readTableSearch({ q: 'tea', sort: '-completes', view: 'money', other: 1 }),
    readTableSearch({ q: 1234, sort: 'name' }),
    readTableSearch({ q: '  ', sort: 'a b', view: {} }),
    readTableSearch({ q: ['x'], sort: null, view: true }),
    readTableSearch({ q: 'x'.repeat(300) }).q?.length,
  ]).toEqual([{ q: 'tea', sort: '-completes', view: 'money' }, { q: '1234', sort: 'name' }, {}, {}, 200])
})

test('an order goes into the URL and comes back; an unknown column gives none', () => {
  const columns = ['name', 'completes']
  expect([
    sortFromText('-completes', columns),
    sortFromText('name', columns),
    sortFromText('-gone', columns),
    sortFromText(undefined, columns),
  ]).toEqual([
    { columnId: 'completes', direction: 'descending' },
    { columnId: 'name', direction: 'ascending' },
    null,
    null,
  ])
  expect([
    sortToText({ columnId: 'completes', direction: 'descending' }),
    sortToText({ columnId: 'name', direction: 'ascending' }),
    sortToText(null),
  ]).toEqual(['-completes', 'name', undefined])
})

test('the query parameter state is a status code, or no filter (§2.18, §2.19)', () => {
  expect([1, '6', '7', 0, 'live', 1.5, null, undefined].map(statusOf)).toEqual([
    1,
    6,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('ids are whole numbers that a database id can be', () => {
  expect(['12', 12, '012', 0, -1, 2_147_483_648, '1e3', '99999999999'].map(idOf)).toEqual([
    12,
    12,
    12,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
