import type { ProjectFigures } from '@desk/schema/figures/figures'
import type { Project } from '@desk/schema/projects/project'
import { STATUS_LABELS } from '@desk/schema/statuses/status'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { DataColumn } from '#ui/table/column.ts'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { figureColumns } from '#kit/tables/figure-columns.ts'
import { ProjectName } from './project-name.tsx'

/** A project with its figures: a row of the project list. */
export type ProjectRow = Project & ProjectFigures

/** The default columns. */
export const PROJECT_OVERVIEW = [
  'name',
  'number',
  'consultant',
  'sources',
  'entrants',
  'completes',
  'ir',
  'loi',
  'expense',
  'status',
] as const

/** The columns of the project list: name, manager, figures in the order of §3.10–3.22, and status. */
export function projectColumns(view: StreamViewType): DataColumn<ProjectRow>[] {
  return [
    {
      id: 'name',
      header: 'Project',
      kind: 'custom',
      width: 200,
      value: row => row.pm_proj_name,
      uses: ['pm_proj_name', 'statusid', 'status_reason'],
      render: row => <ProjectName row={row} />,
    },
    {
      id: 'number',
      header: 'Number',
      kind: 'text',
      width: 96,
      grow: 0,
      value: row => row.pm_proj_rep_num,
      presets: ['money'],
    },
    { id: 'consultant', header: 'Manager', kind: 'text', width: 106, grow: 0, value: row => row.consultant_name },
    {
      id: 'unit',
      header: 'Business unit',
      kind: 'text',
      width: 112,
      grow: 0,
      value: row => row.business_unit_name,
      presets: ['money'],
    },
    {
      id: 'surveys',
      header: 'Surveys',
      kind: 'integer',
      width: 78,
      value: row => row.survey_count,
      presets: ['traffic'],
    },
    {
      id: 'sources',
      header: 'Live sources',
      headerTooltip: 'Sources of the project that are live',
      kind: 'integer',
      width: 76,
      value: row => row.live_source_count,
      presets: ['traffic'],
    },
    ...figureColumns<ProjectRow>(view, 'project'),
    {
      id: 'status',
      header: 'Status',
      headerTooltip: 'Project status, why, and who set it',
      kind: 'custom',
      width: 196,
      isAlwaysShown: true,
      isPinnedEnd: true,
      value: row => STATUS_LABELS[row.statusid],
      uses: ['pm_proj_name', 'statusid', 'status_reason', 'status_changed_by'],
      render: row => (
        <StatusMenu
          scope="project"
          id={row.pm_proj_ud}
          name={row.pm_proj_name}
          statusid={row.statusid}
          reason={row.status_reason}
          changedBy={row.status_changed_by}
        />
      ),
    },
  ]
}
