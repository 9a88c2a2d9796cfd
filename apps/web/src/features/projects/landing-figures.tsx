import { knownFor } from '@desk/schema/columns/supply-cost'
import type { DayOfTraffic, Financials } from '@desk/schema/statistics/statistics'
import { useQuery } from '@tanstack/react-query'
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
import { counted, Figure } from '#kit/figures/figure.tsx'
import styles from '#kit/figures/figures.module.css'
import type { ProjectFilters } from './project-search.ts'

const ALL_UNITS = 0

/** How long a figure of the strip stays fresh. */
const FRESH_MS = 60_000

/**
 * The figures of the filtered projects, or of the whole account (§7.26, look.md 1), above the list, as of opening the page:
 * polling would keep an unused session alive. The server adds them up.
 */
export function LandingFigures({ filters }: { readonly filters: ProjectFilters }) {
  const desk = useDesk()
  const accountId = useUser()?.pm_dsh_ud ?? 0
  const zone = useZone()
  const isFiltered = Object.keys(filters).length > 0
  const name = isFiltered ? 'The figures of the projects found' : 'The account’s figures'
  const once = { staleTime: FRESH_MS, enabled: accountId > 0 }
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
  const failure = [traffic, money, managers, week].find(({ isError, data }) => isError && data === undefined)?.error
  if (failure !== undefined) {
    return (
      <p role="status" className={styles['failure']}>
        {name} did not load: {failureMessage(failure)}
      </p>
    )
  }
  if (!traffic.data || !money.data || !managers.data || !week.data)
    return <Skeleton label={`${name} are loading`} lines={2} />
  const { live_projects, live_surveys, live_sources, entrants, completes, conversion, ir } = traffic.data
  const [best] = managers.data
  const why = (report: 'traffic' | 'costs', figure: string, label: string, text: string) =>
    whyOfReport({ report, figure, label, query: { ...filters } }, text)
  return (
    // a narrow screen scrolls it
    <dl className={styles['figures']} aria-label={name} tabIndex={0}>
      <Figure
        name="In the field"
        value={counted(live_sources, 'source')}
        note={`${counted(live_surveys, 'survey')} · ${counted(live_projects, 'project')}`}
      />
      <Figure
        name="Completes, 7 days"
        value={countText(week.data.reduce((sum, day) => sum + day.Completes_Count_Live, 0))}
        note={zone.text}
      >
        <Week days={week.data} zone={zone.name} />
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
        note={isFiltered ? 'of the projects found' : 'of all projects'}
      />
      <Figure
        name={`Revenue, ${money.data.currency}`}
        value={amountText(money.data.revenue, money.data.currency)}
        shown={why('costs', 'revenue', 'Revenue', amountText(money.data.revenue, money.data.currency))}
        note={costNote(money.data)}
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

function Week({ days, zone }: { readonly days: readonly DayOfTraffic[]; readonly zone: string }) {
  const most = Math.max(1, ...days.map(day => day.Completes_Count_Live))
  const figures = days
    .map(day => `${dayText(Date.parse(day.Start_Time), zone)} ${countText(day.Completes_Count_Live)}`)
    .join(', ')
  const dayStart = dayStartText(
    days.map(({ Start_Time }) => ({ startMs: Date.parse(Start_Time) })),
    zone,
  )
  const words = dayStart === null ? figures : `${figures}. ${dayStart}`
  return (
    <span role="img" aria-label={words} title={words} className={styles['week']}>
      {days.map(day => (
        <span
          key={day.Start_Time}
          className={styles['day']}
          style={{ blockSize: `${Math.max(6, (day.Completes_Count_Live / most) * 100)}%` }}
        />
      ))}
    </span>
  )
}
