import { expect, test } from 'vitest'
import { tsvOf } from './copied-rows.ts'

test('rows are copied as lines with tabs, which a spreadsheet pastes as numbers, and which it never runs (day.md §3)', () => {
  const columns = [
    { id: 'name', header: 'Source', kind: 'text', value: (row: { name: string }) => row.name },
    { id: 'share', header: 'IR', kind: 'percent', value: () => 0.4125 },
    { id: 'money', header: 'Expense', kind: 'money', value: () => 149_850 },
    { id: 'acts', header: 'Actions', kind: 'custom', isExported: false, value: () => null },
  ] as const
  expect(tsvOf({ columns, rows: [{ name: 'Panel\tD' }, { name: '=cmd' }] })).toBe(
    ['Source\tIR\tExpense', 'Panel D\t41.3%\t1498.50', "'=cmd\t41.3%\t1498.50"].join('\n'),
  )
})
