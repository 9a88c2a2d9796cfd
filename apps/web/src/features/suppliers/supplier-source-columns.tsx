import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { statusColourKey } from '@desk/schema/statuses/pause-reasons'
import { STATUS_LABELS } from '@desk/schema/statuses/status'
import type { SupplierSource } from '@desk/schema/suppliers/supplier-source'
import { NameLink } from '#kit/tables/name-link.tsx'
import type { DataColumn } from '#ui/table/column.ts'
import { StatusPill } from '#ui/status-pill.tsx'

const surveyPath = ({ pm_proj_ud: project, pm_sy_ud: survey }: SupplierSource): string =>
  `#/projects/${project}/survey/${survey}`
const sourcePath = (row: SupplierSource): string =>
  `${surveyPath(row)}/${row.type === 'classic' ? 'manual-streams' : 'stream'}/${row.stmid}`

/** The completes that are the supplier's of a source's target. */
export const ownTarget = ({
  target,
  allocation_percent: percent,
}: Pick<SupplierSource, 'target' | 'allocation_percent'>): number => Math.ceil((target * percent) / 100)

/** Further columns of their export. */
export const EXPORTED_OF_SUPPLIER_SOURCES: readonly DataColumn<SupplierSource>[] = [
  { id: 'pm_proj_ud', header: 'Project ID', kind: 'text', value: row => String(row.pm_proj_ud) },
  { id: 'pm_sy_ud', header: 'Survey ID', kind: 'text', value: row => String(row.pm_sy_ud) },
  { id: 'stmid', header: 'Source ID', kind: 'text', value: row => String(row.stmid) },
  { id: 'target', header: 'Target', kind: 'integer', value: ownTarget },
]

/** The sources of a supplier: survey in front, by which sources of one name differ. */
export const SUPPLIER_SOURCE_COLUMNS: readonly DataColumn<SupplierSource>[] = [
  {
    id: 'survey',
    header: 'Survey',
    kind: 'custom',
    width: 170,
    grow: 2,
    value: row => `${row.pm_proj_name} · ${row.pm_sy_name}`,
    render: row => <NameLink href={`${surveyPath(row)}/streams`} name={`${row.pm_proj_name} · ${row.pm_sy_name}`} />,
  },
  {
    id: 'source',
    header: 'Source',
    kind: 'custom',
    width: 150,
    grow: 1,
    value: row => row.name,
    render: row => <NameLink href={sourcePath(row)} name={row.name} />,
  },
  {
    id: 'completes',
    header: 'Completes / target',
    headerTooltip: 'Completes of this supplier, and its part of Target (N)',
    kind: 'integer',
    width: 150,
    value: row => row.completes,
    target: ownTarget,
  },
  {
    id: 'ir',
    header: FIGURE_COLUMNS.ir.label,
    headerTooltip: FIGURE_COLUMNS.ir.formula,
    kind: 'percent',
    width: 68,
    grow: 0,
    value: row => row.ir,
  },
  {
    id: 'conversion',
    header: FIGURE_COLUMNS.conversion.label,
    headerTooltip: FIGURE_COLUMNS.conversion.formula,
    kind: 'percent',
    width: 98,
    grow: 0,
    value: row => row.conversion,
  },
  {
    id: 'price',
    header: 'Price',
    headerTooltip: 'The price of a complete of this supplier',
    kind: 'money',
    currency: ACCOUNT_CURRENCY,
    width: 84,
    grow: 0,
    value: row => (row.supplier_cpi === null ? null : Math.round(row.supplier_cpi * 100)),
  },
  {
    id: 'rejected',
    header: 'Rejected',
    headerTooltip: 'Completes that reconciliations rejected ÷ all completes made',
    kind: 'percent',
    width: 88,
    grow: 0,
    value: row => row.reject_rate,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'custom',
    width: 128,
    grow: 0,
    value: row => STATUS_LABELS[row.effective_statusid],
    render: row => <StatusPill colourKey={statusColourKey(row.effective_statusid, null)} />,
  },
]
