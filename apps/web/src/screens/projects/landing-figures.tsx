import type { DayOfTraffic, Financials } from '@desk/schema/statistics/statistics'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { integerText, moneyText, NO_FIGURE, percentText } from '../../ui/format/figures.ts'
import { dayText } from '../../ui/format/times.ts'
import { dayStartText } from '../../ui/chart/buckets.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useZone } from '../../widgets/zones/use-zone.ts'
import { counted, Figure, FRESH_MS } from './figure.tsx'
import { FoundFigures } from './found-figures.tsx'
import styles from './landing-figures.module.css'
import type { ProjectFilters } from './project-search.ts'

const ALL_UNITS = 0

/** The strip above the list: of the whole account, or of what the list's filters find (look.md 1). */
export function LandingFigures({ filters }: { readonly filters: ProjectFilters }) {
  return Object.keys(filters).length === 0 ? <AccountFigures /> : <FoundFigures filters={filters} />
}

/** What the whole account does (§7.26), above the list of its projects, as of when the page was opened: asked for by the clock it would keep a session alive that nobody uses. */
function AccountFigures() {
  const accountId = useUser()?.pm_dsh_ud ?? 0
  const zone = useZone()
  const once = { staleTime: FRESH_MS, enabled: accountId > 0 }
  const ofAll = { params: { a: accountId, b: ALL_UNITS } }
  const traffic = useQuery({ ...desk.query('statistics.traffic', { params: { id: accountId } }), ...once })
  const money = useQuery({ ...desk.query('statistics.financials', ofAll), ...once })
  const managers = useQuery({ ...desk.query('statistics.managers', { ...ofAll, query: { limit: 1 } }), ...once })
  const week = useQuery({ ...desk.query('statistics.week', {}), ...once })
  const failure = [traffic, money, managers, week].find(({ isError, data }) => isError && data === undefined)?.error
  if (failure !== undefined) {
    return (
      <p role="status" className={styles['failure']}>
        The account’s figures did not load: {failureMessage(failure)}
      </p>
    )
  }
  if (!traffic.data || !money.data || !managers.data || !week.data) return <Skeleton label="Loading the account's figures" lines={2} />
  const { live_projects, live_surveys, live_sources, entrants, completes, conversion, ir } = traffic.data
  const [best] = managers.data
  return (
    <dl className={styles['figures']} aria-label="The account’s figures">
      <Figure name="In the field" value={counted(live_sources, 'source')} note={`${counted(live_surveys, 'survey')} · ${counted(live_projects, 'project')}`} />
      <Figure name="Completes, 7 days" value={integerText(week.data.reduce((sum, day) => sum + day.Completes_Count_Live, 0), '0')} note={zone.text}>
        <Week days={week.data} zone={zone.name} />
      </Figure>
      <Figure name="Completes in all" value={integerText(completes, '0')} note={`of ${counted(entrants, 'entrant')}${conversion === null ? '' : `, ${percentText(conversion)}`}`} />
      <Figure name="IR" value={ir === null ? NO_FIGURE : percentText(ir)} note="of all projects" />
      <Figure name={`Revenue, ${money.data.currency}`} value={moneyText(money.data.revenue * 100)} note={costNote(money.data)} />
      {best === undefined ? null : <Figure name="Most completes" value={best.name} note={`${counted(best.completes, 'complete')} · ${counted(best.projects, 'project')}`} />}
    </dl>
  )
}

// the plain external view has neither
const costNote = ({ expense, margin }: Financials): string =>
  expense === undefined || margin === undefined ? 'at their sell prices' : `${moneyText(expense * 100)} expense · ${margin < 0 ? '−' : ''}${moneyText(Math.abs(margin) * 100)} margin`

function Week({ days, zone }: { readonly days: readonly DayOfTraffic[]; readonly zone: string }) {
  const most = Math.max(1, ...days.map((day) => day.Completes_Count_Live))
  const figures = days.map((day) => `${dayText(Date.parse(day.Start_Time), zone)} ${integerText(day.Completes_Count_Live)}`).join(', ')
  const dayStart = dayStartText(days.map(({ Start_Time }) => ({ startMs: Date.parse(Start_Time) })), zone)
  const words = dayStart === null ? figures : `${figures}. ${dayStart}`
  return (
    <span role="img" aria-label={words} title={words} className={styles['week']}>
      {days.map((day) => (
        <span key={day.Start_Time} className={styles['day']} style={{ blockSize: `${Math.max(6, (day.Completes_Count_Live / most) * 100)}%` }} />
      ))}
    </span>
  )
}
