import type { Period, StatementSummary } from '@desk/schema/statements/statement'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { integerText, moneyText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { monthText, statementPath, supplierText } from './statement-words.ts'
import styles from './statements.module.css'

export interface PeriodPartProps {
  readonly period: Period
  readonly zone: string
  readonly mayClose: boolean
  /** The file that is being saved. */
  readonly saving: { readonly month: string; readonly supplier: number | null } | null
  readonly onSave: (supplier: number | null) => void
  readonly onClosed: () => void
}

/** What a period is now, in words. */
function stateText({ state, closes_at, closed_by }: Period, zone: string): string {
  const at = dateTimeText(Date.parse(closes_at), zone)
  if (state === 'open') return `Open; closes by itself at ${at}`
  return closed_by === null ? `Closed by itself at ${at}` : `Closed by ${closed_by} at ${at}`
}

/** One month: its state, its statements, and closing it. */
export function PeriodPart({ period, zone, mayClose, saving, onSave, onClosed }: PeriodPartProps) {
  const { month, currency, statements } = period
  const heading = useId()
  const money = (cents: number) => moneyText(cents, currency, '0')
  const columns: readonly FactColumn<StatementSummary>[] = [
    { header: 'Supplier', cell: one => <a href={statementPath(month, one.pm_sup_ud)}>{supplierText(one)}</a> },
    { header: 'Completes', isFigure: true, cell: ({ completes }) => integerText(completes, '0') },
    { header: 'For completes', isFigure: true, cell: one => money(one.complete_cents) },
    { header: 'Adjustments', isFigure: true, cell: ({ adjustments }) => integerText(adjustments, '0') },
    { header: 'Adjusted by', isFigure: true, cell: one => money(one.adjustment_cents) },
    { header: 'Total', isFigure: true, cell: one => money(one.total_cents) },
    {
      header: 'Head',
      meaning: 'The hash of the last line',
      cell: ({ head }) => (head === null ? NO_FIGURE : <span title={head}>{head.slice(0, 12)}</span>),
    },
    {
      header: 'File',
      cell: one =>
        one.head === null ? (
          NO_FIGURE
        ) : (
          <Button
            size="small"
            icon={<Download aria-hidden />}
            isPending={saving?.month === month && saving.supplier === one.pm_sup_ud}
            onPress={() => onSave(one.pm_sup_ud)}
          >
            {`CSV of ${supplierText(one)}`}
          </Button>
        ),
    },
  ]
  return (
    <section className={styles['period']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading}>{monthText(month)}</h2>
        <span className={styles['note']}>{stateText(period, zone)}</span>
        {mayClose && period.can_be_closed ? <CloseButton period={period} onClosed={onClosed} /> : null}
      </div>
      {statements.length === 0 ? (
        <p className={styles['note']}>Nothing is owed.</p>
      ) : (
        <FactsTable
          label={`Statements of ${monthText(month)}`}
          columns={columns}
          rows={statements}
          keyOf={({ pm_sup_ud: supplier }) => supplier ?? 0}
          totals={[
            'All suppliers',
            integerText(period.completes, '0'),
            money(period.complete_cents),
            integerText(period.adjustments, '0'),
            money(period.adjustment_cents),
            money(period.total_cents),
            '',
            '',
          ]}
        />
      )}
    </section>
  )
}

function CloseButton({ period, onClosed }: { readonly period: Period; readonly onClosed: () => void }) {
  const desk = useDesk()
  const [isAsking, setIsAsking] = useState(false)
  const close = useMutation({
    mutationFn: () => desk.api.call('statements.close', { params: { month: period.month } }),
    onSuccess: () => {
      setIsAsking(false)
      onClosed()
    },
  })
  const name = monthText(period.month)
  return (
    <>
      <Button size="small" onPress={() => setIsAsking(true)}>
        {`Close ${name}`}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Close ${name}?`}
        confirmLabel={`Close ${name}`}
        tone="danger"
        isPending={close.isPending}
        onConfirm={() => close.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>
          A closed period takes no change and cannot be opened again. {period.statements.length} statements with a total
          of {moneyText(period.total_cents, period.currency, '0')} are signed. What is reconciled later is an adjustment
          of the next open month.
        </p>
        <CallFailure error={close.error} />
      </ConfirmDialog>
    </>
  )
}
