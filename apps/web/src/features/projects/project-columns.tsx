import { PROJECT_FACTS } from '@desk/schema/columns/fact-columns'
import type { ProjectFigures } from '@desk/schema/figures/figures'
import type { Project } from '@desk/schema/projects/project'
import { STATUS_LABELS } from '@desk/schema/statuses/status'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import type { DataColumn } from '#ui/table/column.ts'
import { exportedForecast } from '#kit/forecasts/exported-forecast.ts'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { liveHead } from '#kit/tables/fact-columns.ts'
import type { FieldMoment } from '#kit/tables/field-time.ts'
import { figureColumns } from '#kit/tables/figure-columns.ts'
import { overviewOf } from '#kit/tables/chosen-columns.ts'
import { ProjectName } from './project-name.tsx'
import type { FieldColumns } from './use-field-columns.ts'

/** A project with its figures: a row of the project list. */
export type ProjectRow = Project & ProjectFigures

export const PROJECT_OVERVIEW = overviewOf([
  'name',
  'number',
  'consultant',
  'sources',
  'entrants',
  'completes',
  'ir',
  'loi',
  'expense',
  'recon',
  'status',
])

export const PROJECT_CARD = { head: ['name', 'status'], figures: ['completes', 'ir', 'expense', 'recent'] }

const ReconBadge = lazyPart(
  async () => ({ default: (await import('./recon-badge.tsx')).ReconBadge }),
  'The Recon Indicator',
)

/** Further columns of every export of projects. */
export const EXPORTED_OF_PROJECTS: readonly DataColumn<ProjectRow>[] = [
  { id: 'pm_proj_ud', header: 'Project ID', kind: 'text', value: row => String(row.pm_proj_ud) },
  { id: 'target', header: 'Target', kind: 'integer', value: row => row.target },
  ...exportedForecast<ProjectRow>(),
]

/**
 * The columns of the project list: name, manager, figures in the order of §3.10–3.22, and status.
 * @param hasReconIndicator the Recon Indicator is before the status (§6.8)
 * @param field the columns of field work and money, with their moment; null: not loaded yet
 */
export function projectColumns(
  view: StreamViewType,
  hasReconIndicator = false,
  field: { readonly columns: FieldColumns; readonly at: FieldMoment } | null = null,
): DataColumn<ProjectRow>[] {
  const figures = figureColumns<ProjectRow>(view, 'project')
  return [
    {
      ...liveHead('name', PROJECT_FACTS.name),
      value: row => row.pm_proj_name,
      uses: ['pm_proj_name', 'statusid', 'status_reason'],
      render: row => <ProjectName row={row} />,
    },
    { ...liveHead('number', PROJECT_FACTS.number), value: row => row.pm_proj_rep_num },
    { ...liveHead('consultant', PROJECT_FACTS.consultant), value: row => row.consultant_name },
    { ...liveHead('unit', PROJECT_FACTS.unit), value: row => row.business_unit_name },
    { ...liveHead('surveys', PROJECT_FACTS.surveys), value: row => row.survey_count },
    { ...liveHead('sources', PROJECT_FACTS.sources), value: row => row.live_source_count },
    ...(field === null
      ? figures
      : [
          ...field.columns.judgedFigures(figures, field.at),
          ...field.columns.fieldColumns<ProjectRow>(view, field.at, row => ({ scope: 'project', id: row.pm_proj_ud })),
        ]),
    ...(hasReconIndicator
      ? [
          {
            ...liveHead('recon', PROJECT_FACTS.recon),
            // The table sorts by what its rows hold; the indicator is read beside them.
            value: () => null,
            uses: ['pm_proj_ud' as const],
            render: (row: ProjectRow) => (
              <Suspense fallback={null}>
                <ReconBadge projectId={row.pm_proj_ud} />
              </Suspense>
            ),
          },
        ]
      : []),
    {
      ...liveHead('status', PROJECT_FACTS.status),
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
