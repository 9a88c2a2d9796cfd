import type { Report } from '@desk/schema/reports/report'
import { useQuery } from '@tanstack/react-query'
import { Figure } from '#kit/figures/figure.tsx'
import styles from '#kit/figures/figures.module.css'
import { amountText } from '#kit/money/cost-text.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { countText, NO_FIGURE, percentText } from '#ui/format/figures.ts'
import { monthText } from '#ui/format/times.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSupplierTraffic } from './use-supplier-traffic.ts'

const HALF_A_YEAR_WEEKS = 26
const FRESH_MS = 60_000

interface Traffic {
  readonly completes?: number
  readonly ir?: number | null
  readonly conversion?: number | null
}
const trafficOf = ({ total }: Report): Traffic => ('ir' in total ? total : {})

const shareText = (share: number | null | undefined): string => (share == null ? NO_FIGURE : percentText(share))

/** The change of a count, in percent of the earlier one. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none before' : 'new'
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`
}

/** The change of a share, in percentage points. */
export function pointsText(now: number | null | undefined, before: number | null | undefined): string {
  if (now == null || before == null) return 'none before'
  const points = Math.round((now - before) * 1_000) / 10
  return `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points)} pt`
}

/** The supplier's figures of some days beside those of the days before, its rejects of six months, and the sum owed to it this month. */
export function SupplierFigures({ supplierId, days }: { readonly supplierId: number; readonly days: number }) {
  const desk = useDesk()
  const me = useUser()
  const { now, before } = useSupplierTraffic(supplierId, days)
  const mayScore = me !== null && mayCall(me, 'scorecards.suppliers')
  const mayReadMoney = me !== null && mayCall(me, 'statements.list')
  const scores = useQuery({
    ...desk.query('scorecards.suppliers', {
      query: { by: 'supplier', supplier: supplierId, weeks: HALF_A_YEAR_WEEKS, limit: 1 },
    }),
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
  const [present, earlier] = [trafficOf(now.data), trafficOf(before.data)]
  const reject = scores.data?.total.reject_rate
  const [period] = periods.data?.periods ?? []
  const owed = period?.statements.find(({ pm_sup_ud: id }) => id === supplierId)
  return (
    // a narrow screen scrolls it
    <dl className={styles['figures']} aria-label="The supplier’s figures" tabIndex={0}>
      <Figure
        name={`Completes, ${days} days`}
        value={countText(present.completes ?? 0)}
        note={`${changeText(present.completes ?? 0, earlier.completes ?? 0)} to the ${days} days before`}
      />
      <Figure name="IR" value={shareText(present.ir)} note={pointsText(present.ir, earlier.ir)} />
      <Figure
        name="Conversion"
        value={shareText(present.conversion)}
        note={pointsText(present.conversion, earlier.conversion)}
      />
      {mayScore ? (
        <Figure
          name="Rejected, 6 months"
          value={shareText(reject?.share)}
          note={reject == null ? 'nothing reconciled yet' : `${percentText(reject.low)} to ${percentText(reject.high)}`}
        />
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
