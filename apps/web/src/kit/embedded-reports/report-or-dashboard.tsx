import type { EmbeddedReportName } from '@desk/schema/embedded-reports/embedded-report'
import { Suspense, useState, type ReactNode } from 'react'
import { useReportEmbed } from '#runtime/hooks/use-report-embed.ts'
import { Button } from '#ui/button.tsx'
import { lazyBetter } from '#ui/lazy/lazy-part.tsx'
import type { ReportFilters } from './report-filters.ts'
import type { ReportFrameProps } from './report-frame.tsx'
import styles from './report-or-dashboard.module.css'

const OPENS_WITHIN_MS = 20_000

/** Code that does not load, or breaks, is reported over the page; the desk's own dashboard is shown until then. */
const ReportFrame = lazyBetter<ReportFrameProps>(
  () => import('./report-frame.tsx'),
  'The embedded report',
  () => null,
)

export interface ReportOrDashboardProps {
  readonly report: EmbeddedReportName
  /** The name of the report, and of the desk's own dashboard. */
  readonly title: string
  readonly filters?: ReportFilters
  /** The desk's own page or dashboard of the same name: shown until the report has opened, in its place where it does not, and on request. */
  readonly fallback: ReactNode
  /** Shown above an open report, where the desk's own has a head of its own. */
  readonly head?: ReactNode
  /** The desk's own comes first, and the report opens on request: where one works with the desk's own. */
  readonly isOnRequest?: boolean
  readonly opensWithinMs?: number
}

const NO_FILTERS: ReportFilters = {}

/** The embedded report where there is one that works, otherwise the desk's own dashboard with a line that says why (§3.32). */
export function ReportOrDashboard({
  report,
  title,
  filters = NO_FILTERS,
  fallback,
  head,
  isOnRequest = false,
  opensWithinMs = OPENS_WITHIN_MS,
}: ReportOrDashboardProps) {
  const state = useReportEmbed(report)
  const [isOwnChosen, setOwnChosen] = useState(isOnRequest)
  const [opened, setOpened] = useState<string | null>(null)
  const [failed, setFailed] = useState<{ readonly key: string; readonly message: string } | null>(null)
  const [tries, setTries] = useState(0)
  // another report, or other filters, is another frame; a new token is not
  const key =
    state.kind === 'embed'
      ? JSON.stringify([state.embed.embedUrl, state.embed.reportId, state.embed.filterValue, filters, tries])
      : ''
  const fault = failed !== null && failed.key === key ? failed.message : null
  const hasOpened = state.kind === 'embed' && fault === null && opened === key
  const isReport = hasOpened && !isOwnChosen
  const isOffered = state.kind === 'embed' && fault === null && (hasOpened || isOnRequest)
  const line = state.kind === 'none' ? (state.isSilent ? null : state.message) : fault
  return (
    <>
      {isReport ? head : null}
      {isOffered ? (
        <div className={styles['line']}>
          <Button size="small" onPress={() => setOwnChosen(!isOwnChosen)}>
            {isOwnChosen ? 'Show the report' : 'Show the desk’s own'}
          </Button>
        </div>
      ) : null}
      {line === null ? null : (
        <p className={styles['line']} role="status">
          {line} You see the desk’s own figures.
          {fault === null ? null : (
            <Button variant="ghost" onPress={() => setTries(tries + 1)}>
              Try again
            </Button>
          )}
        </p>
      )}
      {state.kind === 'embed' && fault === null && (hasOpened || !isOwnChosen) ? (
        <Suspense fallback={null}>
          <ReportFrame
            key={key}
            title={title}
            embed={state.embed}
            filters={filters}
            isShown={isReport}
            opensWithinMs={opensWithinMs}
            onOpened={() => setOpened(key)}
            onFault={message => setFailed({ key, message })}
          />
        </Suspense>
      ) : null}
      {isReport ? null : fallback}
    </>
  )
}
