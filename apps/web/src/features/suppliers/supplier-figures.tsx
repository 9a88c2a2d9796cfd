import type { Report } from '@desk/schema/reports/report'
import { useQuery } from '@tanstack/react-query'
import { bothTimesText, changeText, pointsText } from '#kit/figures/changes.ts'
import { DayBars, type DayBar } from '#kit/figures/day-bars.tsx'
import { Figure } from '#kit/figures/figure.tsx'
import styles from '#kit/figures/figures.module.css'
import { wallTimeIn } from '#kit/forms/wall-times.ts'
import { amountText } from '#kit/money/cost-text.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { countText, NO_FIGURE, percentText } from '#ui/format/figures.ts'
import { dayText, monthText } from '#ui/format/times.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSupplierTraffic } from './use-supplier-traffic.ts'

const HALF_A_YEAR_WEEKS = 26
const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const MOST_BARS = 31
const DATE_LENGTH = 10
const FRESH_MS = 60_000

interface Traffic {
  readonly completes?: number
  readonly ir?: number | null
  readonly conversion?: number | null
}
const trafficOf = ({ total }: { readonly total: Report['total'] | Report['lines'][number] }): Traffic =>
  'ir' in total ? total : {}

const shareText = (share: number | null | undefined): string => (share == null ? NO_FIGURE : percentText(share))

/** A line of a report by day. */
const dayOf = (line: Report['lines'][number]) => ('day' in line && line.day != null ? line.day.id : null)

/** Bars of the last days, of weeks where there are more than a month. */
function barsOf(report: Report, days: number, nowMs: number, zone: string): readonly DayBar[] {
  const counts = new Map(report.lines.map(line => [dayOf(line), trafficOf({ total: line }).completes ?? 0]))
  const step = days > MOST_BARS ? WEEK_DAYS : 1
  return Array.from({ length: Math.ceil(days / step) }, (_, at) => {
    const lastMs = nowMs - (Math.ceil(days / step) - 1 - at) * step * DAY_MS
    const within = Array.from({ length: step }, (_day, back) => lastMs - back * DAY_MS)
    const count = within.reduce(
      (sum, ms) => sum + (counts.get(wallTimeIn(new Date(ms).toISOString(), zone).slice(0, DATE_LENGTH)) ?? 0),
      0,
    )
    const first = within.at(-1) ?? lastMs
    return { label: step === 1 ? dayText(lastMs, zone) : `${dayText(first, zone)} to ${dayText(lastMs, zone)}`, count }
  })
}

/** The supplier's figures of some days beside those of the days before, its rejects of six months, and the sum owed to it this month. */
export function SupplierFigures({ supplierId, days }: { readonly supplierId: number; readonly days: number }) {
  const desk = useDesk()
  const me = useUser()
  const zone = useZone().name
  const { now, before, byDay, ofAll, fromMs, nowMs } = useSupplierTraffic(supplierId, days)
  const mayScore = me !== null && mayCall(me, 'scorecards.suppliers')
  const mayReadMoney = me !== null && mayCall(me, 'statements.list')
  const scores = useQuery({
    ...desk.query('scorecards.suppliers', {
      query: { by: 'supplier', supplier: supplierId, weeks: HALF_A_YEAR_WEEKS, limit: 1 },
    }),
    staleTime: FRESH_MS,
    enabled: mayScore,
  })
  const scoresOfAll = useQuery({
    ...desk.query('scorecards.suppliers', { query: { by: 'supplier', weeks: HALF_A_YEAR_WEEKS, limit: 1 } }),
    staleTime: FRESH_MS,
    enabled: mayScore,
  })
  const periods = useQuery({
    ...desk.query('statements.list', { query: { search: String(supplierId), limit: 1 } }),
    staleTime: FRESH_MS,
    enabled: mayReadMoney,
  })
  const failure = [now, before].find(({ isError, data }) => isError && data === undefined)?.error
  if (failure !== undefined) {
    return (
      <p role="status" className={styles['failure']}>
        The supplier’s figures did not load: {failureMessage(failure)}
      </p>
    )
  }
  if (now.data === undefined || before.data === undefined)
    return <Skeleton label="The supplier’s figures are loading" lines={2} />
  const [present, earlier, all] = [trafficOf(now.data), trafficOf(before.data), ofAll.data && trafficOf(ofAll.data)]
  const score = scores.data?.total
  const reject = score?.reject_rate
  const rejectOfAll = scoresOfAll.data?.total.reject_rate
  const flagged = score === undefined || score.entrants === 0 ? null : score.flagged / score.entrants
  const [period] = periods.data?.periods ?? []
  const owed = period?.statements.find(({ pm_sup_ud: id }) => id === supplierId)
  const times = { fromMs, days, nowMs, zone }
  /** The change, and the same figure of all suppliers. */
  const shareFigure = (name: string, of: 'ir' | 'conversion') => {
    const points = pointsText(present[of], earlier[of]) ?? 'none before'
    const allText = all === undefined ? null : shareText(all[of])
    return (
      <Figure
        name={name}
        value={shareText(present[of])}
        note={allText === null ? points : `${points} · all ${allText}`}
        hint={[
          bothTimesText(shareText(present[of]), shareText(earlier[of]), times),
          ...(allText === null ? [] : [`all suppliers ${allText}`]),
        ].join('; ')}
      />
    )
  }
  return (
    // a narrow screen scrolls it
    <dl className={styles['figures']} aria-label="The supplier’s figures" tabIndex={0}>
      <Figure
        name={`Completes, ${days} days`}
        value={countText(present.completes ?? 0)}
        note={changeText(present.completes ?? 0, earlier.completes ?? 0)}
        hint={bothTimesText(countText(present.completes ?? 0), countText(earlier.completes ?? 0), times)}
      >
        {byDay.data === undefined ? null : <DayBars bars={barsOf(byDay.data, days, nowMs, zone)} />}
      </Figure>
      {shareFigure('IR', 'ir')}
      {shareFigure('Conversion', 'conversion')}
      {mayScore ? (
        <>
          <Figure
            name="Rejected, 6 months"
            value={shareText(reject?.share)}
            note={[
              reject == null ? 'nothing reconciled yet' : `${percentText(reject.low)} to ${percentText(reject.high)}`,
              ...(rejectOfAll == null ? [] : [`all ${percentText(rejectOfAll.share)}`]),
            ].join(' · ')}
          />
          <Figure
            name="Flagged, 6 months"
            value={shareText(flagged)}
            note={
              score?.precision == null
                ? 'precision unknown'
                : `precision ${percentText(score.precision.low)} to ${percentText(score.precision.high)}`
            }
            hint="Entrants that a rule of Defender spoke against ÷ entrants. Precision: the rejected among its reconciled completes."
          />
        </>
      ) : null}
      {mayReadMoney && period !== undefined ? (
        <Figure
          name={`Owed, ${monthText(period.month)}`}
          value={amountText((owed?.total_cents ?? 0) / 100, period.currency)}
          note={`${countText(owed?.completes ?? 0)} completes, ${countText(owed?.adjustments ?? 0)} adjusted`}
        />
      ) : null}
    </dl>
  )
}
