import { expect, test } from 'vitest'
import { sumsText } from './cell-sums.ts'
import type { DataColumn } from './column.ts'

interface Row {
  readonly name: string
  readonly entrants: number
  readonly expense: number | null
}
const NAME: DataColumn<Row> = { id: 'name', header: 'Source', kind: 'text', value: row => row.name }
const ENTRANTS: DataColumn<Row> = { id: 'entrants', header: 'Entrants', kind: 'integer', value: row => row.entrants }
const EXPENSE: DataColumn<Row> = { id: 'expense', header: 'Expense', kind: 'money', value: row => row.expense }
const ROWS: readonly Row[] = [
  { name: 'North', entrants: 4, expense: 1250 },
  { name: 'South', entrants: 7, expense: null },
]

test('selected figures of one unit have a sum, a mean and a count in that unit; names and unknown figures are not among them (day.md §3)', () => {
  expect([sumsText([NAME, ENTRANTS], ROWS), sumsText([EXPENSE], ROWS), sumsText([NAME], ROWS.slice(0, 1))]).toEqual([
    '4 cells · sum 11 · mean 5.5 · count 2',
    '2 cells · sum $12.50 · mean $12.50 · count 1',
    '1 cell',
  ])
})

test('figures of several units have no sum (day.md §3)', () => {
  expect(sumsText([ENTRANTS, EXPENSE], ROWS)).toBe('4 cells · count 3')
})
