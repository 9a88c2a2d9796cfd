import type { Period, StatementSummary } from '@desk/schema/statements/statement'
import { Download } from 'lucide-react'
import { useId } from 'react'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { Button } from '#ui/button.tsx'
import { integerText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { amountText, monthText, statementPath, supplierText } from './statement-words.ts'
import styles from './statements.module.css'

export interface PeriodPartProps {
  readonly period: Period
  readonly zone: string
  /** Undefined: it cannot be closed now, or not by this user. */
  readonly onClose: (() => void) | undefined
  /** The file that is being saved. */
  readonly saving: { readonly month: string; readonly supplier: number | null } | null
  readonly onSave: (supplier: number | null) => void
}

/** What a period is now, in words. */
function stateText({ state, closes_at, closed_by }: Period, zone: string): string {
  const at = dateTimeText(Date.parse(closes_at), zone)
  if (state === 'open') return `Open; closes by itself at ${at}`
  return closed_by === null ? `Closed by itself at ${at}` : `Closed by ${closed_by} at ${at}`
}

/** One month: its state, and its statements. */
export function PeriodPart({ period, zone, onClose, saving, onSave }: PeriodPartProps) {
  const { month, currency, statements } = period
  const heading = useId()
  const money = (cents: number) => amountText(cents, currency)
  const file = (one: StatementSummary) =>
    one.head === null ? (
      NO_FIGURE
    ) : (
      <Button
        size="small"
        icon={<Download aria-hidden />}
        aria-label={`Signed CSV of ${supplierText(one)}, ${monthText(month)}`}
        isPending={saving?.month === month && saving.supplier === one.pm_sup_ud}
        onPress={() => onSave(one.pm_sup_ud)}
      >
        Signed CSV
      </Button>
    )
  const columns: readonly FactColumn<StatementSummary>[] = [
    { header: 'Supplier', cell: one => <a href={statementPath(month, one.pm_sup_ud)}>{supplierText(one)}</a> },
    { header: 'Completes', isFigure: true, cell: ({ completes }) => integerText(completes, '0') },
    { header: 'For completes', isFigure: true, cell: one => money(one.complete_cents) },
    { header: 'Adjustments', isFigure: true, cell: ({ adjustments }) => integerText(adjustments, '0') },
    { header: 'Adjusted by', isFigure: true, cell: one => money(one.adjustment_cents) },
    { header: 'Total', isFigure: true, cell: one => money(one.total_cents) },
    { header: 'File', isAction: true, cell: file },
  ]
  return (
    <section className={styles['period']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading}>{monthText(month)}</h2>
        <span className={styles['note']}>{stateText(period, zone)}</span>
        {onClose === undefined ? null : (
          <Button size="small" onPress={onClose}>
            {`Close ${monthText(month)}`}
          </Button>
        )}
      </div>
      {statements.length === 0 ? (
        <p className={styles['note']}>No supplier is owed anything.</p>
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
          ]}
        />
      )}
    </section>
  )
}
