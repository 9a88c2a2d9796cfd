import { visibleColumns } from '@desk/schema/columns/visible-columns'
import type { StreamViewType } from '@desk/schema/users/current-user'

/** Gives a row as a view may have it: what the plain external view hides is not in the row at all (domain.md §4). */
export function toView<Row extends object>(row: Row, view: StreamViewType): Row {
  // what is left out is optional in every wire row: the contract's encoder would refuse one in which it is not
  return visibleColumns(view, row) as Row
}
