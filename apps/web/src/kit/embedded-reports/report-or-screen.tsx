import type { EmbeddedReportName } from '@desk/schema/embedded-reports/embedded-report'
import type { ReactNode } from 'react'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import type { ReportFilters } from './report-filters.ts'
import { ReportOrDashboard } from './report-or-dashboard.tsx'

export interface ReportOrScreenProps {
  readonly report: EmbeddedReportName
  readonly title: string
  readonly filters?: ReportFilters
  /** The desk's own screen comes first. */
  readonly isOnRequest?: boolean
  /** The desk's own screen of the same name, with its head. */
  readonly children: ReactNode
}

/** A whole screen whose place an embedded report takes where there is one (§9.13); the desk's own is a press away. */
export function ReportOrScreen({ report, title, filters = {}, isOnRequest = false, children }: ReportOrScreenProps) {
  return (
    <div className={screen['screen']}>
      <ReportOrDashboard
        report={report}
        title={title}
        filters={filters}
        isOnRequest={isOnRequest}
        head={<PageHead crumbs={[]} title={title} />}
        fallback={children}
      />
    </div>
  )
}
