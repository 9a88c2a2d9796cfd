import { faultsOf } from '@desk/machines/form/form.fields'
import { DisputeForm } from '@desk/schema/disputes/dispute'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { SendingDialog } from '#kit/forms/sending-dialog.tsx'
import { isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'

/** Raises a dispute for a supplier that has no link, or asked by mail. */
export function RaiseDispute({ onRaised, onClosed }: { readonly onRaised: () => void; readonly onClosed: () => void }) {
  const desk = useDesk()
  const [rdud, setRdud] = useState('')
  const [evidence, setEvidence] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({})
  const form = { rdud: rdud.trim(), evidence }
  const raise = useMutation({
    mutationFn: () => desk.api.call('disputes.raise', { payload: form }),
    onSuccess: () => {
      void showToast({ type: 'success', message: 'The dispute was raised' })
      onRaised()
    },
    onError: failure => {
      if (isMissing(failure)) setFaults({ rdud: 'No complete of this RDUD is rejected now' })
    },
  })
  const submit = () => {
    const found = Object.fromEntries(faultsOf(DisputeForm, form).map(({ path, message }) => [path[0], message]))
    setFaults(found)
    raise.reset()
    if (Object.keys(found).length === 0) raise.mutate()
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
      {faults['rdud'] === undefined ? <CallFailure error={raise.error} /> : null}
    </SendingDialog>
  )
}
