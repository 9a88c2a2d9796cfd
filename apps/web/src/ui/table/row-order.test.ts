import { expect, test } from 'vitest'
import type { DataColumn } from './column.ts'
import { rowOrder } from './row-order.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly ir: number | null
}

const columns: readonly DataColumn<Row>[] = [
  { id: 'name', header: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'ir', header: 'IR', kind: 'percent', value: ({ ir }) => ir },
  { id: 'menu', header: 'Menu', kind: 'custom', value: ({ id }) => id, sortable: false },
]
const rows: readonly Row[] = [
  { id: 'a', name: 'Source 10', ir: 0.2 },
  { id: 'b', name: 'source 9', ir: null },
  { id: 'c', name: 'Ábel', ir: 0.9 },
  { id: 'd', name: '', ir: 0.2 },
  { id: 'e', name: 'abel', ir: 0 },
]
const order = (columnId: string | null, direction: 'ascending' | 'descending' = 'ascending', search = '') =>
  rowOrder({
    rows,
    idOf: ({ id }) => id,
    columns,
    sort: columnId === null ? null : { columnId, direction },
    search,
  }).join('')

test('rows follow the sorted column, equal ones as they came, and rows without a value are last both ways', () => {
  expect({
    none: order(null),
    names: [order('name'), order('name', 'descending')],
    figures: [order('ir'), order('ir', 'descending')],
    unsortable: order('menu'),
    unknown: order('gone'),
  }).toEqual({
    none: 'abcde',
    names: ['cebad', 'abced'],
    figures: ['eadcb', 'cadeb'],
    unsortable: 'abcde',
    unknown: 'abcde',
  })
})

test('the search finds words in any case, not figures, and keeps the order', () => {
  expect([
    order('ir', 'descending', ' SOURCE '),
    order(null, 'ascending', '0.9'),
    order(null, 'ascending', '9'),
    order(null, 'ascending', 'zz'),
  ]).toEqual(['ab', '', 'b', ''])
})
