import { may } from '@desk/schema/permissions/permissions'
import { reportDimensions, REPORTS, type ReportType } from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo } from 'react'
import { ANALYTICS_EVENTS } from '#runtime/analytics.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { momentText } from '#ui/format/moments.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ListTable } from '#kit/tables/list-table.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { DownloadReport } from './download-report.tsx'
import { isOpenTo } from './open-reports.ts'
import { reportColumns } from './report-columns.tsx'
import { DEFAULT_PERIOD, readReportChoices, REPORT_PERIODS, type ReportPeriod } from './report-search.ts'
import { ReportSchedules } from './report-schedules.tsx'
import { ReportViews } from './report-views.tsx'
import { useReport } from './use-report.ts'
import { useReportFilters } from './use-report-filters.ts'

/** A report of the account (§2.12): its lines by what is chosen, with totals and export; choices, search and order are in the URL. */
export function ReportScreen({ type }: { type: ReportType }) {
  const user = useUser()
  if (user === null) return null
  return isOpenTo(user, type) ? <OpenReport type={type} user={user} /> : <NotFound />
}

const SINCE_THE_BEGINNING = 'since the beginning of each project'
const periodWords = (days: ReportPeriod = DEFAULT_PERIOD): string => `of the ${REPORT_PERIODS[days].toLowerCase()}`

/** The lines of these do not add up to what a total would be of: a source and its sub-quotas count the same people. */
const WITHOUT_TOTALS: ReadonlySet<ReportType> = new Set(['terminations', 'quotas'])

function OpenReport({ type, user }: { type: ReportType; user: CurrentUser }) {
  const { label } = REPORTS[type]
  const { track } = useDesk()
  useAppTitle(label)
  const zone = useZone()
  const [raw] = useUrlSearch()
  const choices = readReportChoices(type, raw, may(user, 'see the supply side'))
  const filters = useReportFilters(type, choices, user)
  const report = useReport(type, choices)
  const { by, and } = choices
  const onSaved = () => void (type === 'traffic' && track(ANALYTICS_EVENTS.downloadTrafficReport))
  const columns = useMemo(
    () => reportColumns(type, reportDimensions(type, { by, and }), user.streamViewType, zone.name),
    [type, by, and, user.streamViewType, zone.name],
  )
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[{ label: 'Reports', href: '#/reports' }, { label }]}
        title={label}
        facts={[
          {
            name: 'Counts',
            value: `${type === 'hours' ? periodWords(choices.days) : SINCE_THE_BEGINNING}, without test respondents`,
          },
          ...(report.asOf === undefined ? [] : [{ name: 'As of', value: momentText(report.asOf, zone.name) }]),
        ]}
        actions={
          <>
            <ReportViews type={type} />
            <ReportSchedules type={type} />
            <DownloadReport type={type} choices={choices} onSaved={onSaved} />
          </>
        }
      />
      <ListTable
        name={`${label.toLowerCase()} lines`}
        label={label}
        rows={report}
        columns={columns}
        filters={filters}
        onExport={onSaved}
        hasTotals={!WITHOUT_TOTALS.has(type)}
        empty={
          <EmptyState title="No traffic yet" icon={<ChartNoAxesColumn aria-hidden />}>
            Lines show here once respondents have entered, of the projects that the filters leave.
          </EmptyState>
        }
      />
    </div>
  )
}
