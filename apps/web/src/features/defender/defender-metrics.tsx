import type { DashboardFilters } from '@desk/schema/dashboard/dashboard'
import { METRICS_REPORT } from '@desk/schema/embedded-reports/embedded-report'
import { may } from '@desk/schema/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { namedOptions } from '#kit/forms/named-options.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { ReportOrDashboard } from '#kit/embedded-reports/report-or-dashboard.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { FilterChips } from '#kit/tables/filter-chips.tsx'
import { ALL, type ListFilter } from '#kit/tables/list-filter.ts'
import { consultantOptions } from '#kit/tables/project-filter-options.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'
import { idOf } from '#kit/tables/table-search.ts'
import styles from './defender-metrics.module.css'

const TITLE = 'Defender Metrics'
/** Lists of filters change seldom. */
const LOOKUP = { staleTime: 5 * 60_000 } as const

interface Choices {
  readonly project: number | undefined
  readonly manager: number | undefined
}

/** Defender Metrics (§2.26): the embedded report, or the desk's own dashboard; of all projects, one, or those of a project manager. */
export function DefenderMetricsScreen({ dashboard }: { readonly dashboard: (filters: DashboardFilters) => ReactNode }) {
  useAppTitle(TITLE)
  const user = useUser()
  const [raw] = useUrlSearch()
  // the names of projects and their managers are open to DESK accounts alone
  const hasFilters = user !== null && may(user, 'open projects')
  const { project, manager }: Choices = hasFilters
    ? { project: idOf(raw['project']), manager: idOf(raw['manager']) }
    : { project: undefined, manager: undefined }
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title={TITLE} />
      {hasFilters ? <Filters project={project} manager={manager} /> : null}
      <ReportOrDashboard
        report={METRICS_REPORT}
        title={TITLE}
        filters={{
          ...(project === undefined ? {} : { PM_PROJ_UD: project }),
          ...(manager === undefined ? {} : { PM_UD: manager }),
        }}
        fallback={dashboard({
          ...(project === undefined ? {} : { pm_proj_ud: project }),
          ...(manager === undefined ? {} : { consultant: manager }),
        })}
      />
    </div>
  )
}

function Filters({ project, manager }: Choices) {
  const desk = useDesk()
  const projects = useQuery({ ...desk.query('projects.list', { query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const consultants = useQuery({ ...desk.query('lookups.consultants', { query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const filters: readonly ListFilter<never>[] = [
    {
      name: 'project',
      label: 'Project',
      options: [
        { id: ALL, label: 'All projects' },
        ...namedOptions(
          (projects.data ?? []).map(({ pm_proj_ud: id, pm_proj_name: name, pm_proj_rep_num: within }) => ({
            id,
            name,
            within,
          })),
        ),
      ],
      chosen: project,
    },
    {
      name: 'manager',
      label: 'Project manager',
      options: consultantOptions(consultants.data ?? []),
      chosen: manager,
    },
  ]
  return (
    <div className={styles['filters']}>
      <FilterChips filters={filters} />
    </div>
  )
}
