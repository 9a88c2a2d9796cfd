import type { ProjectFigures, SurveyFigures } from '@desk/schema/figures/figures'
import { Inbox } from 'lucide-react'
import { Suspense, useMemo, useRef, useState } from 'react'
import { isMissing } from '#runtime/api/api-error.ts'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useOpened } from '#runtime/hooks/use-opened.ts'
import { useProjectLoad } from '#runtime/hooks/use-load.ts'
import { useMayCall, useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import type { DataTableHandle } from '#ui/table/data-table.tsx'
import { readAsOf, useAsItWas } from '#kit/as-it-was/as-of.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { withSelectBox } from '#kit/bulk/select-box.tsx'
import { chosenRows, createSelection } from '#kit/bulk/selection.ts'
import { SelectionBar } from '#kit/bulk/selection-bar.tsx'
import { CompletesPanel } from '#kit/charts/completes-panel.tsx'
import { useCellEditor } from '#kit/edit-cell/use-cell-editor.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { ProjectHead } from '#kit/heads/project-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { FoldedMoneyStand } from '#kit/money/money-stand.tsx'
import { openExplain } from '#kit/respondents/explain-request.ts'
import { Explain } from '#kit/respondents/explain.tsx'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { inDefaultOrder } from '#kit/tables/default-order.ts'
import { LiveTable } from '#kit/tables/live-table.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { useFieldMoment } from '#kit/tables/use-field-moment.ts'
import { LIVE_TABLE, useLiveTable, type TableSnapshot } from '#kit/tables/use-live-table.ts'
import { withFigures } from '#kit/tables/with-figures.ts'
import { LazySurveyCellEditor } from './edit-cell/lazy-survey-cell-editor.ts'
import { EXPORTED_OF_SURVEYS, SURVEY_CARD, SURVEY_OVERVIEW, surveyColumns, type SurveyRow } from './survey-columns.tsx'

const idOf = (row: SurveyRow): string => String(row.pm_sy_ud)
const nameOf = (row: SurveyRow): string => row.pm_sy_name

const isOfSurvey = (figures: SurveyFigures | ProjectFigures): figures is SurveyFigures => 'pm_sy_ud' in figures
const isOfProject = (figures: SurveyFigures | ProjectFigures): figures is ProjectFigures => !isOfSurvey(figures)

/** Surveys of a project with their figures, and the project's own figures as the totals (api:P5, api:P8). */
async function readSurveys(api: ApiClient, projectId: number, signal: AbortSignal): Promise<TableSnapshot<SurveyRow>> {
  const [surveys, figures, ofProject] = await Promise.all([
    readPages(page => api.call('surveys.list', { query: { pm_proj_ud: projectId, ...page }, signal })),
    api.call('projects.figures', { query: { pm_proj_ud: projectId }, payload: {}, signal }),
    api.call('projects.figures', { query: {}, payload: { pm_proj_uds: [projectId] }, signal }),
  ])
  const rows = withFigures(surveys, [...figures].filter(isOfSurvey), ({ pm_sy_ud }) => pm_sy_ud)
  return { rows: inDefaultOrder(rows, nameOf), totals: [...ofProject].find(isOfProject) ?? null }
}

const ProjectAsItWas = lazyPart(() => import('./project-as-it-was.tsx'), 'The past moment')

/** The survey list of a project (§2.18): live, or as it was at the moment of the URL. */
export function SurveyListScreen({ projectUID }: { projectUID: number }) {
  const [search] = useUrlSearch()
  const asOf = readAsOf(search, useZone().name)
  if (asOf === null) return <LiveSurveyList projectUID={projectUID} />
  return (
    <Suspense fallback={null}>
      <ProjectAsItWas key={asOf.at} asOf={asOf} projectUID={projectUID} />
    </Suspense>
  )
}

function LiveSurveyList({ projectUID }: { projectUID: number }) {
  const desk = useDesk()
  const project = useProjectLoad(projectUID)
  const view = useUser()?.streamViewType ?? 'external'
  const name = project.data?.pm_proj_name ?? null
  useAppTitle(name)
  useOpened(
    name === null
      ? null
      : { scope: 'project', id: projectUID, name, pm_proj_ud: projectUID, pm_sy_ud: null, type: null },
  )

  const isGone = isMissing(project.failure)
  const rows = useLiveTable<SurveyRow>({
    topic: isGone ? null : `project:${projectUID}`,
    queryKey: [LIVE_TABLE, 'project', projectUID],
    read: signal => readSurveys(desk.api, projectUID, signal),
    idOf,
    nameOf,
    scope: 'survey',
    onStatuses: project.refresh,
  })
  const asItWas = useAsItWas()
  const mayEdit = useMayCall('surveys.update')
  const mayCreate = useMayCall('surveys.create')
  const seesSellPrice = project.data?.pm_sy_client_cpi !== undefined
  const table = useRef<DataTableHandle<SurveyRow>>(null)
  const [selection] = useState(createSelection)
  const [shownTable] = useState(() => () => table.current?.shown())
  const [shownIds] = useState(() => () => table.current?.shown().rows.map(idOf) ?? [])
  const at = useFieldMoment()
  const columns = useMemo(
    () =>
      withSelectBox(
        surveyColumns(view, at, { edit: mayEdit, create: mayCreate, editCells: mayEdit && seesSellPrice }),
        { selection, idOf, nameOf, shownIds },
      ),
    [view, at, mayEdit, mayCreate, seesSellPrice, selection, shownIds],
  )
  const { onEdit, editor } = useCellEditor(table, rows.store.get, LazySurveyCellEditor)

  const newSurvey = mayCreate ? (
    <a className={buttonClass('primary')} href={`#/manage/project/${projectUID}/survey/new`}>
      New survey
    </a>
  ) : null
  if (isGone) return <NotFound />
  return (
    <div className={screen['screen']}>
      <ProjectHead
        project={project.data}
        page="surveys"
        primary={newSurvey}
        more={[{ label: 'Respondents', onAction: () => openExplain({ scope: 'project', id: projectUID }) }, asItWas]}
      />
      {project.data === null && project.error !== null ? (
        <LoadFailure
          title="The project did not load"
          failure={project.failure}
          onRetry={project.refresh}
          isRetrying={project.isRequesting}
        />
      ) : (
        <>
          <LiveTable
            tableRef={table}
            name="surveys"
            label="Surveys"
            title={`Surveys of ${name ?? `project ${projectUID}`}`}
            rows={rows}
            columns={columns}
            exported={EXPORTED_OF_SURVEYS}
            defaultView={SURVEY_OVERVIEW}
            cards={SURVEY_CARD}
            hasStatusFilter
            bulk={{
              selection,
              bar: (
                <SelectionBar
                  noun="survey"
                  kinds={seesSellPrice ? ['status', 'sellPrice', 'surveyEnd'] : ['status', 'surveyEnd']}
                  selection={selection}
                  shownIds={shownIds}
                  copied={chosenRows(shownTable, idOf)}
                  nameOf={id => rows.store.get(id)?.pm_sy_name}
                  onChanged={project.refresh}
                />
              ),
            }}
            onEdit={onEdit}
            why={{ scope: 'survey', total: { scope: 'project', id: projectUID } }}
            totalsLabel="Total"
            empty={
              <EmptyState title="No surveys yet" icon={<Inbox aria-hidden />} action={newSurvey}>
                A survey is one questionnaire in one country and language, with its own target. Add the first one to
                give this project its sources.
              </EmptyState>
            }
          />
          <FoldedMoneyStand projectId={projectUID} />
          <CompletesPanel projectId={projectUID} surveyId={null} />
        </>
      )}
      {editor}
      <Explain nameOf={() => name ?? undefined} />
      <StatusOverlays onChanged={project.refresh} />
    </div>
  )
}
