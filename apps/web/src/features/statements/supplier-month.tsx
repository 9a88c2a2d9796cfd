import { RECONCILIATION_OUTCOMES } from '@desk/schema/reconciliation/outcomes'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import type { ShownLine } from '@desk/schema/statements/statement'
import type {
  SupplierDesk,
  SupplierMonth,
  SupplierOutcome,
  SupplierStatement,
} from '@desk/schema/statements/supplier-desk'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { saveFile } from '#runtime/save-file.ts'
import type { SupplierApi } from '#runtime/supplier-link/supplier-api.ts'
import { Button } from '#ui/button.tsx'
import { integerText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { DisputeRow, DisputeState } from './supplier-dispute.tsx'
import { amountText, countText, kindText, monthText } from './statement-words.ts'
import styles from './statements.module.css'

const PAGE_ROWS = 200
const CSV = 'text/csv;charset=utf-8'

export interface SupplierMonthProps {
  readonly api: SupplierApi
  readonly desk: SupplierDesk
  readonly month: SupplierMonth
}

const whole = (text: string) => <span className={styles['whole']}>{text}</span>

/** One month of a supplier: what it sums to, its lines, what clients said, and the signed files of both. */
export function SupplierMonthPart(props: SupplierMonthProps) {
  return (
    <>
      <Statement {...props} />
      <Outcomes {...props} />
    </>
  )
}

function Statement({ api, desk, month: { month, state } }: SupplierMonthProps) {
  const heading = useId()
  const read = useInfiniteQuery({
    queryKey: ['supplier statement', month],
    queryFn: ({ pageParam, signal }) => api.statement(month, { limit: PAGE_ROWS, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ lines: all }, pages) => {
      const shown = pages.reduce((sum, { page }) => sum + page.length, 0)
      return shown < all ? shown : null
    },
  })
  const save = useMutation({
    mutationFn: async () => saveFile(`statement-${month}.csv`, await api.file(month), CSV),
  })
  const statement: SupplierStatement | undefined = read.data?.pages.at(-1)
  const lines = read.data?.pages.flatMap(({ page }) => page) ?? []
  return (
    <section className={styles['period']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading}>{`Statement of ${monthText(month)}`}</h2>
        <span className={styles['note']}>
          {state === 'open' ? 'Open: it still changes, and is signed once it is closed' : 'Closed: it stays as it is'}
        </span>
        {state === 'open' ? null : (
          <Button icon={<Download aria-hidden />} isPending={save.isPending} onPress={() => save.mutate()}>
            Signed CSV
          </Button>
        )}
      </div>
      <CallFailure error={save.error} />
      {statement === undefined ? (
        read.error === null ? (
          <Skeleton label="Loading the statement" height="36px" lines={4} />
        ) : (
          <LoadFailure
            title="The statement did not load"
            failure={read.error}
            onRetry={() => void read.refetch()}
            isRetrying={read.isFetching}
          />
        )
      ) : (
        <>
          <Seal statement={statement} />
          <FactsTable
            label="Sums"
            zone={desk.zone}
            columns={partColumns(desk.currency)}
            rows={statement.parts}
            keyOf={({ stmid, kind, origin, price_cents }) => `${stmid} ${kind} ${origin} ${price_cents}`}
            totals={[
              'All',
              '',
              integerText(statement.lines, '0'),
              '',
              amountText(statement.total_cents, desk.currency),
            ]}
          />
          <FactsTable
            label="Lines"
            zone={desk.zone}
            columns={lineColumns(desk)}
            rows={lines}
            keyOf={({ line }) => line}
          />
          {read.hasNextPage ? (
            <div className={styles['head']}>
              <span className={styles['note']}>
                {`${lines.length.toLocaleString('en-US')} of ${countText(statement.lines, 'line')}`}
              </span>
              <Button onPress={() => void read.fetchNextPage()} isPending={read.isFetchingNextPage}>
                Show more lines
              </Button>
            </div>
          ) : null}
        </>
      )}
    </section>
  )
}

function Seal({ statement: { head, fingerprint } }: { readonly statement: SupplierStatement }) {
  if (head === null) return null
  return (
    <>
      <dl className={styles['seal']}>
        <dt>Head, the hash of the last line</dt>
        <dd>{head}</dd>
        <dt>Key that signed it</dt>
        <dd>{fingerprint}</dd>
      </dl>
      <p className={styles['note']}>
        <a href="/verify-statement.html">Verify a file</a> in your browser: nothing is sent.
      </p>
    </>
  )
}

const partColumns = (currency: string): readonly FactColumn<SupplierStatement['parts'][number]>[] => [
  { header: 'Source', cell: ({ source_name: name }) => name },
  { header: 'What', cell: part => whole(kindText(part)) },
  { header: 'Lines', isFigure: true, cell: ({ lines }) => integerText(lines, '0') },
  { header: 'Price', isFigure: true, cell: ({ price_cents: cents }) => amountText(cents, currency) },
  { header: 'Amount', isFigure: true, cell: ({ amount_cents: cents }) => amountText(cents, currency) },
]

const lineColumns = ({ zone, currency }: SupplierDesk): readonly FactColumn<ShownLine>[] => [
  { header: 'Line', cell: ({ line }) => line },
  { header: 'When', cell: ({ at }) => whole(dateTimeText(Date.parse(at), zone)) },
  { header: 'What', cell: line => whole(kindText(line)) },
  { header: 'Your id', cell: ({ rid }) => rid },
  { header: 'RDUD', cell: ({ rdud }) => whole(rdud) },
  { header: 'State', cell: ({ to_code: to }) => whole(RESPONDENT_STATE_LABELS[to]) },
  { header: 'Reason', cell: ({ reason_code: reason }) => reason ?? NO_FIGURE },
  { header: 'Amount', isFigure: true, cell: ({ amount_cents: cents }) => amountText(cents, currency) },
]

function Outcomes({ api, desk: { zone }, month: { month } }: SupplierMonthProps) {
  const heading = useId()
  const read = useInfiniteQuery({
    queryKey: ['supplier outcomes', month],
    queryFn: ({ pageParam, signal }) => api.outcomes(month, { limit: PAGE_ROWS, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.has_more ? pages.length * PAGE_ROWS : null),
  })
  const save = useMutation({
    mutationFn: async () => saveFile(`outcomes-${month}.csv`, await api.outcomesFile(month), CSV),
  })
  const rows = read.data?.pages.flatMap(page => page.rows)
  const [disputed, setDisputed] = useState<SupplierOutcome | null>(null)
  return (
    <section className={styles['period']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading}>What the client said</h2>
        <span className={styles['note']}>
          {`Of completes of ${monthText(month)}, and of others that were adjusted in it`}
        </span>
        <Button icon={<Download aria-hidden />} isPending={save.isPending} onPress={() => save.mutate()}>
          Signed CSV of these
        </Button>
      </div>
      <CallFailure error={save.error} />
      {rows === undefined ? (
        read.error === null ? (
          <Skeleton label="Loading what the client said" height="36px" lines={3} />
        ) : (
          <LoadFailure
            title="What the client said did not load"
            failure={read.error}
            onRetry={() => void read.refetch()}
            isRetrying={read.isFetching}
          />
        )
      ) : rows.length === 0 ? (
        <p className={styles['note']}>No reconciliation names one of your respondents.</p>
      ) : (
        <FactsTable
          label="What the client said"
          zone={zone}
          columns={outcomeColumns(zone, setDisputed)}
          rows={rows}
          keyOf={keyOfOutcome}
        />
      )}
      {read.hasNextPage ? (
        <div>
          <Button onPress={() => void read.fetchNextPage()} isPending={read.isFetchingNextPage}>
            Show more rows
          </Button>
        </div>
      ) : null}
      {disputed === null ? null : (
        <DisputeRow
          api={api}
          month={month}
          row={disputed}
          onRaised={() => {
            setDisputed(null)
            void read.refetch()
          }}
          onClosed={() => setDisputed(null)}
        />
      )}
    </section>
  )
}

const keyOfOutcome = ({ rdud, outcome, adjustment_month: month, reason_code: reason }: SupplierOutcome): string =>
  [rdud, outcome, month, reason].join(' ')

const isOutcome = (name: string): name is keyof typeof RECONCILIATION_OUTCOMES =>
  Object.hasOwn(RECONCILIATION_OUTCOMES, name)
const outcomeText = (name: string): string =>
  name === 'undone' ? 'Undone: it counts as before' : isOutcome(name) ? RECONCILIATION_OUTCOMES[name].label : name

const outcomeColumns = (
  zone: string,
  onDispute: (row: SupplierOutcome) => void,
): readonly FactColumn<SupplierOutcome>[] => [
  { header: 'Your id', cell: ({ rid }) => rid },
  { header: 'RDUD', cell: ({ rdud }) => whole(rdud) },
  { header: 'Outcome', cell: ({ outcome }) => outcomeText(outcome) },
  {
    header: 'Reason',
    cell: ({ reason_code: code, reason }) => (code === null ? NO_FIGURE : `${code} ${reason ?? ''}`.trim()),
  },
  { header: 'Complete of', cell: ({ complete_month: month }) => (month === null ? NO_FIGURE : monthText(month)) },
  { header: 'Adjusted in', cell: ({ adjustment_month: month }) => (month === null ? NO_FIGURE : monthText(month)) },
  {
    header: 'Dispute',
    cell: ({ dispute }) => (dispute === null ? NO_FIGURE : <DisputeState dispute={dispute} zone={zone} />),
  },
  {
    header: 'Act',
    isAction: true,
    cell: row =>
      row.can_dispute ? (
        <Button size="small" onPress={() => onDispute(row)} aria-label={`Dispute ${row.rid}`}>
          Dispute
        </Button>
      ) : null,
  },
]
