import { faultsOf } from '@desk/machines/form/form.fields'
import { DisputeForm } from '@desk/schema/disputes/dispute'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { SendingDialog } from '#kit/forms/sending-dialog.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { isMissing } from '#runtime/api/api-error.ts'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'

/** Raises a dispute for a supplier that has no link, or asked by mail. */
export function RaiseDispute({ onRaised, onClosed }: { readonly onRaised: () => void; readonly onClosed: () => void }) {
  const [rdud, setRdud] = useState('')
  const [evidence, setEvidence] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({})
  const form = { rdud: rdud.trim(), evidence }
  const raise = useAct('disputes.raise', {
    onDone: () => {
      void showToast({ type: 'success', message: 'The dispute was raised' })
      onRaised()
    },
    onFailed: failure => {
      if (isMissing(failure)) setFaults({ rdud: 'No complete of this RDUD is rejected now' })
    },
  })
  const submit = () => {
    const found = Object.fromEntries(faultsOf(DisputeForm, form).map(({ path, message }) => [path[0], message]))
    setFaults(found)
    raise.dismiss()
    if (Object.keys(found).length === 0) raise.send({ payload: form })
  }
  return (
    <SendingDialog
      title="Raise a dispute for a supplier"
      sendLabel="Raise the dispute"
      isPending={raise.isPending}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <TextField
        label="RDUD"
        isRequired
        value={rdud}
        onChange={text => {
          setRdud(text)
          setFaults(before => ({ ...before, rdud: undefined }))
        }}
        errorMessage={faults['rdud']}
        description="Of a complete that a reconciliation rejected, as statements name it."
      />
      <TextField
        label="Evidence"
        isRequired
        rows={6}
        value={evidence}
        onChange={text => {
          setEvidence(text)
          setFaults(before => ({ ...before, evidence: undefined }))
        }}
        errorMessage={faults['evidence']}
        description="The supplier’s case. Each complete can be disputed once."
      />
      {faults['rdud'] === undefined ? <CallFailure error={raise.failure} /> : null}
    </SendingDialog>
  )
}
