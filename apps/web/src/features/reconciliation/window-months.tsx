import type { ReconciliationSummary } from '@desk/schema/reconciliation/reconciliation-summary'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { balanceText, countText } from '#ui/format/figures.ts'
import { dateTimeText, monthText } from '#ui/format/times.ts'
import styles from './reconciliation.module.css'

/** The months of the completes, and until when each can be adjusted. */
export function WindowMonths({ summary: { months, time_zone, money } }: { readonly summary: ReconciliationSummary }) {
  if (months.length === 0) return null
  return (
    <details className={styles['part']}>
      <summary className={styles['summary']}>Reconciliation windows by month</summary>
      <FactsTable
        label="Months"
        columns={[
          { header: 'Month', cell: ({ month }) => monthText(month) },
          {
            header: 'Open until',
            cell: ({ is_open, deadline_at }) => (is_open ? dateTimeText(Date.parse(deadline_at), time_zone) : 'Closed'),
          },
          { header: 'Completes', isFigure: true, cell: ({ completes }) => countText(completes) },
          { header: 'Rejected', isFigure: true, cell: ({ rejected }) => countText(rejected) },
          {
            header: `Sell price, ${money.currency}`,
            isFigure: true,
            cell: ({ sell_cents }) => balanceText(sell_cents, money.currency),
          },
        ]}
        rows={months}
        keyOf={({ month }) => month}
      />
    </details>
  )
}
