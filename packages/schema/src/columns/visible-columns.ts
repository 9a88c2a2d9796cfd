import { BOOST_FIELDS } from '../sources/auto-boost.ts'
import type { StreamViewType } from '../users/current-user.ts'
import { FIGURE_COLUMN_LIST } from './figure-columns.ts'

/**
 * The fields that the plain external view never gets: the internal columns, the supply price and whatever reveals it, and the
 * suppliers of the account's own sources (domain.md §4).
 */
export const HIDDEN_FROM_EXTERNAL: ReadonlySet<string> = new Set<string>([
  ...FIGURE_COLUMN_LIST.filter(({ seenBy }) => seenBy === 'internal').map(({ id }) => id),
  'supplier_cpi',
  ...BOOST_FIELDS,
  'suppliers',
  'supplier',
  'margin',
  'margin_share',
  'drop_off',
  'epc',
  'expense_adjusted',
  'adjusted_completes',
  'adjusted_priced',
  'rejected_since',
  'reject_rate',
])

/**
 * Gives the part of a row that a view may see. Every row that leaves the server (in an answer, a push or an export) passes through here.
 * @param view the viewer's view type (§3.2)
 * @param row a row of figures by the columns' wire names; it is not changed
 * @returns the row itself for the internal view, for the external one a copy without the hidden columns
 */
export function visibleColumns<Row extends object>(view: StreamViewType, row: Row): Partial<Row> {
  if (view === 'internal') return row
  const visible: Partial<Row> = {}
  for (const column of Object.keys(row) as (keyof Row & string)[]) {
    if (!HIDDEN_FROM_EXTERNAL.has(column)) visible[column] = row[column]
  }
  return visible
}
