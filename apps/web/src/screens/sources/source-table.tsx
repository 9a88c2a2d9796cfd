import type { SourceRow } from '@desk/schema/figures/figures'
import { Inbox } from 'lucide-react'
import { useMemo } from 'react'
import { ApiError, failureMessage } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { useProjectLoad, useSurveyLoad } from '../../runtime/hooks/use-load.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CompletesPanel } from '../../widgets/charts/completes-panel.tsx'
import { Explain } from '../../widgets/respondents/explain.tsx'
import { StatusOverlays } from '../../widgets/statuses/status-overlays.tsx'
import { LiveTable } from '../../widgets/tables/live-table.tsx'
import { readPages } from '../../widgets/tables/read-pages.ts'
import { LIVE_TABLE, useLiveTable, type TableSnapshot } from '../../widgets/tables/use-live-table.ts'
import screen from '../../widgets/heads/screen.module.css'
import { NotFound } from '../../widgets/errors/not-found.tsx'
import { sourceColumns } from './source-columns.tsx'
import { SurveyHead } from './survey-head.tsx'

export interface SourceTableScreenProps {
  projectUID: number
  surveyUID: number
}

const NOT_THERE = 404

async function readSources(surveyId: number, signal: AbortSignal): Promise<TableSnapshot<SourceRow>> {
  const [rows, totals] = await Promise.all([
    readPages((query) => desk.api.call('sources.table', { params: { id: surveyId }, query, signal })),
    desk.api.call('surveys.figures', { params: { id: surveyId }, signal }),
  ])
  return { rows, totals }
}

/** The source table of a survey (§1.3, §2.19): every source with its figures and status, live. */
export function SourceTableScreen({ projectUID, surveyUID }: SourceTableScreenProps) {
  const survey = useSurveyLoad(surveyUID)
  const project = useProjectLoad(projectUID)
  const view = useUser()?.streamViewType ?? 'external'
  const name = survey.data?.pm_sy_name ?? null
  useAppTitle(name)

  const refreshHead = () => {
    survey.refresh()
    project.refresh()
  }
  const rows = useLiveTable<SourceRow>({
    topic: `survey:${surveyUID}`,
    queryKey: [LIVE_TABLE, 'survey', surveyUID],
    read: (signal) => readSources(surveyUID, signal),
    idOf: (row) => String(row.stmid),
    nameOf: (row) => row.name,
    scope: 'source',
    onStatuses: refreshHead,
  })
  const columns = useMemo(() => sourceColumns(view), [view])

  const isElsewhere = survey.data !== null && survey.data.pm_proj_ud !== projectUID
  if (isElsewhere || (survey.failure instanceof ApiError && survey.failure.status === NOT_THERE)) return <NotFound />
  return (
    <div className={screen['screen']}>
      <SurveyHead survey={survey.data} project={project.data} projectUID={projectUID} />
      {survey.data === null && survey.error !== null ? (
        <ErrorState
          title="The survey did not load"
          requestId={survey.failure instanceof ApiError ? (survey.failure.requestId ?? undefined) : undefined}
          onRetry={survey.refresh}
          isRetrying={survey.isRequesting}
        >
          {failureMessage(survey.failure)}
        </ErrorState>
      ) : (
        <>
          <LiveTable
            name="sources"
            label="Sources"
            title={`Sources of ${name ?? `survey ${surveyUID}`}`}
            rows={rows}
            columns={columns}
            hasStatusFilter
            totalsLabel="All sources"
            empty={
              <EmptyState title="No sources yet" icon={<Inbox aria-hidden />}>
                A source brings respondents into this survey: sample bought from suppliers, one supplier of your own, or an exchange. Add the first one to see its traffic here.
              </EmptyState>
            }
          />
          <CompletesPanel projectId={projectUID} surveyId={surveyUID} sourceName={(id) => rows.store.get(String(id))?.name} />
        </>
      )}
      <Explain nameOf={(id) => rows.store.get(String(id))?.name} />
      <StatusOverlays onChanged={refreshHead} />
    </div>
  )
}
