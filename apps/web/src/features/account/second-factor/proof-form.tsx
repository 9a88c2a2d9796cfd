import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf } from '#runtime/api/api-error.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmationFields, NOTHING_TYPED, type TypedConfirmation } from '#kit/confirmation/confirmation-fields.tsx'
import { focusEmptyField, isWhole, missingIn, shownErrors } from '#kit/confirmation/missing-confirmation.ts'
import { confirmationErrors } from '#kit/confirmation/not-confirmed.ts'
import styles from './second-factor.module.css'

export interface ProofFormProps {
  readonly label: string
  readonly submitLabel: string
  readonly asksFor: 'password' | 'code' | 'both'
  readonly codeHint?: string
  readonly tone?: 'primary' | 'danger'
  readonly autoFocus?: boolean
  readonly send: (given: TypedConfirmation) => Promise<void>
  readonly onCancel?: () => void
}

/** Confirms the user before a change of the second factor: by the present password, a code, or both. */
export function ProofForm({
  label,
  submitLabel,
  asksFor,
  codeHint,
  tone = 'primary',
  autoFocus = true,
  send,
  onCancel,
}: ProofFormProps) {
  const by = useUser()?.confirms_by
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [wasTried, setWasTried] = useState(false)
  // The entered secrets are dropped with the form.
  const sending = useMutation({ mutationFn: send, gcTime: 0 })
  const [hasPassword, hasCode] = [asksFor !== 'code', asksFor !== 'password']
  const answered = confirmationErrors(sending.error)
  const refused = { ...answered, code: answered.code ?? fieldErrorsOf(sending.error)['code'] }
  const isElsewhere =
    sending.isError &&
    refused.signOn === undefined &&
    !(hasPassword && refused.password !== undefined) &&
    !(hasCode && refused.code !== undefined)
  const missing = missingIn(typed, asksFor, by !== 'single_sign_on')
  return (
    <form
      className={styles['form']}
      aria-label={label}
      onSubmit={event => {
        event.preventDefault()
        setWasTried(true)
        if (!isWhole(missing)) focusEmptyField(event.currentTarget)
        else if (!sending.isPending) sending.mutate(typed)
      }}
    >
      <CallFailure error={isElsewhere ? sending.error : null} />
      <ConfirmationFields
        value={typed}
        onChange={next => {
          if (next.signOnToken !== typed.signOnToken) sending.reset()
          setTyped(next)
        }}
        asksFor={asksFor}
        codeHint={codeHint}
        errors={shownErrors(wasTried, missing, refused)}
        autoFocus={autoFocus}
      />
      <div className={styles['buttons']}>
        <Button type="submit" variant={tone} isPending={sending.isPending}>
          {submitLabel}
        </Button>
        {onCancel === undefined ? null : (
          <Button onPress={onCancel} isDisabled={sending.isPending}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
