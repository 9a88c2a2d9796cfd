import { expect, test } from 'vitest'
import { cellText, type DataColumn } from './column.ts'
import { csvCell, csvLine, csvOfShown, harmless, notesOfShown } from './csv-export.ts'

interface Row {
  name: string
  completes: number
  ir: number | null
  expenseCents: number
  loi: number | null
}

const columns: DataColumn<Row>[] = [
  { id: 'name', header: 'Source', kind: 'text', value: row => row.name },
  { id: 'completes', header: 'Completes', kind: 'integer', value: row => row.completes },
  { id: 'ir', header: 'IR', kind: 'percent', value: row => row.ir },
  { id: 'expense', header: 'Expense', kind: 'money', value: row => row.expenseCents },
  { id: 'loi', header: 'LOI (min)', kind: 'minutes', value: row => row.loi },
]

const SHOWN = {
  search: ' "blue" ',
  sort: { columnId: 'completes', direction: 'descending' },
  columns,
  rows: [
    { name: 'Blue, "the" one', completes: 1234, ir: 0.3333, expenseCents: 123450, loi: 12.25 },
    { name: 'Line\r\nbreak', completes: 0, ir: null, expenseCents: 0, loi: null },
  ],
} as const

test('an export quotes every cell, ends lines with CRLF (§9.11), and has its head in the first row', () => {
  expect(csvOfShown(SHOWN)).toBe(
    '"Source","Completes","IR","Expense","LOI (min)"\r\n' +
      '"Blue, ""the"" one","1234","33.3%","1234.50","12.3"\r\n' +
      '"Line\r\nbreak","0","","0.00",""\r\n',
  )
})

test('columns of the export alone are behind the first one, and none is there twice (day.md §3)', () => {
  const exported: DataColumn<Row>[] = [
    { id: 'id', header: 'Source ID', kind: 'text', value: () => '7' },
    { id: 'loi', header: 'LOI (min)', kind: 'minutes', value: row => row.loi },
  ]
  expect(csvOfShown({ ...SHOWN, exported }).split('\r\n')[0]).toBe(
    '"Source","Source ID","LOI (min)","Completes","IR","Expense"',
  )
})

test('its notes say filters, search, order and rows (day.md §3)', () => {
  expect(notesOfShown(SHOWN, ['Status: Live'])).toEqual([
    ['Filter', 'Status: Live'],
    ['Filter', 'Search: "blue"'],
    ['Order', 'Completes, descending'],
    ['Rows', '2'],
  ])
  expect(notesOfShown({ ...SHOWN, search: '', sort: null }, [])).toEqual([
    ['Filter', 'none'],
    ['Rows', '2'],
  ])
})

test('a cell is empty where the screen shows -, and says the same as the screen elsewhere', () => {
  const kinds = ['integer', 'percent', 'money', 'minutes'] as const
  const cells = (value: number | null) => kinds.map(kind => [cellText({ kind }, value), csvCell({ kind }, value)])
  const none = [
    ['-', ''],
    ['-', ''],
    ['-', ''],
    ['-', ''],
  ]
  expect([cells(null), cells(Number.NaN), cells(0), cells(5)]).toEqual([
    none,
    none,
    [
      ['0', '0'],
      ['0%', '0%'],
      ['$0.00', '0.00'],
      ['0', '0'],
    ],
    [
      ['5', '5'],
      ['500%', '500%'],
      ['$0.05', '0.05'],
      ['5', '5'],
    ],
  ])
})

test('an export holds the visible columns in their order and the shown rows alone', () => {
  const rows: Row[] = [{ name: 'B', completes: 2, ir: 0.5, expenseCents: 5, loi: 1 }]
  const csv = csvOfShown({
    search: '',
    sort: null,
    columns: [columns[1]!, columns[0]!],
    rows,
  })
  expect(csv).toBe('"Completes","Source"\r\n"2","B"\r\n')
})

test('cells that start with = + - @ are made harmless, negative numbers stay numbers (I4)', () => {
  const dangerous = [
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '-',
    '--1',
    '-1e5',
    '\t=1',
    '\r=1',
    '＝1',
    '-1,000',
    '=cmd|"/c calc"!A1',
  ]
  expect(dangerous.map(harmless)).toEqual(dangerous.map(cell => `'${cell}`))
  const safe = ['-1', '-12.50', '0', '12', 'a=b', 'Source -1', '']
  expect(safe.map(harmless)).toEqual(safe)
  expect(csvLine(['=HYPERLINK("x")', '-3'])).toBe('"\'=HYPERLINK(""x"")","-3"\r\n')
  expect([
    csvCell({ kind: 'money' }, -1250),
    csvCell({ kind: 'integer' }, -0.2),
    csvCell({ kind: 'text' }, null),
  ]).toEqual(['-12.50', '0', ''])
})
