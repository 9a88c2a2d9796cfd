import type { ShownLine, Statement, StatementPart } from '@desk/schema/statements/statement'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { printPage } from '#runtime/print-page.ts'
import { Button } from '#ui/button.tsx'
import { integerText, moneyText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSaveStatement } from './save-statement.ts'
import { monthText, supplierText } from './statement-words.ts'
import styles from './statements.module.css'

const PAGE_LINES = 200

const kindText = ({ kind, origin }: Pick<StatementPart, 'kind' | 'origin'>): string =>
  kind === 'complete' ? 'Completes' : `Adjustment of ${monthText(origin)}`

const parts = (currency: string): readonly FactColumn<StatementPart>[] => [
  { header: 'Source', cell: ({ source_name: name }) => name },
  { header: 'Project', cell: ({ project_name: name }) => name },
  { header: 'What', cell: kindText },
  { header: 'Lines', isFigure: true, cell: ({ lines }) => integerText(lines, '0') },
  { header: 'Price', isFigure: true, cell: ({ price_cents }) => moneyText(price_cents, currency, '0') },
  { header: 'Amount', isFigure: true, cell: ({ amount_cents }) => moneyText(amount_cents, currency, '0') },
]

const lines = ({ zone, currency }: Statement): readonly FactColumn<ShownLine>[] => [
  { header: 'Line', cell: ({ line }) => line },
  { header: 'When', cell: ({ at }) => dateTimeText(Date.parse(at), zone) },
  { header: 'What', cell: kindText },
  { header: 'Supplier’s id', cell: ({ rid }) => rid },
  { header: 'RDUD', cell: ({ rdud }) => rdud },
  { header: 'State', cell: ({ to_code: to }) => RESPONDENT_STATE_LABELS[to] },
  { header: 'Reason', cell: ({ reason_code: reason }) => reason ?? NO_FIGURE },
  { header: 'Amount', isFigure: true, cell: ({ amount_cents }) => moneyText(amount_cents, currency, '0') },
]

/** One supplier's statement of one month; it prints as it stands. @param supplier null: respondents without a supplier */
export function StatementScreen({ month, supplier }: { readonly month: string; readonly supplier: number | null }) {
  useAppTitle(`Statement of ${monthText(month)}`)
  const desk = useDesk()
  const save = useSaveStatement()
  const read = useInfiniteQuery({
    queryKey: ['statements.read', month, supplier],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('statements.read', {
        params: { month },
        query: { limit: PAGE_LINES, offset: pageParam, ...(supplier === null ? {} : { supplier }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ lines: all }, pages) => {
      const shown = pages.reduce((sum, { page }) => sum + page.length, 0)
      return shown < all ? shown : null
    },
    staleTime: 0,
  })
  const statement: Statement | undefined = read.data?.pages.at(-1)
  const crumbs = [{ label: 'Statements', href: '#/statements' }, { label: monthText(month) }]
  if (statement === undefined)
    return (
      <div className={screen['screen']}>
        <PageHead crumbs={crumbs} title={read.error === null ? null : monthText(month)} />
        {read.error === null ? (
          <Skeleton label="Loading the statement" height="36px" lines={6} />
        ) : (
          <LoadFailure
            title="The statement did not load"
            failure={read.error}
            onRetry={() => void read.refetch()}
            isRetrying={read.isFetching}
          />
        )}
      </div>
    )
  const money = (cents: number) => moneyText(cents, statement.currency, '0')
  const { head, fingerprint, closed_at: closedAt } = statement
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={crumbs}
        title={`${supplierText(statement)}, ${monthText(month)}`}
        facts={[
          { name: 'From', value: statement.account_name },
          {
            name: 'State',
            value: closedAt === null ? 'Open' : `Closed at ${dateTimeText(Date.parse(closedAt), statement.zone)}`,
          },
          { name: 'Completes', value: money(statement.complete_cents) },
          { name: 'Adjustments', value: money(statement.adjustment_cents) },
          { name: 'Total', value: money(statement.total_cents) },
        ]}
        actions={
          <div className={styles['screen-only']}>
            <Button icon={<Printer aria-hidden />} onPress={printPage}>
              Print
            </Button>
            {head === null ? null : (
              <Button
                icon={<Download aria-hidden />}
                isPending={save.isPending}
                onPress={() => save.mutate({ month, supplier })}
              >
                Signed CSV
              </Button>
            )}
          </div>
        }
      />
      <CallFailure error={save.error} />
      {head === null ? null : (
        <p className={styles['hash']}>
          Head {head}; signed by the key {fingerprint}.
        </p>
      )}
      <FactsTable
        label="Sums"
        columns={parts(statement.currency)}
        rows={statement.parts}
        keyOf={({ stmid, kind, origin, price_cents }) => `${stmid} ${kind} ${origin} ${price_cents}`}
        totals={['All', '', '', integerText(statement.lines, '0'), '', money(statement.total_cents)]}
      />
      <FactsTable
        label="Lines"
        columns={lines(statement)}
        rows={read.data?.pages.flatMap(({ page }) => page) ?? []}
        keyOf={({ line }) => line}
      />
      {read.hasNextPage ? (
        <div className={styles['screen-only']}>
          <Button onPress={() => void read.fetchNextPage()} isPending={read.isFetchingNextPage}>
            Show more lines
          </Button>
        </div>
      ) : null}
    </div>
  )
}
