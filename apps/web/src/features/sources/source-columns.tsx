import { SOURCE_FACTS } from '@desk/schema/columns/fact-columns'
import { FIELD_COLUMNS } from '@desk/schema/columns/field-columns'
import type { SourceRow } from '@desk/schema/figures/figures'
import type { LiveSource } from '@desk/schema/sources/live-source'
import { effectiveLabel, sourceHeldBy } from '@desk/schema/statuses/held-by'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { DataColumn } from '#ui/table/column.ts'
import { exportedForecast } from '#kit/forecasts/exported-forecast.ts'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { liveHead } from '#kit/tables/fact-columns.ts'
import { cents, figureColumns } from '#kit/tables/figure-columns.ts'
import { fieldColumns, judgedFigures } from '#kit/tables/field-columns.tsx'
import type { FieldMoment } from '#kit/tables/field-time.ts'
import type { TableView } from '#ui/table/view.ts'
import { SourceName, type SourceNameAction } from './source-name.tsx'
import { FIELD_OF_COLUMN } from './edit-cell/cell-fields.ts'
import type { SourceViewer } from './use-source-viewer.ts'
import { TYPE_WORDS } from './source-words.ts'

type SurveyStatus = Pick<SurveyDetail, 'statusid' | 'effective_statusid'>

const heldIn = (survey: SurveyStatus | null, { statusid }: SourceRow) =>
  survey === null ? null : sourceHeldBy(statusid, survey)

/** The status column (§3.23), last as in the specification. @param survey null: not read yet */
const statusColumn = (survey: SurveyStatus | null): DataColumn<SourceRow> => ({
  ...liveHead('status', SOURCE_FACTS.status),
  isAlwaysShown: true,
  isPinnedEnd: true,
  value: row => effectiveLabel(row.statusid, heldIn(survey, row)),
  uses: ['name', 'statusid', 'status_reason', 'status_changed_by'],
  render: row => (
    <StatusMenu
      scope="source"
      id={row.stmid}
      name={row.name}
      statusid={row.statusid}
      heldBy={heldIn(survey, row)}
      reason={row.status_reason}
      changedBy={row.status_changed_by}
    />
  ),
})

/** The default view: whether it will finish, is good, and what it costs (day.md §3). */
export const FIELD_VIEW: TableView = {
  id: 'field',
  name: 'Field',
  columnIds: [
    'name',
    'entrants',
    'completes',
    'fullBy',
    'ir',
    'conversion',
    'loi',
    'supplierCpi',
    'expense',
    'recent',
    'status',
  ],
}

const idColumn = (id: 'stmid' | 'pm_sy_ud' | 'pm_proj_ud', header: string) => ({ id, header, kind: 'text' }) as const

/** Further columns of every export of sources. @param view suppliers are hidden from the plain external one */
export const exportedOfSources = (view: StreamViewType): readonly DataColumn<SourceRow>[] => [
  { ...idColumn('stmid', 'Source ID'), value: row => String(row.stmid) },
  { ...liveHead('type', SOURCE_FACTS.type), value: row => TYPE_WORDS[row.type] },
  ...(view === 'internal'
    ? [{ ...liveHead('suppliers', SOURCE_FACTS.suppliers), value: (row: SourceRow) => row.suppliers?.join(', ') }]
    : []),
  { id: 'target', header: 'Target', kind: 'integer', value: row => row.target },
  ...exportedForecast<SourceRow>(),
]

/** The same for sources of several surveys. */
export const exportedOfLiveSources = (view: StreamViewType): readonly DataColumn<LiveSource>[] => [
  { ...idColumn('pm_proj_ud', 'Project ID'), value: row => String(row.pm_proj_ud) },
  { ...idColumn('pm_sy_ud', 'Survey ID'), value: row => String(row.pm_sy_ud) },
  ...exportedOfSources(view),
]

/** Its card; views without cost have no CPI. */
export const SOURCE_CARD = {
  head: ['name', 'status'],
  figures: ['completes', 'conversion', 'supplierCpi', 'recent'],
}

/** The columns of the source table in the order of §3.9–3.23, for a view (§3.2), without its hidden columns. */
export function sourceColumns<Row extends SourceRow>(
  {
    view,
    seesSuppliers,
    mayEdit,
    mayPrice,
    survey,
    at,
  }: SourceViewer & {
    readonly survey: SurveyStatus | null
    readonly at: FieldMoment
  },
  editorOf: (row: Row) => string,
  onAction: (action: SourceNameAction, row: Row) => void,
): DataColumn<Row>[] {
  // classic sources are for users who see suppliers (domain.md §4, docs/decisions/0026)
  const pathOf = (row: Row) => (row.type === 'classic' && !seesSuppliers ? null : editorOf(row))
  const columns: DataColumn<Row>[] = [
    {
      ...liveHead('name', SOURCE_FACTS.name),
      value: row => row.name,
      uses: ['name', 'type', 'effective_statusid', 'status_reason', 'suppliers'],
      render: row => (
        <SourceName
          row={row}
          path={pathOf(row)}
          seesSuppliers={seesSuppliers}
          mayEdit={mayEdit}
          onAction={action => onAction(action, row)}
        />
      ),
    },
    { ...liveHead('type', SOURCE_FACTS.type), value: row => TYPE_WORDS[row.type] },
    ...(view === 'internal'
      ? [
          { ...liveHead('suppliers', SOURCE_FACTS.suppliers), value: (row: Row) => row.suppliers?.join(', ') },
          { ...liveHead('price', FIELD_COLUMNS.price), value: (row: Row) => cents(row.supplier_cpi) },
        ]
      : []),
    ...judgedFigures(figureColumns<Row>(view, 'source'), at),
    ...fieldColumns<Row>(view, at, row => ({ scope: 'source', id: row.stmid })),
    statusColumn(survey),
  ]
  return columns.map(column => {
    const field = FIELD_OF_COLUMN[column.id]
    const isEditable =
      field === 'price' ? mayPrice && seesSuppliers && view === 'internal' : field !== undefined && mayEdit
    return isEditable ? { ...column, isEditable } : column
  })
}
