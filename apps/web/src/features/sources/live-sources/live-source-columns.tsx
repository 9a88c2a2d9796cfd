import { PROJECT_FACTS, SURVEY_FACTS } from '@desk/schema/columns/fact-columns'
import type { LiveSource } from '@desk/schema/sources/live-source'
import type { DataColumn } from '#ui/table/column.ts'
import { liveHead } from '#kit/tables/fact-columns.ts'
import { NameLink } from '#kit/tables/name-link.tsx'
import type { FieldMoment } from '#kit/tables/field-time.ts'
import type { TableView } from '#ui/table/view.ts'
import { FIELD_VIEW, SOURCE_CARD, sourceColumns } from '../source-columns.tsx'
import type { SourceNameAction } from '../source-name.tsx'
import { sourcePaths } from '../source-paths.ts'
import type { SourceViewer } from '../use-source-viewer.ts'

/** The paths around a live source. */
export const pathsOf = (row: LiveSource) => sourcePaths('/projects', row.pm_proj_ud, row.pm_sy_ud)

/** The default view, with the study in front. */
export const LIVE_FIELD_VIEW: TableView = {
  ...FIELD_VIEW,
  // names of project and survey take the room of the 24 hours and of the entrants, whom the conversion is of
  columnIds: ['project', 'survey', ...FIELD_VIEW.columnIds.filter(id => id !== 'recent' && id !== 'entrants')],
}

/** Its card: sources of one name differ by survey and project. */
export const LIVE_SOURCE_CARD = { ...SOURCE_CARD, context: ['survey', 'project'] }

/** Narrower than in a survey's table, so that the default view fits beside the sidebar; names take the rest. */
const WIDTHS_PX: Readonly<Record<string, number>> = {
  project: 116,
  survey: 108,
  name: 192,
  entrants: 74,
  completes: 116,
  conversion: 66,
  loi: 84,
  expense: 88,
  recent: 88,
  // all are live
  status: 104,
}
const NAME_GROWS = 8

/** The columns of the live sources: project and survey, by which sources of one name differ, then those of the source table. */
export function liveSourceColumns(
  viewer: SourceViewer & { readonly at: FieldMoment },
  onAction: (action: SourceNameAction, row: LiveSource) => void,
): DataColumn<LiveSource>[] {
  const columns: DataColumn<LiveSource>[] = [
    {
      ...liveHead('project', PROJECT_FACTS.name),
      isAlwaysShown: true,
      value: row => row.pm_proj_name,
      uses: ['pm_proj_name'],
      render: row => <NameLink href={`#${pathsOf(row).surveys}`} name={row.pm_proj_name} />,
    },
    {
      ...liveHead('survey', SURVEY_FACTS.name),
      isAlwaysShown: true,
      value: row => row.pm_sy_name,
      uses: ['pm_sy_name'],
      render: row => <NameLink href={`#${pathsOf(row).table}`} name={row.pm_sy_name} />,
    },
    ...sourceColumns<LiveSource>(
      // a live source has nothing above it that is not live
      { ...viewer, survey: null },
      row => pathsOf(row).of(row.stmid, row.type),
      onAction,
    ),
  ]
  return columns.map(column => {
    const width = WIDTHS_PX[column.id]
    return width === undefined
      ? column
      : {
          ...column,
          width,
          ...(column.id === 'conversion' ? { header: 'Conv.' } : {}),
          ...(column.kind === 'custom' && !column.isPinnedEnd && column.grow !== 0 ? { grow: NAME_GROWS } : {}),
        }
  })
}
