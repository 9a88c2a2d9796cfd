import { DISPUTE_STATES, DisputeForm, type SupplierDispute } from '@desk/schema/disputes/dispute'
import type { SupplierOutcome } from '@desk/schema/statements/supplier-desk'
import { faultsOf } from '@desk/machines/form/form.fields'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { SendingDialog } from '#kit/forms/sending-dialog.tsx'
import { useActOn } from '#runtime/acts/use-act.ts'
import type { SupplierApi } from '#runtime/supplier-link/supplier-api.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { TextField } from '#ui/text-field.tsx'
import { withMarksNamed } from '#ui/format/invisible-marks.ts'
import styles from './statements.module.css'

/** The state of a dispute, for the supplier. */
export function DisputeState({
  dispute: { state, evidence, lapses_at: lapses, decided_at: at, decision_note: note },
  zone,
}: {
  readonly dispute: SupplierDispute
  readonly zone: string
}) {
  const when = dateTimeText(Date.parse(at ?? lapses), zone)
  return (
    <>
      <span title={DISPUTE_STATES[state].meaning}>{DISPUTE_STATES[state].label}</span>
      <span className={styles['said']}>{at === null ? `Lapses at ${when}` : when}</span>
      <span className={styles['said']}>{`You said: ${evidence}`}</span>
      {note === '' ? null : <span className={styles['said']}>{`Answer: ${note}`}</span>}
    </>
  )
}

export interface DisputeRowProps {
  readonly api: SupplierApi
  readonly month: string
  readonly row: SupplierOutcome
  readonly onRaised: () => void
  readonly onClosed: () => void
}

/** Disputes a rejected respondent: one round, with what the supplier brings forward. */
export function DisputeRow({ api, month, row: { rid, rdud }, onRaised, onClosed }: DisputeRowProps) {
  const [evidence, setEvidence] = useState('')
  const [fault, setFault] = useState<string | undefined>(undefined)
  const raise = useActOn(api.acts, 'supplierStatements.dispute', {
    perform: ({ headers }) => api.dispute(month, { rdud, evidence }, headers?.['idempotency-key'] ?? ''),
    onDone: onRaised,
  })
  const submit = () => {
    const [found] = faultsOf(DisputeForm, { rdud, evidence })
    setFault(found?.message)
    raise.dismiss()
    if (found === undefined) raise.send({ params: { month }, payload: { rdud, evidence } })
  }
  return (
    <SendingDialog
      title={`Dispute ${withMarksNamed(rid)}`}
      sendLabel="Send it"
      isPending={raise.isPending}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <TextField
        label="Why the rejection is wrong"
        isRequired
        rows={6}
        value={evidence}
        onChange={text => {
          setEvidence(text)
          setFault(undefined)
        }}
        errorMessage={fault}
        description="There is one round: write all that speaks for this complete. It is decided within ten business days, or lapses."
      />
      <CallFailure error={raise.failure} />
    </SendingDialog>
  )
}
