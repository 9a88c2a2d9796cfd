import { describe, expect, test } from 'vitest'
import { cellText, type DataColumn } from './column.ts'
import { csvCell } from './csv-export.ts'
import { nextPosition } from './grid-navigation.ts'
import { watchOrder } from './order-watch.ts'
import { seeded } from './testing/seeded.ts'
import { compareKeys, isInOrder, nextSort, sortKey } from './sort.ts'
import { moveColumn, presetViews, shownColumns, toggleColumn } from './view.ts'

interface Row {
  id: string
}

const column = (id: string, more: Partial<DataColumn<Row>> = {}): DataColumn<Row> => ({
  id,
  header: id,
  kind: 'integer',
  value: () => 0,
  ...more,
})

describe('views', () => {
  const columns = [
    column('name'),
    column('entrants', { presets: ['traffic'] }),
    column('ir', { presets: ['traffic', 'quality'] }),
    column('sqTerms', { presets: ['quality'] }),
    column('status', { isAlwaysShown: true }),
  ]

  test('presets hold the row head, their own columns and the fixed ones; one without columns is left out', () => {
    expect(presetViews(columns)).toEqual([
      { id: 'traffic', name: 'Traffic', columnIds: ['name', 'entrants', 'ir', 'status'] },
      { id: 'quality', name: 'Quality', columnIds: ['name', 'ir', 'sqTerms', 'status'] },
      { id: 'all', name: 'All', columnIds: ['name', 'entrants', 'ir', 'sqTerms', 'status'] },
    ])
  })

  test('a stored choice passes over columns that are not there and always leads with the row head', () => {
    expect(shownColumns(columns, ['supplierCpi', 'status', 'ir', 'ir']).map(shown => shown.id)).toEqual([
      'name',
      'status',
      'ir',
    ])
  })

  test('columns move by one place without dragging, never past the ends or the row head', () => {
    const ids = ['name', 'ir', 'entrants', 'status']
    expect([
      moveColumn(ids, 'entrants', -1),
      moveColumn(ids, 'ir', -1),
      moveColumn(ids, 'status', 1),
      moveColumn(ids, 'name', 1),
      moveColumn(ids, 'x', 1),
    ]).toEqual([['name', 'entrants', 'ir', 'status'], ids, ids, ids, ids])
  })

  test('a hidden column comes back to its own place; the row head cannot be hidden', () => {
    expect([
      toggleColumn(columns, ['name', 'ir', 'status'], 'ir'),
      toggleColumn(columns, ['name', 'ir', 'status'], 'entrants'),
      toggleColumn(columns, ['name', 'ir'], 'status'),
      toggleColumn(columns, ['name', 'ir'], 'name'),
      toggleColumn(columns, ['name', 'ir'], 'unknown'),
    ]).toEqual([
      ['name', 'status'],
      ['name', 'entrants', 'ir', 'status'],
      ['name', 'ir', 'status'],
      ['name', 'ir'],
      ['name', 'ir'],
    ])
  })
})

describe('order', () => {
  test('presses on a head go first way, other way, none', () => {
    const first = nextSort(null, 'ir', 'descending')
    const second = nextSort(first, 'ir', 'descending')
    expect([first, second, nextSort(second, 'ir', 'descending'), nextSort(first, 'name', 'ascending')]).toEqual([
      { columnId: 'ir', direction: 'descending' },
      { columnId: 'ir', direction: 'ascending' },
      null,
      { columnId: 'name', direction: 'ascending' },
    ])
  })

  test('figures order by size, text as a person would, and nothing is last in both directions', () => {
    expect([
      sortKey('integer', '12'),
      sortKey('integer', null),
      sortKey('integer', 'x'),
      sortKey('text', ''),
      sortKey('text', 'b'),
      sortKey('custom', 3),
    ]).toEqual([12, undefined, undefined, undefined, 'b', 3])
    expect(['Source 10', 'source 9', 'Ábel', 'abel 2'].sort(compareKeys)).toEqual([
      'Ábel',
      'abel 2',
      'source 9',
      'Source 10',
    ])
    expect([
      isInOrder(1, undefined, 'ascending'),
      isInOrder(undefined, 1, 'descending'),
      isInOrder(2, 2, 'ascending'),
      isInOrder(2, 1, 'ascending'),
      isInOrder(2, 1, 'descending'),
    ]).toEqual([true, false, true, false, true])
  })

  test('the watch says that the order changed exactly when it did', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seeded(seed)
      const direction = random.pick(['ascending', 'descending'] as const)
      const ids = ['0', '1', '2', '3', '4', '5', '6', '7']
      const values = new Map<string, number | undefined>(
        ids.map((id, index) => [id, direction === 'ascending' ? index : 7 - index]),
      )
      const watch = watchOrder(ids, id => values.get(id), direction)
      for (let step = 0; step < 40; step += 1) {
        const id = random.pick(ids)
        values.set(id, random.pick([undefined, 0, 1, 2, 3, 4, 5]))
        const inOrder = ids.every(
          (own, index) => index === 0 || isInOrder(values.get(ids[index - 1]!), values.get(own), direction),
        )
        expect(watch.look([id, 'gone']), `seed ${seed}, step ${step}`).toBe(!inOrder)
      }
    }
  })
})

test('keys lead through the grid and stop at its edges', () => {
  const size = { lines: 50, columns: 5, page: 10 }
  const from = { line: 20, column: 2 }
  const go = (key: string, control = false, at = from) => nextPosition(key, control, at, size)
  expect({
    arrows: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map(key => go(key)),
    ends: [go('Home'), go('End'), go('Home', true), go('End', true)],
    control: [go('ArrowUp', true), go('ArrowDown', true)],
    pages: [
      go('PageUp'),
      go('PageDown'),
      go('PageUp', false, { line: 3, column: 0 }),
      go('PageDown', false, { line: 48, column: 0 }),
    ],
    edges: [go('ArrowUp', false, { line: 0, column: 0 }), go('ArrowRight', false, { line: 0, column: 4 })],
    other: [go('a'), go('Tab'), go('Enter')],
  }).toEqual({
    arrows: [
      { line: 19, column: 2 },
      { line: 21, column: 2 },
      { line: 20, column: 1 },
      { line: 20, column: 3 },
    ],
    ends: [
      { line: 20, column: 0 },
      { line: 20, column: 4 },
      { line: 0, column: 0 },
      { line: 49, column: 4 },
    ],
    control: [
      { line: 0, column: 2 },
      { line: 49, column: 2 },
    ],
    pages: [
      { line: 10, column: 2 },
      { line: 30, column: 2 },
      { line: 0, column: 0 },
      { line: 49, column: 0 },
    ],
    edges: [
      { line: 0, column: 0 },
      { line: 0, column: 4 },
    ],
    other: [null, null, null],
  })
})

test('money and percent below zero keep their sign, as in an export', () => {
  expect([
    cellText({ kind: 'money', currency: 'USD' }, -1250),
    cellText({ kind: 'percent' }, -0.125),
    cellText({ kind: 'money' }, 0),
    csvCell({ kind: 'money' }, -1250),
    csvCell({ kind: 'percent' }, -0.125),
  ]).toEqual(['−$12.50', '−12.5%', '$0.00', '-12.50', '-12.5%'])
})

test('a cell shows its value in the unit of its kind', () => {
  expect([
    cellText({ kind: 'integer' }, 1234),
    cellText({ kind: 'percent' }, 0.125),
    cellText({ kind: 'percent' }, 0),
    cellText({ kind: 'percent' }, null),
    cellText({ kind: 'money', currency: 'EUR' }, 1999),
    cellText({ kind: 'minutes' }, 11.96),
    cellText({ kind: 'text' }, null),
  ]).toEqual(['1,234', '12.5%', '0%', '-', '€19.99', '12', ''])
})
