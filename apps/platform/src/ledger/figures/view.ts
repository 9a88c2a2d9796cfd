import { visibleColumns } from '@desk/schema/columns/visible-columns'
import type { StreamViewType } from '@desk/schema/users/current-user'

/** Gives the part of a row that a view may see: columns hidden from the plain external view are absent (domain.md §4). */
export function toView<Row extends object>(row: Row, view: StreamViewType): Row {
  // hidden columns are optional in every wire row: otherwise the contract's encoder would refuse the row
  return visibleColumns(view, row) as Row
}
