import { useMutation } from '@tanstack/react-query'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { monthText } from '#ui/format/times.ts'
import { SIDES, type ListedPeriod, type Side } from './sides.ts'
import { countText, pricedText, sumsText } from './statement-words.ts'
import styles from './statements.module.css'

export interface CloseDialogProps {
  readonly side: Side
  /** Every side that the account has. */
  readonly sides: readonly Side[]
  readonly period: ListedPeriod
  readonly onCancel: () => void
  /** It is closed, or the server refused since it is closed or open otherwise than was shown. */
  readonly onChanged: () => void
  readonly onClosed: () => void
}

/** Asks before a period is closed, with what it closes: nothing opens it again. */
export function CloseDialog({ side, sides, period, onCancel, onChanged, onClosed }: CloseDialogProps) {
  const desk = useDesk()
  const close = useMutation({
    mutationFn: () => desk.api.call('statements.close', { params: { month: period.month } }),
    onSuccess: onClosed,
    onSettled: onChanged,
  })
  const name = monthText(period.month)
  const money = (figure: Parameters<typeof sumsText>[0]) => sumsText(figure, period, period.currency)
  const priced = pricedText(period)
  const others = sides.filter(one => one !== side).map(one => SIDES[one].many.toLowerCase())
  return (
    <ConfirmDialog
      isOpen
      title={`Close ${name}?`}
      confirmLabel={`Close ${name}`}
      tone="danger"
      isPending={close.isPending}
      onConfirm={() => close.mutate()}
      onCancel={onCancel}
    >
      <div className={styles['period']}>
        <p>
          This signs {countText(period.count, 'statement')} of {SIDES[side].many.toLowerCase()}
          {others.length === 0 ? '' : `, and those of ${others.join(' and ')}`}, as of now. What comes until you confirm
          is in them too.
        </p>
        <dl className={styles['sums']}>
          <dt>{countText(period.completes, 'complete')}</dt>
          <dd>{money('complete_cents')}</dd>
          <dt>{countText(period.adjustments, 'adjustment')}</dt>
          <dd>{money('adjustment_cents')}</dd>
          <dt>{side === 'supplier' ? 'Suppliers are owed' : 'Clients are charged'}</dt>
          <dd>{money('total_cents')}</dd>
        </dl>
        {priced === null ? null : <p>{`${priced} The rest counts as 0.`}</p>}
        <p>
          A closed period takes no change and cannot be opened again. What is reconciled, undone or returned later is an
          adjustment of the next open month.
        </p>
        <CallFailure error={close.error} />
      </div>
    </ConfirmDialog>
  )
}
