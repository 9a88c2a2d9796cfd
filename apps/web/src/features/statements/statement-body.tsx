import { reasonText } from '@desk/schema/reconciliation/reasons'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import type { ShownLine, StatementPart } from '@desk/schema/statements/statement'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { Button } from '#ui/button.tsx'
import { balanceText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { UnknownFigure } from '#ui/unknown-figure.tsx'
import { StatementFigure } from './statement-figure.tsx'
import {
  countText,
  kindText,
  PRICE_UNKNOWN,
  pricedText,
  sumsText,
  sumText,
  type StatementSums,
} from './statement-words.ts'
import styles from './statements.module.css'
import { SUM_FIGURES, type StatementFigure as StatementFigureId, type WhyStatement } from './why-statement.ts'

/** The common fields of all statements' parts. */
type AnyPart = Pick<StatementPart, 'kind' | 'origin' | 'lines' | 'price_cents' | 'amount_cents'>
/** The common fields of all statements' lines. */
type AnyLine = Pick<ShownLine, 'line' | 'kind' | 'origin' | 'at' | 'rdud' | 'to_code' | 'reason_code' | 'amount_cents'>

/** Stays in one line, where the paper is no limit. */
export const whole = (text: string) => <span className={styles['whole']}>{text}</span>

/** Words that break between each other alone. */
const words = (text: string) => <span className={styles['words']}>{text}</span>

/** The question of the figures. */
export interface StatementWhy<Part> {
  readonly of: Pick<WhyStatement, 'month' | 'of'>
  /** The statement's name, for users who do not see the place of a figure. */
  readonly subject: string
  /** The source or survey of a sum. */
  readonly placeOf: (part: Part) => { readonly id: number; readonly name: string }
}

export interface StatementBodyProps<Part, Line> {
  readonly statement: StatementSums & { readonly lines: number; readonly parts: readonly Part[] }
  readonly currency: string
  readonly zone: string
  /** Whether there is no signed-in user: the page names its zone by itself. */
  readonly isPublic?: boolean
  /** The columns that name its sums. */
  readonly partNames: readonly FactColumn<Part>[]
  /** The line's columns about the respondent, before its RDUD. */
  readonly lineNames: readonly FactColumn<Line>[]
  readonly keyOfPart: (part: Part) => string
  /** Whose it is, and what a sum is of: each figure tells why it changed. Left out: none does. */
  readonly why?: StatementWhy<Part>
  /** The shown ones. */
  readonly lines: readonly Line[]
  readonly isLoading: boolean
  /** Undefined: these are all. */
  readonly onMore: (() => void) | undefined
}

/** The sums of a statement, and its lines, a page after the other. */
export function StatementBody<Part extends AnyPart, Line extends AnyLine>({
  statement,
  currency,
  zone,
  isPublic = false,
  partNames,
  lineNames,
  keyOfPart,
  why,
  lines,
  isLoading,
  onMore,
}: StatementBodyProps<Part, Line>) {
  const priced = pricedText(statement)
  // no line has a price of nothing
  const money = (cents: number) => (cents === 0 ? <UnknownFigure why={PRICE_UNKNOWN} /> : balanceText(cents, currency))
  const zoned = isPublic ? { zone } : {}
  const all = (figure: 'lines' | 'total_cents', text: string) =>
    why === undefined ? (
      text
    ) : (
      <StatementFigure of={{ ...why.of, figure }} subject={`all sums of ${why.subject}`} text={text} />
    )
  const sum = (part: Part, figure: StatementFigureId, text: string) => {
    if (why === undefined) return text
    const { id: place, name } = why.placeOf(part)
    return (
      <StatementFigure
        of={{ ...why.of, figure, sum: { place, origin: part.origin, priceCents: part.price_cents } }}
        subject={`${name}, ${sumText(part, currency)}`}
        text={text}
      />
    )
  }
  const parts: readonly FactColumn<Part>[] = [
    ...partNames,
    { header: 'Type', cell: part => words(kindText(part)) },
    {
      header: 'Lines',
      isFigure: true,
      cell: part => sum(part, SUM_FIGURES[part.kind][0], part.lines.toLocaleString('en-US')),
    },
    { header: 'Price', isFigure: true, cell: ({ price_cents: cents }) => money(cents) },
    {
      header: 'Amount',
      isFigure: true,
      cell: part =>
        part.price_cents === 0
          ? money(0)
          : sum(part, SUM_FIGURES[part.kind][1], balanceText(part.amount_cents, currency)),
    },
  ]
  const rows: readonly FactColumn<Line>[] = [
    { header: 'Line', isFigure: true, cell: ({ line }) => line },
    { header: 'When', cell: ({ at }) => whole(dateTimeText(Date.parse(at), zone)) },
    { header: 'Type', cell: line => words(line.kind === 'complete' ? 'Complete' : kindText(line)) },
    ...lineNames,
    { header: 'RDUD', cell: ({ rdud }) => whole(rdud) },
    { header: 'State', cell: ({ to_code: to }) => words(RESPONDENT_STATE_LABELS[to]) },
    { header: 'Reason', cell: ({ reason_code: reason }) => (reason === null ? NO_FIGURE : words(reasonText(reason))) },
    { header: 'Amount', isFigure: true, cell: ({ amount_cents: cents }) => money(cents) },
  ]
  return (
    <>
      <FactsTable
        label="Sums"
        {...zoned}
        columns={parts}
        rows={statement.parts}
        keyOf={part => `${keyOfPart(part)} ${part.kind} ${part.origin} ${part.price_cents}`}
        totals={[
          'All',
          ...partNames.map(() => ''),
          all('lines', statement.lines.toLocaleString('en-US')),
          '',
          all('total_cents', sumsText('total_cents', statement, currency)),
        ]}
      />
      {priced === null ? null : <p className={styles['note']}>{priced}</p>}
      <FactsTable label="Lines" {...zoned} columns={rows} rows={lines} keyOf={({ line }) => line} />
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

/** The head of its chain and the key that signed it; nothing of an open statement. */
export function StatementSeal({
  head,
  fingerprint,
}: {
  readonly head: string | null
  readonly fingerprint: string | null
}) {
  if (head === null) return null
  return (
    <dl className={styles['seal']}>
      <dt>Head, the hash of the last line</dt>
      <dd>{head}</dd>
      <dt>Key that signed it</dt>
      <dd>{fingerprint}</dd>
    </dl>
  )
}
