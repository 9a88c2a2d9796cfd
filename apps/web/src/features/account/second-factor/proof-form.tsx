import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import type { ActRequest } from '#runtime/acts/open-act.ts'
import { fieldErrorsOf } from '#runtime/api/api-error.ts'
import type { AnswerOf, EndpointKey } from '#runtime/api/endpoints.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmationFields, NOTHING_TYPED, type TypedConfirmation } from '#kit/confirmation/confirmation-fields.tsx'
import { focusEmptyField, isWhole, missingIn, shownErrors } from '#kit/confirmation/missing-confirmation.ts'
import { confirmationErrors } from '#kit/confirmation/not-confirmed.ts'
import styles from './second-factor.module.css'

export interface ProofFormProps<K extends EndpointKey> {
  readonly call: K
  readonly label: string
  readonly submitLabel: string
  readonly asksFor: 'password' | 'code' | 'both'
  readonly codeHint?: string
  readonly tone?: 'primary' | 'danger'
  readonly autoFocus?: boolean
  readonly requestOf: (given: TypedConfirmation) => ActRequest<K>
  readonly onDone: (answer: AnswerOf<K>) => void
  readonly onCancel?: () => void
}

/** Confirms the user before a change of the second factor: by the present password, a code, or both. */
export function ProofForm<K extends EndpointKey>({
  call,
  label,
  submitLabel,
  asksFor,
  codeHint,
  tone = 'primary',
  autoFocus = true,
  requestOf,
  onDone,
  onCancel,
}: ProofFormProps<K>) {
  const by = useUser()?.confirms_by
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [wasTried, setWasTried] = useState(false)
  const sending = useAct(call, { isSecret: true, onDone })
  const [hasPassword, hasCode] = [asksFor !== 'code', asksFor !== 'password']
  const answered = confirmationErrors(sending.failure)
  const refused = { ...answered, code: answered.code ?? fieldErrorsOf(sending.failure)['code'] }
  const isElsewhere =
    sending.failure !== null &&
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
        else if (!sending.isPending) sending.send(requestOf(typed))
      }}
    >
      <CallFailure error={isElsewhere ? sending.failure : null} />
      <ConfirmationFields
        value={typed}
        onChange={next => {
          if (next.signOnToken !== typed.signOnToken) sending.dismiss()
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
