import { may } from '@desk/schema/permissions/permissions'
import { reportDimensions, REPORTS, REPORTS_WITHOUT_DATES, type ReportType } from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Suspense, useMemo } from 'react'
import { ANALYTICS_EVENTS } from '#runtime/analytics.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentText } from '#ui/format/moments.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { Why } from '#kit/figure-changes/why.tsx'
import type { ListRows } from '#kit/tables/use-list-rows.ts'
import { ListTable } from '#kit/tables/list-table.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { DownloadReport } from './download-report.tsx'
import { lineChoices } from './line-choices.ts'
import { NoLines } from './no-lines.tsx'
import { isOpenTo } from './open-reports.ts'
import { chartFigures, reportBars } from './report-chart-data.ts'
import { reportColumns, type ReportRow } from './report-columns.tsx'
import { ReportPeriodFilter, periodWords } from './report-period.tsx'
import { readReportChoices, type ReportChoices } from './report-search.ts'
import { ReportSchedules } from './report-schedules.tsx'
import { ReportViews } from './report-views.tsx'
import { useReport } from './use-report.ts'
import { useReportNarrowing } from './use-report-narrowing.tsx'
import { whyOfLines, whyOfReport, WITHOUT_TOTALS } from './why-lines.ts'

/**
 * A report of the account (§2.12): its lines by the chosen dimensions, with totals and export; choices, search and
 * order are in the URL.
 */
export function ReportScreen({ type }: { type: ReportType }) {
  const user = useUser()
  if (user === null) return null
  return isOpenTo(user, type) ? <OpenReport type={type} user={user} /> : <NotFound />
}

const ReportChart = lazyPart(() => import('./report-chart.tsx'), 'The chart')
const CHART_PLACE = '286px'

function OpenReport({ type, user }: { type: ReportType; user: CurrentUser }) {
  const { label } = REPORTS[type]
  const { track } = useDesk()
  useAppTitle(label)
  const zone = useZone()
  const [raw] = useUrlSearch()
  const choices = readReportChoices(type, raw, may(user, 'see the supply side'), user.streamViewType)
  const filters = lineChoices(type, choices, user)
  const report = useReport(type, choices)
  const { whole } = report
  const narrowing = useReportNarrowing(type, choices, user, whole?.narrowedTo)
  const { by, and } = choices
  const onSaved = () => void (type === 'traffic' && track(ANALYTICS_EVENTS.downloadTrafficReport))
  const columns = useMemo(
    () => reportColumns(type, reportDimensions(type, { by, and }), user.streamViewType, zone.name),
    [type, by, and, user.streamViewType, zone.name],
  )
  const { store } = report
  const why = whyOfReport(type, choices, user.streamViewType)
  const question = whyOfLines(why, choices, user.streamViewType, rowId => store.get(rowId))
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[{ label: 'Reports', href: '#/reports' }, { label }]}
        title={label}
        facts={[
          { name: 'Counts', value: `${periodWords(type, choices, zone.name, whole)}, without test respondents` },
          ...(whole === undefined ? [] : [{ name: 'As of', value: momentText(whole.asOf, zone.name) }]),
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
        tools={
          <>
            {REPORTS_WITHOUT_DATES.has(type) ? null : (
              <ReportPeriodFilter type={type} choices={choices} zone={zone.name} />
            )}
            {narrowing.choosers}
          </>
        }
        narrowedTo={narrowing.chosen}
        narrowedWords={narrowing.words}
        onExport={onSaved}
        hasTotals={!WITHOUT_TOTALS.has(type)}
        question={question}
        empty={<NoLines type={type} choices={choices} />}
      />
      <ChartOfReport type={type} user={user} report={report} choices={choices} />
      <Why report={why} />
    </div>
  )
}

/** The lines of a report as bars; of which figure is in the URL. */
function ChartOfReport({
  type,
  user,
  report,
  choices,
}: {
  readonly choices: ReportChoices
  readonly type: ReportType
  readonly user: CurrentUser
  readonly report: ListRows<ReportRow>
}) {
  const zone = useZone()
  const [raw, change] = useUrlSearch()
  const { data, isFetching } = report.read
  if (data === undefined || data.length === 0) return null
  const by = reportDimensions(type, choices)
  const figures = chartFigures(type, by, user.streamViewType)
  const figure = figures.find(({ id }) => id === raw['figure']) ?? figures[0]
  if (figure === undefined) return null
  return (
    <Suspense fallback={<Skeleton label="Loading the chart" height={CHART_PLACE} />}>
      <ReportChart
        title={REPORTS[type].label}
        figures={figures}
        figure={figure}
        onFigure={id => change({ figure: id === figures[0]?.id ? undefined : id })}
        bars={reportBars(type, by, user.streamViewType, figure.id, data)}
        zone={zone.name}
        zoneLabel={zone.label}
        isDimmed={isFetching}
      />
    </Suspense>
  )
}
