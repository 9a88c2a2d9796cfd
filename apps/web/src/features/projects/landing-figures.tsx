import { knownFor } from '@desk/schema/columns/supply-cost'
import type { Report } from '@desk/schema/reports/report'
import type { Financials } from '@desk/schema/statistics/statistics'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { countText, NO_FIGURE, percentText } from '#ui/format/figures.ts'
import { dayText } from '#ui/format/times.ts'
import { dayStartText } from '#ui/chart/buckets.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { whyOfReport } from '#kit/figure-changes/why-line-figure.tsx'
import { amountText } from '#kit/money/cost-text.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { bordersOf, bothTimesText, changeText, pointsText, type TwoTimes } from '#kit/figures/changes.ts'
import { DayBars } from '#kit/figures/day-bars.tsx'
import { counted, Figure } from '#kit/figures/figure.tsx'
import styles from '#kit/figures/figures.module.css'
import type { ProjectFilters } from './project-search.ts'

const ALL_UNITS = 0
const DAYS = 7

/** How long a figure of the strip stays fresh. */
const FRESH_MS = 60_000

/** The totals of the last days and of the same time a week earlier, with revenue. @param fromMs undefined: not known yet */
function useChanges(filters: ProjectFilters, nowMs: number, fromMs: number | undefined) {
  const desk = useDesk()
  const { from, earlierFrom, earlierTo } = bordersOf({ fromMs: fromMs ?? nowMs, days: DAYS, nowMs })
  const asked = {
    ...Object.fromEntries(Object.entries(filters).map(([name, id]) => [name, [id]])),
    limit: 1,
  }
  const once = { staleTime: FRESH_MS, enabled: fromMs !== undefined, placeholderData: keepPreviousData }
  const now = { ...asked, from }
  const then = { ...asked, from: earlierFrom, to: earlierTo }
  const costs = { type: 'costs' } as const
  return [
    useQuery({ ...desk.query('reports.traffic', { query: now }), ...once }),
    useQuery({ ...desk.query('reports.traffic', { query: then }), ...once }),
    useQuery({ ...desk.query('reports.read', { params: costs, query: now }), ...once }),
    useQuery({ ...desk.query('reports.read', { params: costs, query: then }), ...once }),
  ] as const
}

interface Totals {
  readonly completes?: number
  readonly ir?: number | null
  readonly revenue?: number
}
const totalOf = (report: Report | undefined): Totals => report?.total ?? {}

/**
 * The figures of the filtered projects, or of the whole account (§7.26, look.md 1), above the list, as of opening the page:
 * polling would keep an unused session alive. The server adds them up. While a filter changes, the former figures stay, dimmed.
 */
export function LandingFigures({ filters }: { readonly filters: ProjectFilters }) {
  const accountId = useUser()?.pm_dsh_ud ?? 0
  // the figures of another account are not those of the filters before
  return <Figures key={accountId} accountId={accountId} filters={filters} />
}

function Figures({ accountId, filters }: { readonly accountId: number; readonly filters: ProjectFilters }) {
  const desk = useDesk()
  const [nowMs] = useState(() => Date.now())
  const zone = useZone()
  const isFiltered = Object.keys(filters).length > 0
  const name = isFiltered ? 'The figures of the projects found' : 'The account’s figures'
  const once = { staleTime: FRESH_MS, enabled: accountId > 0, placeholderData: keepPreviousData }
  const ofAll = { params: { a: accountId, b: ALL_UNITS } }
  const traffic = useQuery({
    ...desk.query('statistics.traffic', { params: { id: accountId }, query: filters }),
    ...once,
  })
  const money = useQuery({ ...desk.query('statistics.financials', { ...ofAll, query: filters }), ...once })
  const managers = useQuery({
    ...desk.query('statistics.managers', { ...ofAll, query: { ...filters, limit: 1 } }),
    ...once,
  })
  const week = useQuery({ ...desk.query('statistics.week', { query: filters }), ...once })
  // the days of the bars, so that the figures and their changes are of the same time
  const firstDay = week.data?.[0]?.Start_Time
  const fromMs = firstDay === undefined ? undefined : Date.parse(firstDay)
  const changes = useChanges(filters, nowMs, fromMs)
  const reads = [traffic, money, managers, week]
  const failure = reads.find(({ isError, data }) => isError && data === undefined)?.error
  if (failure !== undefined) {
    return (
      <p role="status" className={styles['failure']}>
        {name} did not load: {failureMessage(failure)}
      </p>
    )
  }
  const [days, daysBefore, costs, costsBefore] = changes.map(({ data }) => data)
  if (!traffic.data || !money.data || !managers.data || !week.data)
    return <Skeleton label={`${name} are loading`} lines={2} />
  const { live_projects, live_surveys, live_sources, entrants, completes, conversion, ir } = traffic.data
  const [best] = managers.data
  const { currency } = money.data
  const times: TwoTimes = { fromMs: fromMs ?? nowMs, days: DAYS, nowMs, zone: zone.name }
  const shareText = (share: number | null | undefined) => (share == null ? NO_FIGURE : percentText(share))
  const ofWeek = week.data.reduce((sum, day) => sum + day.Completes_Count_Live, 0)
  const [completes7, completes14] = [days, daysBefore].map(report => totalOf(report).completes)
  const [revenue, revenueBefore] = [costs, costsBefore].map(report => totalOf(report).revenue)
  const revenueChange =
    revenue === undefined || revenueBefore === undefined || revenueBefore === 0
      ? null
      : {
          text: `${changeText(revenue, revenueBefore)} in ${DAYS} days`,
          hint: bothTimesText(amountText(revenue, currency), amountText(revenueBefore, currency), times),
        }
  const points = pointsText(totalOf(days).ir, totalOf(daysBefore).ir)
  const isDimmed = [...reads, ...changes].some(({ isPlaceholderData }) => isPlaceholderData)
  const why = (report: 'traffic' | 'costs', figure: string, label: string, text: string) =>
    whyOfReport({ report, figure, label, query: { ...filters } }, text)
  return (
    // a narrow screen scrolls it
    <dl
      className={styles['figures']}
      aria-label={name}
      aria-busy={isDimmed}
      data-dimmed={isDimmed || undefined}
      tabIndex={0}
    >
      <Figure
        name="In the field"
        value={counted(live_sources, 'source')}
        note={`${counted(live_surveys, 'survey')} · ${counted(live_projects, 'project')}`}
      />
      <Figure
        name="Completes, 7 days"
        value={countText(ofWeek)}
        note={completes7 === undefined || completes14 === undefined ? zone.text : changeText(completes7, completes14)}
        {...(completes7 === undefined || completes14 === undefined
          ? {}
          : { hint: bothTimesText(countText(completes7), countText(completes14), times) })}
      >
        <DayBars
          bars={week.data.map(day => ({
            label: dayText(Date.parse(day.Start_Time), zone.name),
            count: day.Completes_Count_Live,
          }))}
          note={dayStartText(
            week.data.map(({ Start_Time }) => ({ startMs: Date.parse(Start_Time) })),
            zone.name,
          )}
        />
      </Figure>
      <Figure
        name="Total completes"
        value={countText(completes)}
        shown={why('traffic', 'completes', 'Total completes', countText(completes))}
        note={`of ${counted(entrants, 'entrant')}${conversion === null ? '' : `, ${percentText(conversion)}`}`}
      />
      <Figure
        name="IR"
        value={ir === null ? NO_FIGURE : percentText(ir)}
        shown={why('traffic', 'ir', 'IR', ir === null ? NO_FIGURE : percentText(ir))}
        note={
          points === null ? (isFiltered ? 'of the projects found' : 'of all projects') : `${points} in ${DAYS} days`
        }
        {...(points === null
          ? {}
          : { hint: bothTimesText(shareText(totalOf(days).ir), shareText(totalOf(daysBefore).ir), times) })}
      />
      <Figure
        name={`Revenue, ${money.data.currency}`}
        value={amountText(money.data.revenue, money.data.currency)}
        shown={why('costs', 'revenue', 'Revenue', amountText(money.data.revenue, money.data.currency))}
        note={revenueChange === null ? costNote(money.data) : revenueChange.text}
        {...(revenueChange === null ? {} : { hint: `${revenueChange.hint}. ${costNote(money.data)}` })}
      />
      {best === undefined ? null : (
        <Figure
          name="Most completes"
          value={best.name}
          note={`${counted(best.completes, 'complete')} · ${counted(best.projects, 'project')}`}
        />
      )}
    </dl>
  )
}

// the plain external view has neither
function costNote(money: Financials): string {
  const { expense, margin, currency } = money
  if (expense === undefined || margin === undefined) return 'at sell prices'
  const known = knownFor('Margin', money)?.toLowerCase()
  if (expense === null || margin === null) return known ?? ''
  const text = `${amountText(expense, currency)} expense · ${amountText(margin, currency)} margin`
  return known === undefined ? text : `${text} · ${known}`
}
