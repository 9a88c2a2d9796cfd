import { Download } from 'lucide-react'
import { useId } from 'react'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { Button } from '#ui/button.tsx'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText, monthText } from '#ui/format/times.ts'
import type { StatementFile } from './save-statement.ts'
import { StatementFigure } from './statement-figure.tsx'
import { SIDES, type Listed, type ListedPeriod, type Side } from './sides.ts'
import { countText, FILES, FORMATS, nameText, pricedText, statementPath, sumsText } from './statement-words.ts'
import styles from './statements.module.css'
import type { StatementFigure as Figure, WhyStatement } from './why-statement.ts'

export interface PeriodPartProps {
  readonly side: Side
  readonly period: ListedPeriod
  readonly zone: string
  /** Whether its statements were searched. */
  readonly isSearched: boolean
  /** Undefined: it cannot be closed now, or not by this user. */
  readonly onClose: (() => void) | undefined
  /** The file that is being saved. */
  readonly saving: StatementFile | null
  readonly onSave: (file: StatementFile) => void
}

/** The present state of a period, in words. */
function stateText({ state, closes_at, closed_by }: ListedPeriod, zone: string): string {
  const at = dateTimeText(Date.parse(closes_at), zone)
  if (state === 'open') return `Open; closes automatically at ${at}`
  return closed_by === null ? `Closed automatically at ${at}` : `Closed by ${closed_by} at ${at}`
}

/** The hidden statements, in words; null: every one is visible. */
function restText({ statements, count, matching }: ListedPeriod, isSearched: boolean): string | null {
  if (statements.length < matching)
    return `The first ${countText(statements.length, 'statement')} of ${matching.toLocaleString('en-US')}: search for others by name or id.`
  return isSearched ? `${matching.toLocaleString('en-US')} of ${countText(count, 'statement')}` : null
}

/** One month: its state, and its statements. */
export function PeriodPart(props: PeriodPartProps) {
  const { side, period, zone, isSearched, onClose } = props
  const heading = useId()
  const name = monthText(period.month)
  const rest = restText(period, isSearched)
  const priced = isSearched ? null : pricedText(period)
  return (
    <section className={styles['period']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading}>{name}</h2>
        <span className={styles['note']}>{stateText(period, zone)}</span>
        {onClose === undefined ? null : (
          <Button size="small" onPress={onClose}>
            {`Close ${name}`}
          </Button>
        )}
      </div>
      {period.statements.length === 0 ? (
        <p className={styles['note']}>
          {isSearched && period.count > 0
            ? `None of ${countText(period.count, 'statement')} has this name or id.`
            : SIDES[side].nothing}
        </p>
      ) : (
        <>
          <Statements {...props} />
          {rest === null ? null : <p className={styles['note']}>{rest}</p>}
          {priced === null ? null : <p className={styles['note']}>{priced}</p>}
        </>
      )}
    </section>
  )
}

const isMoney = (figure: Figure) =>
  figure === 'complete_cents' || figure === 'adjustment_cents' || figure === 'total_cents'

function Statements({ side, period, isSearched, saving, onSave }: PeriodPartProps) {
  const { month, currency, statements } = period
  const figureOf = (of: WhyStatement['of'], subject: string, sums: Listed | ListedPeriod, figure: Figure) => (
    <StatementFigure
      of={{ month, of, figure }}
      subject={`${subject}, ${monthText(month)}`}
      text={isMoney(figure) ? sumsText(figure, sums, currency) : sums[figure].toLocaleString('en-US')}
    />
  )
  const figure = (id: Figure) => (one: Listed) => figureOf(one.id ?? 'none', nameText(side, one.name), one, id)
  const all = `All ${SIDES[side].many.toLowerCase()}`
  const file = (one: Listed) =>
    one.head === null ? (
      NO_FIGURE
    ) : (
      <span className={styles['files']}>
        {FORMATS.map(format => (
          <Button
            key={format}
            size="small"
            icon={<Download aria-hidden />}
            aria-label={`${FILES[format]} of ${nameText(side, one.name)}, ${monthText(month)}`}
            isPending={saving?.month === month && saving.id === one.id && saving.format === format}
            onPress={() => onSave({ side, month, id: one.id, format })}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </span>
    )
  const columns: readonly FactColumn<Listed>[] = [
    {
      header: SIDES[side].one,
      cell: one => {
        const priced = pricedText(one)
        return (
          <>
            <a href={statementPath(side, month, one.id)}>{nameText(side, one.name)}</a>
            {priced === null ? null : <div className={styles['note']}>{priced}</div>}
          </>
        )
      },
    },
    { header: 'Completes', isFigure: true, cell: figure('completes') },
    { header: 'For completes', isFigure: true, cell: figure('complete_cents') },
    { header: 'Adjustments', isFigure: true, cell: figure('adjustments') },
    { header: 'Adjustment amount', isFigure: true, cell: figure('adjustment_cents') },
    { header: 'Total', isFigure: true, cell: figure('total_cents') },
    { header: 'Files', isAction: true, cell: file },
  ]
  // of the whole month: beneath what a search found it would be the sum of something else
  const totals = isSearched
    ? {}
    : {
        totals: [
          all,
          ...(['completes', 'complete_cents', 'adjustments', 'adjustment_cents', 'total_cents'] as const).map(id =>
            figureOf('all', all, period, id),
          ),
          '',
        ],
      }
  return (
    <FactsTable
      label={`Statements of ${monthText(month)}`}
      columns={columns}
      rows={statements}
      keyOf={({ id }) => id ?? 0}
      {...totals}
    />
  )
}
