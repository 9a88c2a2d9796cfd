import type { ShownLine, Statement, StatementPart } from '@desk/schema/statements/statement'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { StatementLinks } from '#kit/statement-links/statement-links.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { isMissing } from '#runtime/api/api-error.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { printPage } from '#runtime/print-page.ts'
import { Button } from '#ui/button.tsx'
import { integerText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSaveOutcomes, useSaveStatement } from './save-statement.ts'
import { amountText, countText, kindText, monthText, supplierText } from './statement-words.ts'
import styles from './statements.module.css'

const PAGE_LINES = 200

/** Stands in one line, where the paper is no limit. */
const whole = (text: string) => <span className={styles['whole']}>{text}</span>

const partColumns = (currency: string): readonly FactColumn<StatementPart>[] => [
  { header: 'Source', cell: ({ source_name: name }) => name },
  { header: 'Project', cell: ({ project_name: name }) => whole(name) },
  { header: 'What', cell: part => whole(kindText(part)) },
  { header: 'Lines', isFigure: true, cell: ({ lines }) => integerText(lines, '0') },
  { header: 'Price', isFigure: true, cell: ({ price_cents: cents }) => amountText(cents, currency) },
  { header: 'Amount', isFigure: true, cell: ({ amount_cents: cents }) => amountText(cents, currency) },
]

const lineColumns = ({ zone, currency }: Statement): readonly FactColumn<ShownLine>[] => [
  { header: 'Line', cell: ({ line }) => line },
  { header: 'When', cell: ({ at }) => whole(dateTimeText(Date.parse(at), zone)) },
  { header: 'What', cell: line => whole(kindText(line)) },
  { header: 'Supplier’s id', cell: ({ rid }) => rid },
  { header: 'RDUD', cell: ({ rdud }) => whole(rdud) },
  { header: 'State', cell: ({ to_code: to }) => RESPONDENT_STATE_LABELS[to] },
  { header: 'Reason', cell: ({ reason_code: reason }) => reason ?? NO_FIGURE },
  { header: 'Amount', isFigure: true, cell: ({ amount_cents: cents }) => amountText(cents, currency) },
]

/** A statement with the pages of its lines, read each time. */
function useStatement(month: string, supplier: number | null) {
  const desk = useDesk()
  return useInfiniteQuery({
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
}

/** One supplier's statement of one month; it prints as it stands. @param supplier null: respondents without a supplier */
export function StatementScreen({ month, supplier }: { readonly month: string; readonly supplier: number | null }) {
  useAppTitle(`Statement of ${monthText(month)}`)
  const read = useStatement(month, supplier)
  const statement: Statement | undefined = read.data?.pages.at(-1)
  if (statement !== undefined)
    return (
      <div className={screen['screen']}>
        <Head statement={statement} supplier={supplier} />
        <FactsTable
          label="Sums"
          columns={partColumns(statement.currency)}
          rows={statement.parts}
          keyOf={({ stmid, kind, origin, price_cents }) => `${stmid} ${kind} ${origin} ${price_cents}`}
          totals={[
            'All',
            '',
            '',
            integerText(statement.lines, '0'),
            '',
            amountText(statement.total_cents, statement.currency),
          ]}
        />
        {supplier === null ? null : (
          <div className={styles['unprinted']}>
            <StatementLinks supplier={{ id: supplier, name: statement.name }} month={month} />
          </div>
        )}
        <Lines
          statement={statement}
          lines={read.data?.pages.flatMap(({ page }) => page) ?? []}
          isLoading={read.isFetchingNextPage}
          onMore={read.hasNextPage ? () => void read.fetchNextPage() : undefined}
        />
      </div>
    )
  if (isMissing(read.error)) return <NotFound />
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={crumbsOf(month)} title={monthText(month)} />
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
}

const crumbsOf = (month: string) => [
  { label: 'Reports', href: '#/reports' },
  { label: 'Statements', href: '#/statements' },
  { label: monthText(month) },
]

function Head({ statement, supplier }: { readonly statement: Statement; readonly supplier: number | null }) {
  const save = useSaveStatement()
  const outcomes = useSaveOutcomes()
  const { month, zone, currency, head, fingerprint, closed_at: closedAt } = statement
  const money = (cents: number) => amountText(cents, currency)
  return (
    <>
      <PageHead
        crumbs={crumbsOf(month)}
        title={`${supplierText(statement)}, ${monthText(month)}`}
        facts={[
          { name: 'From', value: statement.account_name },
          {
            name: 'State',
            value: closedAt === null ? 'Open' : `Closed at ${dateTimeText(Date.parse(closedAt), zone)}`,
          },
          { name: countText(statement.completes, 'complete'), value: money(statement.complete_cents) },
          { name: countText(statement.adjustments, 'adjustment'), value: money(statement.adjustment_cents) },
          { name: 'Total', value: money(statement.total_cents) },
        ]}
        actions={
          <div className={styles['acts']}>
            <Button icon={<Printer aria-hidden />} onPress={printPage}>
              Print
            </Button>
            {supplier === null ? null : (
              <Button
                icon={<Download aria-hidden />}
                isPending={outcomes.isPending}
                onPress={() => outcomes.mutate({ month, supplier })}
              >
                Supplier’s file
              </Button>
            )}
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
      <CallFailure error={save.error ?? outcomes.error} />
      {head === null ? null : (
        <dl className={styles['seal']}>
          <dt>Head, the hash of the last line</dt>
          <dd>{head}</dd>
          <dt>Key that signed it</dt>
          <dd>{fingerprint}</dd>
        </dl>
      )}
    </>
  )
}

interface LinesProps {
  readonly statement: Statement
  readonly lines: readonly ShownLine[]
  readonly isLoading: boolean
  /** Undefined: these are all. */
  readonly onMore: (() => void) | undefined
}

function Lines({ statement, lines, isLoading, onMore }: LinesProps) {
  return (
    <>
      <FactsTable label="Lines" columns={lineColumns(statement)} rows={lines} keyOf={({ line }) => line} />
      {onMore === undefined ? null : (
        <div className={styles['head']}>
          <span className={styles['note']}>
            {`${lines.length.toLocaleString('en-US')} of ${countText(statement.lines, 'line')}`}
          </span>
          <span className={styles['acts']}>
            <Button onPress={onMore} isPending={isLoading}>
              Show more lines
            </Button>
          </span>
        </div>
      )}
    </>
  )
}
