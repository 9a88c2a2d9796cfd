import { toNumber, type Figure } from '#ui/format/figures.ts'
import type { ColumnKind } from './column.ts'

/** By which column a table is ordered. */
export interface TableSort {
  readonly columnId: string
  readonly direction: 'ascending' | 'descending'
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The sort key of a cell; undefined for nothing, which is last in both directions. */
export function sortKey(kind: ColumnKind, value: Figure): string | number | undefined {
  if (kind === 'text' || kind === 'custom') {
    if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
    return value === null || value === undefined || value === '' ? undefined : value
  }
  const number = toNumber(value)
  return Number.isNaN(number) ? undefined : number
}

/** Orders two keys, smallest first: numbers by size and before text, text as a person would. */
export function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1
  return typeof b === 'number' ? 1 : collator.compare(a, b)
}

/** Whether `first` may come before `second` in this direction; equal ones may come in either order. */
export function isInOrder(
  first: string | number | undefined,
  second: string | number | undefined,
  direction: TableSort['direction'],
): boolean {
  if (second === undefined) return true
  if (first === undefined) return false
  const comparison = compareKeys(first, second)
  return direction === 'ascending' ? comparison <= 0 : comparison >= 0
}

/** The sort after a press on a column's head: first press by its usual direction, second the other way, third none. */
export function nextSort(current: TableSort | null, columnId: string, first: TableSort['direction']): TableSort | null {
  if (current?.columnId !== columnId) return { columnId, direction: first }
  if (current.direction === first) return { columnId, direction: first === 'ascending' ? 'descending' : 'ascending' }
  return null
}
