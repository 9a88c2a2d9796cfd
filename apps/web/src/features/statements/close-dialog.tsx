import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { monthText } from '#ui/format/times.ts'
import { SIDES, type ListedPeriod, type Side } from './sides.ts'
import { countText, pricedText, sumsText } from './statement-words.ts'
import styles from './statements.module.css'

export interface CloseDialogProps {
  readonly side: Side
  /** Every side that the account has. */
  readonly sides: readonly Side[]
  readonly period: ListedPeriod
  /** It is closed, or the server refused since it is closed or open otherwise than was shown. */
  readonly onChanged: () => void
  /** The question closed: the period is closed, or the user cancelled it. */
  readonly onClosed: () => void
}

/** Asks before a period is closed, with what it closes: nothing opens it again. */
export function CloseDialog({ side, sides, period, onChanged, onClosed }: CloseDialogProps) {
  const name = monthText(period.month)
  const money = (figure: Parameters<typeof sumsText>[0]) => sumsText(figure, period, period.currency)
  const priced = pricedText(period)
  const others = sides.filter(one => one !== side).map(one => SIDES[one].many.toLowerCase())
  return (
    <ConfirmAct
      call="statements.close"
      request={{ params: { month: period.month } }}
      question={{
        title: `Close ${name}?`,
        lines: [
          `This signs ${countText(period.count, 'statement')} of ${SIDES[side].many.toLowerCase()}${
            others.length === 0 ? '' : `, and those of ${others.join(' and ')}`
          }, as of now. They include everything until you confirm.`,
          'A closed period takes no change and cannot be opened again. Later reconciliations, undos and returns are adjustments of the next open month.',
        ],
        confirmLabel: `Close ${name}`,
        tone: 'danger',
      }}
      onDone={onChanged}
      onFailed={onChanged}
      onClosed={onClosed}
    >
      <div className={styles['period']}>
        <dl className={styles['sums']}>
          <dt>{countText(period.completes, 'complete')}</dt>
          <dd>{money('complete_cents')}</dd>
          <dt>{countText(period.adjustments, 'adjustment')}</dt>
          <dd>{money('adjustment_cents')}</dd>
          <dt>{side === 'supplier' ? 'Suppliers are owed' : 'Clients are charged'}</dt>
          <dd>{money('total_cents')}</dd>
        </dl>
        {priced === null ? null : <p>{`${priced} The rest counts as 0.`}</p>}
      </div>
    </ConfirmAct>
  )
}
