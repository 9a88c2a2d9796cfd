import type { Statement } from '@desk/schema/statements/statement'
import { Download } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { AfterReversals } from '#kit/money/after-reversals.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { isMissing } from '#runtime/api/api-error.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { dateTimeText, monthText } from '#ui/format/times.ts'
import { PrintWhole } from './print-whole.tsx'
import { useSaveStatement } from './save-statement.ts'
import { SIDES, type Side } from './sides.ts'
import { StatementSeal } from './statement-body.tsx'
import { StatementFigure } from './statement-figure.tsx'
import { countText, FILES, FORMATS, listPath, nameText, sumsText } from './statement-words.ts'
import styles from './statements.module.css'
import type { ReadPages } from './use-print-whole.ts'
import { WhyStatementDrawer } from './why-statement-drawer.tsx'

/** The fields of a statement of either side in its head. */
type StatementHead = Pick<
  Statement,
  | 'name'
  | 'month'
  | 'zone'
  | 'currency'
  | 'head'
  | 'fingerprint'
  | 'closed_at'
  | 'account_name'
  | 'lines'
  | 'completes'
  | 'complete_cents'
  | 'adjustments'
  | 'adjustment_cents'
  | 'total_cents'
  | 'priced_completes'
  | 'priced_adjustments'
>

/** By which id reversals are asked for. */
const REVERSED_ID = { supplier: 'pm_sup_ud', project: 'pm_proj_ud', unit: 'business_unit_ud' } as const

const crumbsOf = (side: Side, month: string) => [
  { label: 'Reports', href: '#/reports' },
  {
    label: side === 'supplier' ? 'Statements' : `Statements of ${SIDES[side].many.toLowerCase()}`,
    href: listPath(side),
  },
  { label: monthText(month) },
]

export interface StatementFrameProps {
  readonly side: Side
  /** Null: of those without a supplier, or without a business unit. */
  readonly id: number | null
  readonly month: string
  /** Undefined: it is not read yet, or could not be. */
  readonly statement: StatementHead | undefined
  readonly read: ReadPages & { readonly isFetching: boolean; readonly refetch: () => unknown }
  /** Further acts. */
  readonly acts?: React.ReactNode
  /** Its failure. */
  readonly failure?: Error | null
  readonly children: React.ReactNode
}

/** The page of a statement: its head, its seal and the content below. */
export function StatementFrame(props: StatementFrameProps) {
  const { side, month, statement, read, children } = props
  if (statement !== undefined)
    return (
      <div className={screen['screen']}>
        <Head {...props} statement={statement} />
        {children}
        <WhyStatementDrawer side={side} />
      </div>
    )
  if (isMissing(read.error)) return <NotFound />
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={crumbsOf(side, month)} title={monthText(month)} />
      <NotLoaded query={read} title="The statement" lines={6} />
    </div>
  )
}

function Head({
  side,
  id,
  statement,
  read,
  acts,
  failure = null,
}: Omit<StatementFrameProps, 'statement'> & { readonly statement: StatementHead }) {
  const save = useSaveStatement()
  const seesReversals = useMayCall('reversals.read')
  const { month, zone, currency, head, fingerprint, closed_at: closedAt } = statement
  const money = (figure: 'complete_cents' | 'adjustment_cents' | 'total_cents') => (
    <StatementFigure
      of={{ month, of: id ?? 'none', figure }}
      subject={nameText(side, statement.name)}
      text={sumsText(figure, statement, currency)}
    />
  )
  return (
    <>
      <PageHead
        crumbs={crumbsOf(side, month)}
        title={`${nameText(side, statement.name)}, ${monthText(month)}`}
        facts={[
          { name: 'From', value: statement.account_name },
          ...(side === 'supplier' ? [] : [{ name: 'Of', value: SIDES[side].one }]),
          {
            name: 'State',
            value: closedAt === null ? 'Open' : `Closed at ${dateTimeText(Date.parse(closedAt), zone)}`,
          },
          { name: countText(statement.completes, 'complete'), value: money('complete_cents') },
          { name: countText(statement.adjustments, 'adjustment'), value: money('adjustment_cents') },
          { name: 'Total', value: money('total_cents') },
        ]}
        actions={
          <div className={styles['acts']}>
            <PrintWhole lists={[read]} />
            {acts}
            {head === null
              ? null
              : FORMATS.map(format => (
                  <Button
                    key={format}
                    icon={<Download aria-hidden />}
                    isPending={save.isPending && save.variables.format === format}
                    onPress={() => save.mutate({ side, month, id, format })}
                  >
                    {FILES[format]}
                  </Button>
                ))}
          </div>
        }
      />
      <CallFailure error={save.error ?? failure ?? read.error} />
      {closedAt === null && id !== null && seesReversals ? (
        <div className={styles['unprinted']}>
          <AfterReversals
            of={{ [REVERSED_ID[side]]: id, month }}
            figure={side === 'supplier' ? 'expense' : 'revenue'}
            cents={statement.total_cents}
            label="Total expected after reversals:"
          />
        </div>
      ) : null}
      <StatementSeal head={head} fingerprint={fingerprint} />
    </>
  )
}
