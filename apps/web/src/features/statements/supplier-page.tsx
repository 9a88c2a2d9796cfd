import type { SupplierDesk, SupplierMonth } from '@desk/schema/statements/supplier-desk'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { ApiError } from '#runtime/api/api-error.ts'
import type { SupplierApi } from '#runtime/supplier-link/supplier-api.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { dateTimeText, monthText } from '#ui/format/times.ts'
import { pricedText, sumsText } from './statement-words.ts'
import styles from './statements.module.css'
import { SupplierMonthPart } from './supplier-month.tsx'
import { SupplierPresent } from './supplier-present.tsx'

export interface SupplierPageProps {
  /** Null: the address has no link in it. */
  readonly api: SupplierApi | null
  /** The month of the address; null: the newest. */
  readonly month: string | null
  readonly onMonth: (month: string) => void
  /** The address of a month, for a new tab. */
  readonly addressOf: (month: string) => string
}

/**
 * The page behind a supplier's link: its statements, and the outcomes of its completes. It has no session, and nothing
 * of the console (settlement.md §2, S11).
 */
export function SupplierPage({ api, ...props }: SupplierPageProps) {
  return (
    <div className={styles['supplier']}>
      {api === null ? (
        <ErrorState title="This page needs a link">
          Open the whole link that was sent to you, with everything after the #.
        </ErrorState>
      ) : (
        <Linked api={api} {...props} />
      )}
    </div>
  )
}

const isClosed = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && (failure.status === 401 || failure.status === 403)

function Linked({ api, month, onMonth, addressOf }: SupplierPageProps & { readonly api: SupplierApi }) {
  const read = useQuery({
    queryKey: ['supplier desk'],
    queryFn: ({ signal }) => api.desk(signal),
    retry: (failures, failure) => !isClosed(failure) && failures < 2,
  })
  if (read.data === undefined)
    return isClosed(read.error) ? (
      <ErrorState title="The link opens nothing">{read.error.message}</ErrorState>
    ) : (
      <NotLoaded query={read} title="Your statements" lines={6} />
    )
  const { months } = read.data
  const shown = months.find(each => each.month === month) ?? months[0]
  return (
    <>
      <Head desk={read.data} />
      <SupplierPresent desk={read.data} />
      {shown === undefined ? (
        <EmptyState title="No statements yet" icon={<ReceiptText aria-hidden />}>
          A statement begins with your first complete.
        </EmptyState>
      ) : (
        <>
          <FactsTable
            label="Months"
            zone={read.data.zone}
            columns={monthColumns(read.data, shown.month, onMonth, addressOf)}
            rows={months}
            keyOf={each => each.month}
          />
          <SupplierMonthPart key={shown.month} api={api} desk={read.data} month={shown} />
        </>
      )}
    </>
  )
}

function Head({
  desk: { account_name: account, supplier_name: supplier, expires_at: expires, zone },
}: {
  readonly desk: SupplierDesk
}) {
  return (
    <header className={styles['supplierHead']}>
      <h1>{`Statements of ${supplier}`}</h1>
      <p className={styles['note']}>
        {`From ${account}. This link shows your rows alone, and ends at ${dateTimeText(Date.parse(expires), zone)}. Times in ${zone}.`}
      </p>
    </header>
  )
}

function monthColumns(
  { currency }: SupplierDesk,
  shown: string,
  onMonth: (month: string) => void,
  addressOf: (month: string) => string,
): readonly FactColumn<SupplierMonth>[] {
  const money = (figure: 'complete_cents' | 'adjustment_cents' | 'total_cents') => (row: SupplierMonth) =>
    sumsText(figure, row, currency)
  return [
    {
      header: 'Month',
      cell: ({ month }) => (
        <a
          href={addressOf(month)}
          aria-current={month === shown ? 'true' : undefined}
          onClick={event => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            onMonth(month)
          }}
        >
          {monthText(month)}
        </a>
      ),
    },
    {
      header: 'State',
      cell: ({ state }) => <span className={styles['whole']}>{state === 'open' ? 'Open' : 'Closed'}</span>,
    },
    { header: 'Completes', isFigure: true, cell: ({ completes }) => completes.toLocaleString('en-US') },
    { header: 'For completes', isFigure: true, cell: money('complete_cents') },
    { header: 'Adjustments', isFigure: true, cell: ({ adjustments }) => adjustments.toLocaleString('en-US') },
    { header: 'Adjustment amount', isFigure: true, cell: money('adjustment_cents') },
    {
      header: 'Total',
      isFigure: true,
      cell: row => <span title={pricedText(row) ?? undefined}>{money('total_cents')(row)}</span>,
    },
  ]
}
