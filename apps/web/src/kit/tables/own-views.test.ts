import { expect, test } from 'vitest'
import type { DataColumn } from '#ui/table/column.ts'
import { presetViews } from '#ui/table/view.ts'
import { choiceOfColumns, isOwnViews, overviewOf } from './own-views.ts'

const column = (id: string, presets: DataColumn<object>['presets'] = []): DataColumn<object> => ({
  id,
  header: id,
  kind: 'text',
  value: () => '',
  presets,
})
const columns = [
  column('name'),
  column('entrants', ['traffic']),
  column('ir', ['quality']),
  column('expense', ['money']),
]
const own = { id: 'own:Morning', name: 'Morning', columnIds: ['name', 'expense', 'gone', 'ir'], isOwn: true }
const views = [...presetViews(columns), own]

test('the URL names the view; without it, or with an unknown one, all columns are shown', () => {
  expect([
    choiceOfColumns({ view: 'traffic' }, views, columns),
    choiceOfColumns({}, views, columns),
    choiceOfColumns({ view: 'nobody' }, views, columns),
  ]).toEqual([
    { viewId: 'traffic', columnIds: ['name', 'entrants'] },
    { viewId: 'all', columnIds: ['name', 'entrants', 'ir', 'expense'] },
    { viewId: 'all', columnIds: ['name', 'entrants', 'ir', 'expense'] },
  ])
})

test('an own view keeps its order and loses the columns that this viewer does not have', () => {
  expect(choiceOfColumns({ view: 'own:Morning' }, views, columns)).toEqual({
    viewId: 'own:Morning',
    columnIds: ['name', 'expense', 'ir'],
  })
})

test('columns chosen by hand are no view any more', () => {
  expect([
    choiceOfColumns({ view: 'money', cols: 'name.ir.gone' }, views, columns),
    choiceOfColumns({ cols: 'gone' }, views, columns),
  ]).toEqual([
    { viewId: null, columnIds: ['name', 'ir'] },
    { viewId: 'all', columnIds: ['name', 'entrants', 'ir', 'expense'] },
  ])
})

test('the stored value is a list of own views or nothing', () => {
  expect(
    [
      [],
      [own],
      [{ ...own, id: 'all' }],
      [{ ...own, isOwn: false }],
      [{ ...own, columnIds: [1] }],
      [null],
      'x',
      undefined,
    ].map(isOwnViews),
  ).toEqual([true, true, false, false, false, false, false, false])
})

test('an overview, where the table has one, is the default', () => {
  const withOverview = [overviewOf(['name', 'ir', 'expense']), ...presetViews(columns)]
  expect([
    choiceOfColumns({}, withOverview, columns, 'overview'),
    choiceOfColumns({ view: 'all' }, withOverview, columns, 'overview').viewId,
  ]).toEqual([{ viewId: 'overview', columnIds: ['name', 'ir', 'expense'] }, 'all'])
})
