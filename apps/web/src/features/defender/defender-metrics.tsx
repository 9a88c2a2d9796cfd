import { METRICS_REPORT } from '@desk/schema/embedded-reports/embedded-report'
import type { ReactNode } from 'react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ReportOrDashboard } from './report-or-dashboard.tsx'

const TITLE = 'Defender Metrics'

/** Defender Metrics (§2.26): the embedded report, or the desk's own dashboard. */
export function DefenderMetricsScreen({ dashboard }: { readonly dashboard: ReactNode }) {
  useAppTitle(TITLE)
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title={TITLE} />
      <ReportOrDashboard report={METRICS_REPORT} title={TITLE} fallback={dashboard} />
    </div>
  )
}
