import { DISPUTE_STATES, type Dispute } from '@desk/schema/disputes/dispute'
import { reasonText } from '@desk/schema/reconciliation/reasons'
import { COST_NOT_KNOWN } from '#kit/money/cost-text.tsx'
import type { FactColumn } from '#kit/tables/facts-table.tsx'
import { Button } from '#ui/button.tsx'
import { balanceText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText, monthText } from '#ui/format/times.ts'
import { GivenId } from '#ui/given-id.tsx'
import { withMarksNamed } from '#ui/format/invisible-marks.ts'
import styles from './disputes.module.css'

/** The reason of a rejection in words. */
export const rejectionText = (code: number | null): string => (code === null ? NO_FIGURE : reasonText(code))

/** The columns of the list. @param onDecide null: the user may not */
export function disputeColumns(
  zone: string,
  onDecide: ((dispute: Dispute) => void) | null,
): readonly FactColumn<Dispute>[] {
  const moment = (at: string): string => dateTimeText(Date.parse(at), zone)
  const columns: readonly FactColumn<Dispute>[] = [
    { header: 'Supplier', cell: ({ supplier_name: name }) => <span className={styles['name']}>{name}</span> },
    {
      header: 'Respondent',
      cell: ({ rid, rdud }) => (
        <>
          <GivenId text={rid} />
          <span className={styles['under']}>{rdud}</span>
        </>
      ),
    },
    {
      header: 'Rejected by',
      cell: ({ project_name: project, pm_proj_ud: id, request_number: number, reason_code: reason }) => (
        <>
          <a className={styles['short']} href={`#/projects/${id}/reconciliation`}>
            {`${project}, request ${number}`}
          </a>
          <span className={styles['under']}>{rejectionText(reason)}</span>
        </>
      ),
    },
    {
      header: 'Complete of',
      cell: ({ complete_month: month }) => (month === null ? NO_FIGURE : monthText(month)),
    },
    {
      header: 'Supply price',
      isFigure: true,
      cell: row => (row.supply_cents === null ? COST_NOT_KNOWN : balanceText(row.supply_cents, row.currency)),
    },
    { header: 'Evidence', cell: ({ evidence }) => <span className={styles['evidence']}>{evidence}</span> },
    {
      header: 'Raised',
      cell: ({ raised_at: at, raised_by: by }) => (
        <span className={styles['short']}>
          {moment(at)}
          <span className={styles['under']}>by {by ?? 'the supplier'}</span>
        </span>
      ),
    },
    {
      header: 'State',
      cell: ({ state, lapses_at: lapses, decided_at: at, decided_by: by, decision_note: note }) => (
        <span className={styles['short']}>
          <span title={DISPUTE_STATES[state].meaning}>{DISPUTE_STATES[state].label}</span>
          <span className={styles['under']}>
            {at === null ? `Lapses at ${moment(lapses)}` : `${moment(at)}${by === null ? '' : ` by ${by}`}`}
          </span>
          {note === '' ? null : <span className={styles['evidence']}>{note}</span>}
        </span>
      ),
    },
  ]
  if (onDecide === null) return columns
  return [
    ...columns,
    {
      header: 'Decide',
      isAction: true,
      cell: dispute =>
        dispute.state === 'disputed' ? (
          <Button
            size="small"
            onPress={() => onDecide(dispute)}
            aria-label={`Decide about ${withMarksNamed(dispute.rid)} of ${dispute.supplier_name}`}
          >
            Decide
          </Button>
        ) : null,
    },
  ]
}
