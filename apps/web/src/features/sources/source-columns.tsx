import { SOURCE_FACTS } from '@desk/schema/columns/fact-columns'
import type { SourceRow } from '@desk/schema/figures/figures'
import { effectiveLabel, sourceHeldBy } from '@desk/schema/statuses/held-by'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { DataColumn } from '#ui/table/column.ts'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { liveHead } from '#kit/tables/fact-columns.ts'
import { figureColumns } from '#kit/tables/figure-columns.ts'
import { SourceName, type SourceNameAction } from './source-name.tsx'

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

/** The columns of the source table in the order of §3.9–3.23, for a view (§3.2), without its hidden columns. */
export function sourceColumns<Row extends SourceRow>(
  {
    view,
    seesSuppliers,
    survey,
  }: { readonly view: StreamViewType; readonly seesSuppliers: boolean; readonly survey: SurveyStatus | null },
  editorOf: (row: Row) => string,
  onAction: (action: SourceNameAction, row: Row) => void,
): DataColumn<Row>[] {
  // classic sources are for users who see suppliers (domain.md §4, docs/decisions/0026)
  const pathOf = (row: Row) => (row.type === 'classic' && !seesSuppliers ? null : editorOf(row))
  return [
    {
      ...liveHead('name', SOURCE_FACTS.name),
      value: row => row.name,
      uses: ['name', 'type', 'effective_statusid', 'status_reason', 'suppliers'],
      render: row => <SourceName row={row} path={pathOf(row)} onAction={action => onAction(action, row)} />,
    },
    ...figureColumns<Row>(view, 'source'),
    statusColumn(survey),
  ]
}
