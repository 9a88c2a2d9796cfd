import { afterEach, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DataColumn } from './column.ts'
import { DataTable } from './data-table.tsx'
import { createRowStore } from './row-store.ts'

interface Source {
  readonly id: string
  readonly name: string
  readonly entrants: number
  readonly expense: number
}

const COLUMNS: readonly DataColumn<Source>[] = [
  { id: 'name', header: 'Source', kind: 'text', value: row => row.name },
  { id: 'entrants', header: 'Entrants', kind: 'integer', value: row => row.entrants, isEditable: true },
  { id: 'expense', header: 'Expense', kind: 'money', value: row => row.expense },
]
const IDS = COLUMNS.map(({ id }) => id)
const nothing = () => undefined

async function drawn(onEdit: () => void = nothing) {
  const store = createRowStore<Source>({ idOf: row => row.id })
  store.setAll([
    { id: '1', name: 'North', entrants: 4, expense: 1250 },
    { id: '2', name: 'South', entrants: 8, expense: 250 },
    { id: '3', name: 'West', entrants: 1, expense: 0 },
  ])
  await render(
    <DataTable
      label="Sources"
      store={store}
      columns={COLUMNS}
      columnIds={IDS}
      sort={null}
      onSortChange={nothing}
      onEdit={onEdit}
      totalsPosition="none"
    />,
  )
  const cell = (text: string) => screen.getByRole('gridcell', { name: text, exact: true })
  return { store, cell }
}
const selected = () => [...document.querySelectorAll('[aria-selected="true"]')].map(cell => cell.textContent)

afterEach(() => void vi.restoreAllMocks())

test('a press and a press with shift select a rectangle: the footer sums it up, Ctrl C copies it as numbers (day.md §3)', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
  const { store, cell } = await drawn()
  await cell('4').click()
  await cell('1').click({ modifiers: ['Shift'] })
  await expect.element(screen.getByText('3 cells · sum 13 · mean 4.3 · count 3')).toBeVisible()
  // figures change under the selection
  store.applyCells('1', { entrants: 6 })
  await expect.element(screen.getByText('3 cells · sum 15 · mean 5 · count 3')).toBeVisible()
  await cell('6').click()
  await expect.poll(selected).toEqual([])

  await cell('$2.50').click({ modifiers: ['Shift'] })
  await expect.element(screen.getByText('4 cells · count 4')).toBeVisible()
  expect(selected()).toEqual(['6', '$12.50', '8', '$2.50'])
  await userEvent.keyboard('{Control>}c{/Control}')
  await expect.poll(() => write.mock.calls).toEqual([['6\t12.50\n8\t2.50']])
})

test('arrows with shift select cells, plain arrows and Escape end the selection (day.md §3)', async () => {
  const { cell } = await drawn()
  await cell('4').click()
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}')
  await expect.element(screen.getByText('2 cells · sum 12 · mean 6 · count 2')).toBeVisible()
  expect(document.activeElement?.textContent).toBe('8')
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(selected).toEqual([])
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.poll(selected).toEqual(['4', '$12.50'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(selected).toEqual([])
})

test('a selected cell still opens for an edit by F2, Enter or a double click (day.md §3)', async () => {
  const onEdit = vi.fn()
  const { cell } = await drawn(onEdit)
  await cell('4').click()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(selected).toEqual(['4', '8'])
  await userEvent.keyboard('{F2}{Enter}')
  await cell('1').dblClick()
  expect(onEdit.mock.calls.map(([{ rowId, columnId }]) => [rowId, columnId])).toEqual([
    ['2', 'entrants'],
    ['2', 'entrants'],
    ['3', 'entrants'],
  ])
})

test('a figure is drawn once when its column gains a stated value (day.md §3)', async () => {
  const store = createRowStore<Source>({ idOf: row => row.id })
  store.setAll([{ id: '1', name: 'North', entrants: 4, expense: 1250 }])
  const table = (columns: readonly DataColumn<Source>[]) => (
    <DataTable
      label="Sources"
      store={store}
      columns={columns}
      columnIds={IDS}
      sort={null}
      onSortChange={nothing}
      totalsPosition="none"
    />
  )
  const page = await render(table(COLUMNS))
  await expect.element(screen.getByRole('gridcell', { name: '4', exact: true })).toBeVisible()
  await page.rerender(
    table(COLUMNS.map(column => (column.id === 'entrants' ? { ...column, stated: () => 9 } : column))),
  )
  await expect.element(screen.getByRole('gridcell').first()).toHaveTextContent(/^4\/ 9$/)
})
