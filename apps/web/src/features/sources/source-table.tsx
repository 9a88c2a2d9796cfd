import { hasEnded, STATUS_CODES } from '@desk/schema/statuses/status'
import type { SourceRow } from '@desk/schema/figures/figures'
import { Inbox } from 'lucide-react'
import { Suspense, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { lazyOverlay, lazyPart } from '#ui/lazy/lazy-part.tsx'
import { isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useOpened } from '#runtime/hooks/use-opened.ts'
import { useProjectLoad, useSurveyLoad } from '#runtime/hooks/use-load.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useMayCall, useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { DataTableHandle } from '#ui/table/data-table.tsx'
import { readAsOf, useAsItWas } from '#kit/as-it-was/as-of.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { withSelectBox } from '#kit/bulk/select-box.tsx'
import { chosenRows, createSelection } from '#kit/bulk/selection.ts'
import { SelectionBar } from '#kit/bulk/selection-bar.tsx'
import { CompletesPanel } from '#kit/charts/completes-panel.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { AutoPaused } from '#kit/launch/auto-paused.tsx'
import { LaunchList } from '#kit/launch/launch-list.tsx'
import { openExplain } from '#kit/respondents/explain-request.ts'
import { Explain } from '#kit/respondents/explain.tsx'
import { autoPausedTitle } from '#kit/statuses/status-words.ts'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { inDefaultOrder } from '#kit/tables/default-order.ts'
import { LiveTable } from '#kit/tables/live-table.tsx'
import { rowFilterOf } from '#kit/tables/list-filter.ts'
import { readPages } from '#kit/tables/read-pages.ts'
import { useFieldMoment } from '#kit/tables/use-field-moment.ts'
import { LIVE_TABLE, useLiveTable, type TableSnapshot } from '#kit/tables/use-live-table.ts'
import screen from '#kit/heads/screen.module.css'
import { exportedOfSources, FIELD_VIEW, SOURCE_CARD, sourceColumns } from './source-columns.tsx'
import { SOURCE_CHOICES, sourceFilters } from './source-filters.ts'
import { NewSource } from './new-source.tsx'
import { copyTestLink, duplicateSource } from './source-actions.ts'
import { useCellEditor } from '#kit/edit-cell/use-cell-editor.tsx'
import { LazySourceCellEditor } from './edit-cell/lazy-source-cell-editor.ts'
import { sourcePaths, type SourcePrefix } from './source-paths.ts'
import { useSourceViewer } from './use-source-viewer.ts'
import styles from './sources.module.css'
import { SurveyHead } from './survey-head.tsx'

const ApplyAllocation = lazyOverlay(
  () => import('./apply-allocation.tsx'),
  'The allocation',
  ({ onClose }) => onClose(),
)
const CopySource = lazyOverlay(
  () => import('./copy-source.tsx'),
  'The copy',
  ({ onClose }) => onClose(),
)

const SurveyAsItWas = lazyPart(() => import('./survey-as-it-was.tsx'), 'The past moment')

export interface SourceTableScreenProps {
  /** The paths around it (§2.17). */
  prefix: SourcePrefix
  projectUID: number
  surveyUID: number
}

const idOf = (row: SourceRow): string => String(row.stmid)
const nameOf = (row: SourceRow): string => row.name

async function readSources(api: ApiClient, surveyId: number, signal: AbortSignal): Promise<TableSnapshot<SourceRow>> {
  const [rows, totals] = await Promise.all([
    readPages(query => api.call('sources.table', { params: { id: surveyId }, query, signal })),
    api.call('surveys.figures', { params: { id: surveyId }, signal }),
  ])
  return { rows: inDefaultOrder(rows, nameOf), totals }
}

/** The source table of a survey (§1.3, §2.19): live, or as it was at the moment of the URL. */
export function SourceTableScreen(props: SourceTableScreenProps) {
  const { prefix, projectUID, surveyUID } = props
  const [search] = useUrlSearch()
  const asOf = readAsOf(search, useZone().name)
  const paths = useMemo(() => sourcePaths(prefix, projectUID, surveyUID), [prefix, projectUID, surveyUID])
  if (asOf === null) return <LiveSourceTable {...props} />
  return (
    <Suspense fallback={null}>
      <SurveyAsItWas key={asOf.at} asOf={asOf} projectUID={projectUID} surveyUID={surveyUID} paths={paths} />
    </Suspense>
  )
}

/** Every source with its figures and status, live. */
function LiveSourceTable({ prefix, projectUID, surveyUID }: SourceTableScreenProps) {
  const desk = useDesk()
  const survey = useSurveyLoad(surveyUID)
  const project = useProjectLoad(projectUID)
  const me = useUser()
  const viewer = useSourceViewer()
  const { view, seesSuppliers } = viewer
  const mayCreate = useMayCall('sources.create')
  const name = survey.data?.pm_sy_name ?? null
  useAppTitle(name)
  useOpened(
    survey.data === null
      ? null
      : {
          scope: 'survey',
          id: surveyUID,
          name: survey.data.pm_sy_name,
          pm_proj_ud: survey.data.pm_proj_ud,
          pm_sy_ud: surveyUID,
          type: null,
        },
  )

  const refreshHead = () => {
    survey.refresh()
    project.refresh()
  }
  const isGone = isMissing(survey.failure) || (survey.data !== null && survey.data.pm_proj_ud !== projectUID)
  const rows = useLiveTable<SourceRow>({
    topic: isGone ? null : `survey:${surveyUID}`,
    queryKey: [LIVE_TABLE, 'survey', surveyUID],
    read: signal => readSources(desk.api, surveyUID, signal),
    idOf,
    nameOf,
    scope: 'source',
    onStatuses: refreshHead,
  })
  const [search] = useUrlSearch()
  const asItWas = useAsItWas()
  useSyncExternalStore(rows.store.subscribeRows, rows.store.ids)
  const filters = sourceFilters(SOURCE_CHOICES, rows.store.rows(), search)
  const [isApplying, setApplying] = useState(false)
  const [copied, setCopied] = useState<SourceRow | null>(null)
  const paths = useMemo(() => sourcePaths(prefix, projectUID, surveyUID), [prefix, projectUID, surveyUID])
  const table = useRef<DataTableHandle<SourceRow>>(null)
  const [selection] = useState(createSelection)
  const [shownTable] = useState(() => () => table.current?.shown())
  const [shownIds] = useState(() => () => table.current?.shown().rows.map(idOf) ?? [])
  const { statusid = null, effective_statusid = null } = survey.data ?? {}
  const surveyStatus = useMemo(
    () => (statusid === null || effective_statusid === null ? null : { statusid, effective_statusid }),
    [statusid, effective_statusid],
  )
  const at = useFieldMoment()
  const columns = useMemo(() => {
    const own = sourceColumns(
      { ...viewer, survey: surveyStatus, at },
      row => paths.of(row.stmid, row.type),
      (action, row) => {
        if (action === 'edit') desk.history.push(paths.of(row.stmid, row.type))
        else if (action === 'duplicate') duplicateSource(desk, row, surveyUID, paths.of)
        else if (action === 'test') void copyTestLink(desk, row)
        else setCopied(row)
      },
    )
    return withSelectBox(own, { selection, idOf, nameOf, shownIds })
  }, [desk, viewer, surveyStatus, at, paths, surveyUID, selection, shownIds, setCopied])
  const { onEdit, editor } = useCellEditor(table, rows.store.get, LazySourceCellEditor)
  const ended = hasEnded(project.data?.statusid) ? 'project' : hasEnded(survey.data?.statusid) ? 'survey' : null
  const newSource = mayCreate ? <NewSource paths={paths} seesSuppliers={seesSuppliers} ended={ended} /> : null

  if (isGone) return <NotFound />
  return (
    <div className={`${screen['screen']} ${styles['longNames']}`}>
      <SurveyHead
        survey={survey.data}
        project={project.data}
        projectUID={projectUID}
        more={[
          { label: 'Respondents', onAction: () => openExplain({ scope: 'survey', id: surveyUID }) },
          asItWas,
          ...(me !== null && mayCall(me, 'sourceTemplates.loadAllocation')
            ? [{ label: 'Apply an allocation template', onAction: () => setApplying(true) }]
            : []),
        ]}
        actions={newSource}
      />
      {survey.data?.statusid === STATUS_CODES.autoPaused ? (
        <LaunchList id="survey-paused" title={autoPausedTitle(survey.data.status_reason)} isClear={false}>
          <AutoPaused
            of={{ scope: 'survey', id: surveyUID, name: survey.data.pm_sy_name }}
            reason={survey.data.status_reason}
            onMend={field => desk.history.push(`${paths.editSurvey}?field=${field}`)}
          />
        </LaunchList>
      ) : null}
      {survey.data === null && survey.error !== null ? (
        <LoadFailure
          title="The survey did not load"
          failure={survey.failure}
          onRetry={survey.refresh}
          isRetrying={survey.isRequesting}
        />
      ) : (
        <>
          <LiveTable
            tableRef={table}
            name="sources"
            label="Sources"
            title={`Sources of ${name ?? `survey ${surveyUID}`}`}
            rows={rows}
            columns={columns}
            exported={exportedOfSources(view)}
            defaultView={FIELD_VIEW}
            cards={SOURCE_CARD}
            hasStatusFilter
            rowFilter={rowFilterOf(filters)}
            filters={filters}
            bulk={{
              selection,
              bar: (
                <SelectionBar
                  noun="source"
                  kinds={viewer.bulkKinds}
                  selection={selection}
                  shownIds={shownIds}
                  copied={chosenRows(shownTable, idOf)}
                  nameOf={id => rows.store.get(id)?.name}
                  onChanged={refreshHead}
                />
              ),
            }}
            onEdit={onEdit}
            why={{ scope: 'source', total: { scope: 'survey', id: surveyUID } }}
            totalsLabel="Total"
            empty={
              <EmptyState title="No sources yet" icon={<Inbox aria-hidden />} action={newSource}>
                A source brings respondents into this survey: sample bought from suppliers, one supplier of your own, or
                an exchange.{ended === null ? ' Add the first one to see its traffic here.' : ''}
              </EmptyState>
            }
          />
          <CompletesPanel
            projectId={projectUID}
            surveyId={surveyUID}
            sourceName={id => rows.store.get(String(id))?.name}
          />
        </>
      )}
      {editor}
      <Explain
        nameOf={({ scope, id }) => (scope === 'source' ? rows.store.get(String(id))?.name : survey.data?.pm_sy_name)}
      />
      <StatusOverlays onChanged={refreshHead} />
      <Suspense fallback={null}>
        {isApplying ? (
          <ApplyAllocation
            surveyUID={surveyUID}
            surveyName={name ?? `Survey ${surveyUID}`}
            onClose={() => setApplying(false)}
          />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        {copied === null ? null : (
          <CopySource source={copied} projectUID={projectUID} surveyUID={surveyUID} onClose={() => setCopied(null)} />
        )}
      </Suspense>
    </div>
  )
}
