import type { LiveSource } from '@desk/schema/sources/live-source'
import { Inbox } from 'lucide-react'
import { Suspense, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { withSelectBox } from '#kit/bulk/select-box.tsx'
import { chosenRows, createSelection } from '#kit/bulk/selection.ts'
import { SelectionBar } from '#kit/bulk/selection-bar.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { FirstSteps } from '#kit/project-views/first-steps.tsx'
import { ProjectViewTabs } from '#kit/project-views/project-view-tabs.tsx'
import { Explain } from '#kit/respondents/explain.tsx'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { LiveTable } from '#kit/tables/live-table.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { LIVE_TABLE, useLiveTable } from '#kit/tables/use-live-table.ts'
import { copyTestLink, duplicateSource } from '../source-actions.ts'
import { rowFilterOf } from '#kit/tables/list-filter.ts'
import { useFieldMoment } from '#kit/tables/use-field-moment.ts'
import type { DataTableHandle } from '#ui/table/data-table.tsx'
import { useCellEditor } from '#kit/edit-cell/use-cell-editor.tsx'
import { LazySourceCellEditor } from '../edit-cell/lazy-source-cell-editor.ts'
import { LIVE_SOURCE_CHOICES, sourceFilters } from '../source-filters.ts'
import { exportedOfLiveSources } from '../source-columns.tsx'
import { useSourceViewer } from '../use-source-viewer.ts'
import styles from '../sources.module.css'
import { LIVE_FIELD_VIEW, LIVE_SOURCE_CARD, liveSourceColumns, pathsOf } from './live-source-columns.tsx'

const CopySource = lazyOverlay(
  () => import('../copy-source.tsx'),
  'The copy',
  ({ onClose }) => onClose(),
)

const idOf = (row: LiveSource): string => String(row.stmid)
const nameOf = (row: LiveSource): string => row.name
/** The table is all that this screen shows. */
const nothingElse = () => undefined

/** All live sources of the account (docs/decisions/0097): project and survey in front, figures live. */
export function LiveSourcesScreen() {
  const desk = useDesk()
  useAppTitle('Live sources')
  const viewer = useSourceViewer()
  const [search] = useUrlSearch()
  const rows = useLiveTable<LiveSource>({
    topic: 'sources',
    queryKey: [LIVE_TABLE, 'live-sources'],
    read: async signal => ({
      rows: await readPages(query => desk.api.call('sources.live', { query, signal })),
      totals: null,
    }),
    idOf,
    nameOf,
    scope: 'source',
  })
  const { store } = rows
  useSyncExternalStore(store.subscribeRows, store.ids)
  const filters = sourceFilters(LIVE_SOURCE_CHOICES, store.rows(), search)
  const at = useFieldMoment()
  const table = useRef<DataTableHandle<LiveSource>>(null)
  const { onEdit, editor } = useCellEditor(table, store.get, LazySourceCellEditor)
  const [selection] = useState(createSelection)
  const [shownTable] = useState(() => () => table.current?.shown())
  const [shownIds] = useState(() => () => table.current?.shown().rows.map(idOf) ?? [])
  const [copied, setCopied] = useState<LiveSource | null>(null)
  const columns = useMemo(() => {
    const own = liveSourceColumns({ ...viewer, at }, (action, row) => {
      const paths = pathsOf(row)
      if (action === 'edit') desk.history.push(paths.of(row.stmid, row.type))
      else if (action === 'duplicate') duplicateSource(desk, row, row.pm_sy_ud, paths.of)
      else if (action === 'test') void copyTestLink(desk, row)
      else setCopied(row)
    })
    return withSelectBox(own, { selection, idOf, nameOf, shownIds })
  }, [desk, viewer, at, selection, shownIds, setCopied])
  return (
    <div className={`${screen['screen']} ${styles['longNames']}`}>
      <PageHead crumbs={[]} title="Projects" status={<ProjectViewTabs shown="live" />} />
      <FirstSteps />
      <LiveTable
        name="live-sources"
        label="Live sources"
        title="Live sources"
        rows={rows}
        columns={columns}
        exported={exportedOfLiveSources(viewer.view)}
        viewParameter="table"
        defaultView={LIVE_FIELD_VIEW}
        cards={LIVE_SOURCE_CARD}
        rowFilter={rowFilterOf(filters)}
        filters={filters}
        tableRef={table}
        bulk={{
          selection,
          bar: (
            <SelectionBar
              noun="source"
              kinds={viewer.bulkKinds}
              selection={selection}
              shownIds={shownIds}
              copied={chosenRows(shownTable, idOf)}
              nameOf={id => store.get(id)?.name}
              onChanged={nothingElse}
            />
          ),
        }}
        onEdit={onEdit}
        why={{ scope: 'source' }}
        empty={
          <EmptyState title="No live sources" icon={<Inbox aria-hidden />}>
            A source is listed here as soon as it, its survey and its project are live.
          </EmptyState>
        }
      />
      {editor}
      <Explain nameOf={({ id }) => store.get(String(id))?.name} />
      <StatusOverlays onChanged={nothingElse} />
      <Suspense fallback={null}>
        {copied === null ? null : (
          <CopySource
            source={copied}
            projectUID={copied.pm_proj_ud}
            surveyUID={copied.pm_sy_ud}
            onClose={() => setCopied(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
