import { SOURCE_FACTS } from '@desk/schema/columns/fact-columns'
import type { SourceRow } from '@desk/schema/figures/figures'
import { STATUS_LABELS } from '@desk/schema/statuses/status'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { DataColumn } from '#ui/table/column.ts'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { liveHead } from '#kit/tables/fact-columns.ts'
import { figureColumns } from '#kit/tables/figure-columns.ts'
import { SourceName, type SourceNameProps } from './source-name.tsx'
import type { SourcePaths } from './source-paths.ts'

/** The status column (§3.23), last as in the specification. */
export const STATUS_COLUMN: DataColumn<SourceRow> = {
  ...liveHead('status', SOURCE_FACTS.status),
  isAlwaysShown: true,
  isPinnedEnd: true,
  value: row => STATUS_LABELS[row.statusid],
  uses: ['name', 'statusid', 'effective_statusid', 'status_reason', 'status_changed_by'],
  render: row => (
    <StatusMenu
      scope="source"
      id={row.stmid}
      name={row.name}
      statusid={row.statusid}
      effectiveStatusid={row.effective_statusid}
      reason={row.status_reason}
      changedBy={row.status_changed_by}
    />
  ),
}

/** The columns of the source table in the order of §3.9–3.23, for a view (§3.2), without its hidden columns. */
export function sourceColumns(
  { view, seesSuppliers }: { readonly view: StreamViewType; readonly seesSuppliers: boolean },
  paths: SourcePaths,
  onAction: SourceNameProps['onAction'],
): DataColumn<SourceRow>[] {
  // classic sources are for users who see suppliers (domain.md §4, docs/decisions/0026)
  const pathOf = ({ type, stmid }: SourceRow) => (type === 'classic' && !seesSuppliers ? null : paths.of(stmid, type))
  return [
    {
      ...liveHead('name', SOURCE_FACTS.name),
      value: row => row.name,
      uses: ['name', 'type', 'effective_statusid', 'status_reason', 'suppliers'],
      render: row => <SourceName row={row} path={pathOf(row)} onAction={onAction} />,
    },
    ...figureColumns<SourceRow>(view, 'source'),
    STATUS_COLUMN,
  ]
}
