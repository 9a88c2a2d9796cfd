import type { DashboardFilters } from '@desk/schema/dashboard/dashboard'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Suspense } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { momentText } from '#ui/format/moments.ts'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { CohortTriangle } from './cohort-triangle.tsx'
import { DashboardKpis } from './dashboard-kpis.tsx'
import { Funnel } from './funnel.tsx'
import { HourMap } from './hour-map.tsx'
import { MarginBridge } from './margin-bridge.tsx'
import styles from './dashboard.module.css'

const FillChart = lazyPart(() => import('./fill-chart.tsx'), 'The chart')
const SupplierScatter = lazyPart(() => import('./supplier-scatter.tsx'), 'The chart')

/**
 * The desk's own dashboard (defender.md §5): it is shown whenever no embedded report is. Figures are as of the last
 * reading.
 */
export function NativeDashboard({ filters = {} }: { filters?: DashboardFilters }) {
  const read = useQuery(useDesk().query('dashboard.read', { query: filters }))
  const { data, error, refetch, isFetching } = read
  const zone = useZone()
  if (data === undefined) return <NotLoaded query={read} title="The dashboard" height="120px" lines={4} />
  const { suppliers, cohorts, currency, revenue } = data
  return (
    <div className={styles['dashboard']}>
      <div className={styles['asOf']}>
        <span>As of {momentText(data.as_of, zone.name)}, without test respondents</span>
        <Button size="small" icon={<RotateCw aria-hidden />} onPress={() => void refetch()} isPending={isFetching}>
          Refresh
        </Button>
        {error === null ? null : <span role="alert">It could not be read again: these are the figures of before.</span>}
      </div>
      <DashboardKpis dashboard={data} filters={filters} />
      <div className={styles['panels']}>
        <Funnel dashboard={data} />
        {revenue === undefined ? null : <MarginBridge dashboard={{ ...data, revenue }} filters={filters} />}
        <Suspense fallback={<Skeleton label="Loading the chart" height="260px" />}>
          <FillChart dashboard={data} />
        </Suspense>
        {suppliers === undefined ? null : (
          <Suspense fallback={<Skeleton label="Loading the chart" height="300px" />}>
            <SupplierScatter suppliers={suppliers} currency={currency} />
          </Suspense>
        )}
        <HourMap dashboard={data} />
        {cohorts === undefined ? null : <CohortTriangle cohorts={cohorts} />}
      </div>
    </div>
  )
}
