import { expect, test } from 'vitest'
import type { DataColumn } from '#ui/table/column.ts'
import { presetViews } from '#ui/table/view.ts'
import { choiceOfColumns, overviewOf } from './chosen-columns.ts'

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
const views = presetViews(columns)

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

test('columns chosen by hand are no view any more', () => {
  expect([
    choiceOfColumns({ view: 'money', cols: 'name.ir.gone' }, views, columns),
    choiceOfColumns({ cols: 'gone' }, views, columns),
  ]).toEqual([
    { viewId: null, columnIds: ['name', 'ir'] },
    { viewId: 'all', columnIds: ['name', 'entrants', 'ir', 'expense'] },
  ])
})

test('an overview, where the table has one, is the default', () => {
  const withOverview = [overviewOf(['name', 'ir', 'expense']), ...presetViews(columns)]
  expect([
    choiceOfColumns({}, withOverview, columns, 'overview'),
    choiceOfColumns({ view: 'all' }, withOverview, columns, 'overview').viewId,
  ]).toEqual([{ viewId: 'overview', columnIds: ['name', 'ir', 'expense'] }, 'all'])
})
