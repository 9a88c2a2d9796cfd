import { effectiveLabel, heldByProject } from '@desk/schema/statuses/held-by'
import { SURVEY_FACTS } from '@desk/schema/columns/fact-columns'
import type { SurveyFigures } from '@desk/schema/figures/figures'
import type { Survey } from '@desk/schema/surveys/survey'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Copy, Eye, Pencil } from 'lucide-react'
import { ClampedText } from '#ui/clamped-text.tsx'
import type { DataColumn } from '#ui/table/column.ts'
import { exportedForecast } from '#kit/forecasts/exported-forecast.ts'
import { NameLink } from '#kit/tables/name-link.tsx'
import { liveHead } from '#kit/tables/fact-columns.ts'
import { fieldColumns, judgedFigures } from '#kit/tables/field-columns.tsx'
import type { FieldMoment } from '#kit/tables/field-time.ts'
import { figureColumns } from '#kit/tables/figure-columns.ts'
import { overviewOf } from '#kit/tables/chosen-columns.ts'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { SURVEY_FIELD_OF_COLUMN } from './edit-cell/survey-fields.ts'
import styles from './survey-actions.module.css'

/** A survey with its figures: a row of the survey list. */
export type SurveyRow = Survey & SurveyFigures

export const SURVEY_OVERVIEW = overviewOf([
  'name',
  'actions',
  'country',
  'sources',
  'entrants',
  'inflight',
  'completes',
  'ir',
  'loi',
  'expense',
  'status',
])

/** Further columns of every export of surveys. */
export const EXPORTED_OF_SURVEYS: readonly DataColumn<SurveyRow>[] = [
  { id: 'pm_sy_ud', header: 'Survey ID', kind: 'text', value: row => String(row.pm_sy_ud) },
  { id: 'target', header: 'Target', kind: 'integer', value: row => row.target },
  ...exportedForecast<SurveyRow>(),
]

export const SURVEY_CARD = { head: ['name', 'actions', 'status'], figures: ['completes', 'ir', 'expense', 'recent'] }

/** The columns of the survey list: name, figures in the order of §3.10–3.22, and status. */
export function surveyColumns(
  view: StreamViewType,
  at: FieldMoment,
  /** The user edits surveys, creates them, and changes their cells, whose form goes whole, with the sell price. */
  may: { readonly edit: boolean; readonly create: boolean; readonly editCells: boolean },
): DataColumn<SurveyRow>[] {
  const columns: DataColumn<SurveyRow>[] = [
    {
      ...liveHead('name', SURVEY_FACTS.name),
      value: row => row.pm_sy_name,
      uses: ['pm_sy_name', 'effective_statusid', 'status_reason'],
      render: row => (
        <NameLink
          href={`#/projects/${row.pm_proj_ud}/survey/${row.pm_sy_ud}/streams`}
          name={row.pm_sy_name}
          statusid={row.effective_statusid}
          reason={row.status_reason}
        />
      ),
    },
    {
      ...liveHead('actions', SURVEY_FACTS.actions),
      sortable: false,
      isAlwaysShown: true,
      isExported: false,
      value: () => null,
      uses: ['pm_sy_ud', 'pm_proj_ud', 'pm_sy_name'],
      render: row => (
        <span className={styles['actions']}>
          <a
            href={`#/manage/project/${row.pm_proj_ud}/survey/${row.pm_sy_ud}/edit`}
            aria-label={`${may.edit ? 'Edit' : 'View'} ${row.pm_sy_name}`}
            title={may.edit ? 'Edit' : 'View'}
          >
            {may.edit ? <Pencil size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </a>
          {may.create ? (
            <a
              href={`#/manage/project/${row.pm_proj_ud}/survey/new?from=${row.pm_sy_ud}`}
              aria-label={`Duplicate ${row.pm_sy_name}`}
              title="Duplicate"
            >
              <Copy size={16} aria-hidden />
            </a>
          ) : null}
        </span>
      ),
    },
    {
      ...liveHead('country', SURVEY_FACTS.country),
      value: row => row.country_name,
      uses: ['country_name'],
      render: row => <ClampedText>{row.country_name ?? ''}</ClampedText>,
    },
    { ...liveHead('language', SURVEY_FACTS.language), value: row => row.language_name },
    {
      ...liveHead('sources', SURVEY_FACTS.sources),
      align: 'end',
      value: row => row.live_source_count,
      uses: ['live_source_count', 'source_count'],
      render: row => `${row.live_source_count} of ${row.source_count}`,
    },
    ...judgedFigures(figureColumns<SurveyRow>(view, 'survey'), at),
    ...fieldColumns<SurveyRow>(view, at, row => ({ scope: 'survey', id: row.pm_sy_ud })),
    {
      ...liveHead('status', SURVEY_FACTS.status),
      isAlwaysShown: true,
      isPinnedEnd: true,
      value: row => effectiveLabel(row.statusid, heldByProject(row)),
      uses: ['pm_sy_name', 'statusid', 'effective_statusid', 'status_reason', 'status_changed_by'],
      render: row => (
        <StatusMenu
          scope="survey"
          id={row.pm_sy_ud}
          name={row.pm_sy_name}
          statusid={row.statusid}
          heldBy={heldByProject(row)}
          reason={row.status_reason}
          changedBy={row.status_changed_by}
        />
      ),
    },
  ]
  return columns.map(column =>
    may.editCells && SURVEY_FIELD_OF_COLUMN[column.id] !== undefined ? { ...column, isEditable: true } : column,
  )
}
