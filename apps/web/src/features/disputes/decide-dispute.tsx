import { DISPUTE_STATES, type Dispute } from '@desk/schema/disputes/dispute'
import { useId, useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { fieldErrorsOf, isConflict } from '#runtime/api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { balanceText } from '#ui/format/figures.ts'
import { dateTimeText, monthText } from '#ui/format/times.ts'
import { showToast } from '#ui/toasts.ts'
import { withMarksNamed } from '#ui/format/invisible-marks.ts'
import { rejectionText } from './dispute-columns.tsx'
import styles from './disputes.module.css'

const DECISIONS = [
  { id: 'upheld', label: 'Uphold the rejection' },
  { id: 'overturned', label: 'Overturn: accept the respondent' },
]
type Decision = 'upheld' | 'overturned'

export interface DecideDisputeProps {
  readonly dispute: Dispute
  /** IANA name. */
  readonly zone: string
  readonly onDecided: () => void
  /** It is not as it was shown: another user was first, or it ended by itself. */
  readonly onStale: () => void
  readonly onClosed: () => void
}

/** Decides a dispute, with the money that the decision moves in sight. */
export function DecideDispute({ dispute, zone, onDecided, onStale, onClosed }: DecideDisputeProps) {
  const [decision, setDecision] = useState<Decision>('upheld')
  const [note, setNote] = useState('')
  const decide = useAct('disputes.decide', {
    onDone: ({ state }) => {
      void showToast({ type: 'success', message: `The dispute is ${DISPUTE_STATES[state].label.toLowerCase()}` })
      onDecided()
    },
    onFailed: failure => {
      if (isConflict(failure)) onStale()
    },
  })
  const { supplier_name: supplier, supply_cents: supply, sell_cents: sell, currency, complete_month: month } = dispute
  const heading = useId()
  const isOverturned = decision === 'overturned'
  return (
    <Dialog
      isOpen
      title={`Decide about ${withMarksNamed(dispute.rid)} of ${supplier}`}
      onClose={onClosed}
      isLocked={decide.isPending}
      footer={
        <>
          <Button onPress={onClosed} isDisabled={decide.isPending}>
            Cancel
          </Button>
          <Button
            variant={isOverturned ? 'danger' : 'primary'}
            onPress={() =>
              decide.send({ params: { id: dispute.dispute_ud }, payload: { decision, note, version: dispute.version } })
            }
            isDisabled={isConflict(decide.failure)}
            isPending={decide.isPending}
          >
            {isOverturned
              ? `Overturn${supply === null ? '' : ` and pay ${balanceText(supply, currency)}`}`
              : 'Uphold the rejection'}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <dl className={styles['facts']}>
          <dt>Rejected</dt>
          <dd>{`${dispute.project_name}, request ${dispute.request_number}: ${rejectionText(dispute.reason_code)}`}</dd>
          <dt>Complete of</dt>
          <dd>{month === null ? '-' : monthText(month)}</dd>
          <dt>Lapses at</dt>
          <dd>{dateTimeText(Date.parse(dispute.lapses_at), zone)}</dd>
        </dl>
        <div className={styles['statement']}>
          <h3 id={heading}>Evidence</h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
          <p className={styles['whole']} role="region" aria-labelledby={heading} tabIndex={0}>
            {dispute.evidence}
          </p>
        </div>
        <NativeSelect
          label="Decision"
          options={DECISIONS}
          value={decision}
          onChange={id => setDecision(id === 'overturned' ? 'overturned' : 'upheld')}
        />
        <p className={styles['note']}>
          {isOverturned
            ? `${supplier} is paid ${supply === null ? 'a price that is not known' : balanceText(supply, currency)} again, and the client is billed ${balanceText(sell, currency)}. Both are booked in the month of the complete, or in the first open one as an adjustment. A decision is not taken back.`
            : `Nothing is paid or billed. The supplier sees the decision. A decision is not taken back.`}
        </p>
        <TextField
          label="Note to the supplier"
          rows={3}
          value={note}
          onChange={setNote}
          errorMessage={fieldErrorsOf(decide.failure)['note']}
          description="It sees this beside the decision."
        />
        <CallFailure error={decide.failure} />
      </div>
    </Dialog>
  )
}
