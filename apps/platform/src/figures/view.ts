import { INTERNAL_ONLY_COLUMNS } from '@desk/schema/figures/figures'
import type { StreamViewType } from '@desk/schema/users/current-user'

/** What only the internal view shows, wherever it stands: the columns, the supply price, and the suppliers of the account's own sources. */
export const HIDDEN_FROM_EXTERNAL = [...INTERNAL_ONLY_COLUMNS, 'supplier_cpi', 'suppliers', 'supplier'] as const
type HiddenColumn = (typeof HIDDEN_FROM_EXTERNAL)[number]

const hidden: ReadonlySet<string> = new Set(HIDDEN_FROM_EXTERNAL)

/**
 * Gives a row as a view may have it: what the plain external view hides is not in the row at all (domain.md §4).
 * @param row a wire row, in which every column that a view may hide is optional
 */
export function toView<Row extends Partial<Record<HiddenColumn, unknown>>>(row: Row, view: StreamViewType): Row {
  if (view === 'internal') return row
  // what is left out is optional in every wire row
  return Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.has(column))) as Row
}
