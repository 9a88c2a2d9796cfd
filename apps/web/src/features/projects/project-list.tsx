import type { ProjectFigures, SurveyFigures } from '@desk/schema/figures/figures'
import { may } from '@desk/schema/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { FolderSearch, Inbox } from 'lucide-react'
import { Suspense, useMemo, useRef, useState } from 'react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { useAfterFirstScreen } from '#runtime/hooks/use-first-screen.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import type { DataTableHandle } from '#ui/table/data-table.tsx'
import { withSelectBox } from '#kit/bulk/select-box.tsx'
import type { SelectionBarProps } from '#kit/bulk/selection-bar.tsx'
import { chosenRows, createSelection } from '#kit/bulk/selection.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { FirstSteps } from '#kit/project-views/first-steps.tsx'
import { ProjectViewTabs } from '#kit/project-views/project-view-tabs.tsx'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { codeOptions, type ListFilter } from '#kit/tables/list-filter.ts'
import { ClearFilters } from '#kit/tables/filter-chips.tsx'
import { inOwnOrder, useOwnOrderSwitch, useOwnProjectOrder } from '#kit/own-order/own-order.ts'
import { inDefaultOrder } from '#kit/tables/default-order.ts'
import { LiveTable } from '#kit/tables/live-table.tsx'
import { PAGE_ROWS, readPages } from '#kit/tables/read-pages.ts'
import { LIVE_TABLE, useLiveTable, type TableSnapshot } from '#kit/tables/use-live-table.ts'
import { useFieldMoment } from '#kit/tables/use-field-moment.ts'
import { withFigures } from '#kit/tables/with-figures.ts'
import { consultantOptions, unitOptions } from '#kit/tables/project-filter-options.ts'
import { FoldFigures, LazyLandingFigures } from './lazy-landing-figures.tsx'
import { useFieldColumns } from './use-field-columns.ts'
import {
  EXPORTED_OF_PROJECTS,
  PROJECT_CARD,
  PROJECT_OVERVIEW,
  projectColumns,
  type ProjectRow,
} from './project-columns.tsx'
import { readProjectFilters, type ProjectFilters } from './project-search.ts'

const SelectionBar = lazyPart(
  async () => ({ default: (await import('#kit/bulk/selection-bar.tsx')).SelectionBar }),
  'The choice of several',
)

const ClosingWindows = lazyPart(
  async () => ({ default: (await import('./closing-windows.tsx')).ClosingWindows }),
  'The closing windows',
)

function ClosingAfterTheList() {
  useAfterFirstScreen()
  return <ClosingWindows />
}

function SelectionAfterTheList(props: SelectionBarProps) {
  useAfterFirstScreen()
  return <SelectionBar {...props} />
}

/** Lists of filters change seldom. */
const LOOKUP = { staleTime: 5 * 60_000 } as const

const idOf = (row: ProjectRow): string => String(row.pm_proj_ud)
const nameOf = (row: ProjectRow): string => row.pm_proj_name
const isOfProject = (figures: SurveyFigures | ProjectFigures): figures is ProjectFigures => !('pm_sy_ud' in figures)

const NO_ORDER: readonly number[] = []

/** Totals depend on the filters: of two answers the later one counts. */
const ALWAYS_NEWER = 0

/** Projects that match the filters, with their figures and totals (api:P1, api:P8). */
async function readProjects(
  api: ApiClient,
  filters: ProjectFilters,
  signal: AbortSignal,
): Promise<TableSnapshot<ProjectRow>> {
  const [projects, totals] = await Promise.all([
    readPages(page => api.call('projects.list', { query: { ...filters, ...page }, signal })),
    api.call('projects.totals', { query: filters, signal }),
  ])
  const ids = projects.map(({ pm_proj_ud }) => pm_proj_ud)
  const pages = Array.from({ length: Math.ceil(ids.length / PAGE_ROWS) }, (_, page) =>
    ids.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS),
  )
  const figures = await Promise.all(
    pages.map(pm_proj_uds => api.call('projects.figures', { query: {}, payload: { pm_proj_uds }, signal })),
  )
  return {
    rows: withFigures(projects, figures.flat().filter(isOfProject), ({ pm_proj_ud }) => pm_proj_ud),
    totals: { ...totals, figures_version: ALWAYS_NEWER },
  }
}

/** The filters with their lists and the choice that holds. */
function useFilters({ status, consultant, business_unit_ud }: ProjectFilters): readonly ListFilter[] {
  // for the first load: the compiler's additions are larger than the code here
  'use no memo'
  const desk = useDesk()
  const accountId = useUser()?.pm_dsh_ud ?? 0
  const statuses = useQuery({ ...desk.query('lookups.statuses', {}), ...LOOKUP })
  const consultants = useQuery({ ...desk.query('lookups.consultants', { query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const units = useQuery({
    ...desk.query('businessUnits.list', { params: { id: accountId }, query: { limit: PAGE_ROWS } }),
    ...LOOKUP,
    enabled: accountId > 0,
  })
  const unitChoices = unitOptions(units.data ?? [])
  // an account that has none is not asked for one
  const usesUnits = units.data === undefined || unitChoices.length > 1 || business_unit_ud !== undefined
  return [
    { name: 'status', label: 'Status', options: codeOptions('All statuses', statuses.data ?? []), chosen: status },
    {
      name: 'consultant',
      label: 'Project manager',
      options: consultantOptions(consultants.data ?? []),
      chosen: consultant,
    },
    ...(usesUnits
      ? [{ name: 'business_unit_ud', label: 'Business unit', options: unitChoices, chosen: business_unit_ud }]
      : []),
  ]
}

/** The project list (§2.10), the landing page: every project of the account with its figures and status, live. */
export function ProjectListScreen() {
  const desk = useDesk()
  useAppTitle(null)
  const [search] = useUrlSearch()
  const user = useUser()
  const view = user?.streamViewType ?? 'external'
  const hasReconIndicator = user !== null && may(user, 'see the recon indicator')
  const chosen = readProjectFilters(search)
  const filters = useFilters(chosen)
  const isFiltered = Object.keys(chosen).length > 0

  const [isOwnOrder] = useOwnOrderSwitch()
  const [ownOrder] = useOwnProjectOrder()
  const order = isOwnOrder ? ownOrder : NO_ORDER

  const rows = useLiveTable<ProjectRow>({
    topic: 'projects',
    queryKey: [LIVE_TABLE, 'projects', chosen, order],
    read: async signal => {
      const read = await readProjects(desk.api, chosen, signal)
      return { ...read, rows: inOwnOrder(inDefaultOrder(read.rows, nameOf), order, ({ pm_proj_ud: id }) => id) }
    },
    idOf,
    nameOf,
    scope: 'project',
  })
  const table = useRef<DataTableHandle<ProjectRow>>(null)
  const [selection] = useState(createSelection)
  const [shownTable] = useState(() => () => table.current?.shown())
  const [shownIds] = useState(() => () => table.current?.shown().rows.map(idOf) ?? [])
  const at = useFieldMoment()
  const fieldColumns = useFieldColumns()
  const columns = useMemo(
    () =>
      withSelectBox(projectColumns(view, hasReconIndicator, fieldColumns && { columns: fieldColumns, at }), {
        selection,
        idOf,
        nameOf,
        shownIds,
      }),
    [view, hasReconIndicator, fieldColumns, at, selection, shownIds],
  )

  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title="Projects"
        status={<ProjectViewTabs shown="projects" />}
        actions={
          <>
            <FoldFigures />
            {user !== null && mayCall(user, 'projects.create') ? (
              <a className={buttonClass('primary')} href="#/manage/project/new">
                New project
              </a>
            ) : null}
          </>
        }
      />
      <FirstSteps />
      <LazyLandingFigures filters={chosen} />
      {hasReconIndicator ? (
        <Suspense fallback={null}>
          <ClosingAfterTheList />
        </Suspense>
      ) : null}
      <LiveTable
        tableRef={table}
        name="projects"
        label="Projects"
        title="Projects"
        rows={rows}
        columns={columns}
        exported={EXPORTED_OF_PROJECTS}
        hasMoreColumns={fieldColumns === null}
        defaultView={PROJECT_OVERVIEW}
        cards={PROJECT_CARD}
        why={{ scope: 'project', total: { report: 'traffic', query: { ...chosen } } }}
        totalsLabel={isFiltered ? 'Total of the results' : 'Total'}
        filters={filters}
        bulk={{
          selection,
          bar: (
            <Suspense fallback={null}>
              <SelectionAfterTheList
                noun="project"
                kinds={PROJECT_KINDS}
                selection={selection}
                shownIds={shownIds}
                copied={chosenRows(shownTable, idOf)}
                nameOf={id => rows.store.get(id)?.pm_proj_name}
                onChanged={nothingElse}
              />
            </Suspense>
          ),
        }}
        empty={
          isFiltered ? (
            <EmptyState icon={<FolderSearch aria-hidden />} action={<ClearFilters filters={filters} />}>
              Other projects of this account have another status, project manager or business unit.
            </EmptyState>
          ) : (
            <EmptyState title="No projects yet" icon={<Inbox aria-hidden />}>
              A project holds the surveys of one study, with their sources, prices and figures. The first one shows here
              as soon as it is made.
              {user !== null && may(user, 'switch accounts')
                ? ' Other accounts have their own: choose one under Switch Account in the user menu.'
                : null}
            </EmptyState>
          )
        }
      />
      <StatusOverlays onChanged={nothingElse} />
    </div>
  )
}

/** The bulk actions of projects. */
const PROJECT_KINDS = ['status'] as const

/** The table is all that this screen shows. */
const nothingElse = () => undefined
