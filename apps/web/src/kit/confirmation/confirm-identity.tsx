import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import forms from '#kit/forms/forms.module.css'
import { ConfirmationFields, NOTHING_TYPED, type TypedConfirmation } from './confirmation-fields.tsx'
import { focusEmptyField, missingIn } from './missing-confirmation.ts'
import { confirmationErrors } from './not-confirmed.ts'

export interface ConfirmIdentityProps {
  /** Tries with what was given; throws when that was not right. */
  readonly attempt: (typed: TypedConfirmation) => Promise<void>
  readonly onCancel: () => void
}

/** The dialog that confirms the user before a change of credentials (S8); stays open after a wrong answer. */
export default function ConfirmIdentity({ attempt, onCancel }: ConfirmIdentityProps) {
  const hasFactor = useUser()?.second_factor === 'on'
  const formId = useId()
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [wasTried, setWasTried] = useState(false)
  // What was given stays no longer than the dialog.
  const sending = useMutation({ mutationFn: attempt, gcTime: 0 })
  const refused = confirmationErrors(sending.error)
  const asksFor = hasFactor || refused.code !== undefined ? 'both' : 'password'
  const missing = missingIn(typed, asksFor)
  const isWhole = missing.password === undefined && missing.code === undefined
  const errors = wasTried
    ? { password: missing.password ?? refused.password, code: missing.code ?? refused.code }
    : refused
  return (
    <Dialog
      isOpen
      title="Confirm that it is you"
      onClose={onCancel}
      isLocked={sending.isPending}
      footer={
        <>
          <Button onPress={onCancel} isDisabled={sending.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} isPending={sending.isPending}>
            Confirm
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={forms['form']}
        aria-label="Confirm that it is you"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          // The form stands in another one's tree, which is not submitted by it.
          event.stopPropagation()
          setWasTried(true)
          if (!isWhole) focusEmptyField(event.currentTarget)
          else if (!sending.isPending) sending.mutate(typed)
        }}
      >
        <p>
          Give {asksFor === 'both' ? 'your own password and a code' : 'your own password'} once more, so that nobody
          else can do this at a desk that you left open.
        </p>
        {sending.isError && refused.password === undefined && refused.code === undefined ? (
          <p className={forms['problem']} role="alert">
            {failureMessage(sending.error)}
          </p>
        ) : null}
        <ConfirmationFields value={typed} onChange={setTyped} asksFor={asksFor} errors={errors} autoFocus />
      </form>
    </Dialog>
  )
}
