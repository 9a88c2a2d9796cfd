import type { ProjectFigures, SurveyFigures } from '@desk/schema/figures/figures'
import { canSwitchAccount } from '@desk/schema/users/account-switching'
import { useQuery } from '@tanstack/react-query'
import { FolderSearch, Inbox } from 'lucide-react'
import { useMemo } from 'react'
import { desk } from '../../runtime/desk.ts'
import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { useUrlSearch } from '../../runtime/hooks/use-url-search.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NativeSelect, type NativeSelectOption } from '../../ui/native-select.tsx'
import { PageHead } from '../../widgets/heads/page-head.tsx'
import screen from '../../widgets/heads/screen.module.css'
import { StatusOverlays } from '../../widgets/statuses/status-overlays.tsx'
import { LiveTable } from '../../widgets/tables/live-table.tsx'
import { PAGE_ROWS, readPages } from '../../widgets/tables/read-pages.ts'
import { LIVE_TABLE, useLiveTable, type TableSnapshot } from '../../widgets/tables/use-live-table.ts'
import { withFigures } from '../../widgets/tables/with-figures.ts'
import { chosenLabel, consultantOptions, statusOptions, unitOptions } from './filter-options.ts'
import { PROJECT_OVERVIEW, projectColumns, type ProjectRow } from './project-columns.tsx'
import { chosenFilter, filterChange, readProjectFilters, type ProjectFilterName, type ProjectFilters } from './project-search.ts'
import styles from './project-list.module.css'

/** Lists of filters change seldom. */
const LOOKUP = { staleTime: 5 * 60_000 } as const

const isOfProject = (figures: SurveyFigures | ProjectFigures): figures is ProjectFigures => !('pm_sy_ud' in figures)

/** Projects that pass the filters, with their figures (api:P1, api:P8). */
async function readProjects(filters: ProjectFilters, signal: AbortSignal): Promise<TableSnapshot<ProjectRow>> {
  const projects = await readPages((page) => desk.api.call('projects.list', { query: { ...filters, ...page }, signal }))
  const ids = projects.map(({ pm_proj_ud }) => pm_proj_ud)
  const pages = Array.from({ length: Math.ceil(ids.length / PAGE_ROWS) }, (_, page) => ids.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS))
  const figures = await Promise.all(pages.map((pm_proj_uds) => desk.api.call('projects.figures', { query: {}, payload: { pm_proj_uds }, signal })))
  return { rows: withFigures(projects, figures.flat().filter(isOfProject), ({ pm_proj_ud }) => pm_proj_ud), totals: null }
}

/** The lists of the filters, with the choice that holds. */
function useFilterLists(filters: ProjectFilters) {
  const accountId = useUser()?.pm_dsh_ud ?? 0
  const statuses = useQuery({ ...desk.query('lookups.statuses', {}), ...LOOKUP })
  const consultants = useQuery({ ...desk.query('lookups.consultants', { query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const units = useQuery({
    ...desk.query('accounts.businessUnits', { params: { id: accountId }, query: { limit: PAGE_ROWS } }),
    ...LOOKUP,
    enabled: accountId > 0,
  })
  const lists: readonly { filter: ProjectFilterName; label: string; options: NativeSelectOption[] }[] = [
    { filter: 'status', label: 'Status', options: statusOptions(statuses.data ?? []) },
    { filter: 'consultant', label: 'Project manager', options: consultantOptions(consultants.data ?? []) },
    { filter: 'business_unit_ud', label: 'Business unit', options: unitOptions(units.data ?? []) },
  ]
  return lists.map((list) => ({ ...list, chosen: chosenFilter(filters, list.filter) }))
}

/** The project list (§2.10), the landing page: every project of the account with its figures and status, live. */
export function ProjectListScreen() {
  useAppTitle(null)
  const [search, change] = useUrlSearch()
  const user = useUser()
  const view = user?.streamViewType ?? 'external'
  const filters = readProjectFilters(search)
  const lists = useFilterLists(filters)
  const isFiltered = Object.keys(filters).length > 0
  const clear = () => change({ status: undefined, consultant: undefined, business_unit_ud: undefined })

  const rows = useLiveTable<ProjectRow>({
    topic: 'projects',
    queryKey: [LIVE_TABLE, 'projects', filters],
    read: (signal) => readProjects(filters, signal),
    idOf: (row) => String(row.pm_proj_ud),
    nameOf: (row) => row.pm_proj_name,
    scope: 'project',
  })
  const columns = useMemo(() => projectColumns(view), [view])

  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Projects" />
      <div className={styles['list']}>
        <div className={styles['filters']} role="group" aria-label="Filters">
          {lists.map(({ filter, label, options, chosen }) => (
            <div key={filter} className={styles['filter']}>
              <NativeSelect label={label} options={options} value={chosen} onChange={(choice) => change(filterChange(filter, choice))} />
            </div>
          ))}
          {isFiltered ? (
            <Button variant="ghost" onPress={clear}>
              Clear filters
            </Button>
          ) : null}
        </div>
        <LiveTable
          name="projects"
          label="Projects"
          title="Projects"
          rows={rows}
          columns={columns}
          overview={PROJECT_OVERVIEW}
          filters={lists.flatMap(({ label, options, chosen }) => {
            const words = chosenLabel(options, chosen)
            return words === undefined ? [] : [`${label}: ${words}`]
          })}
          empty={
            isFiltered ? (
              <EmptyState title="No projects with these filters" icon={<FolderSearch aria-hidden />} action={<Button onPress={clear}>Clear filters</Button>}>
                Other projects of this account have another status, project manager or business unit.
              </EmptyState>
            ) : (
              <EmptyState title="No projects yet" icon={<Inbox aria-hidden />}>
                A project holds the surveys of one study, with their sources, prices and figures. The first one shows here as soon as it is made.
                {user !== null && canSwitchAccount(user) ? ' Other accounts have their own: choose one under Switch Account in the user menu.' : null}
              </EmptyState>
            )
          }
        />
      </div>
      <StatusOverlays onChanged={nothingElse} />
    </div>
  )
}

/** The table is all that this screen shows. */
const nothingElse = () => undefined
