import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage, fieldErrorsOf } from '../../runtime/api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './second-factor.module.css'

export interface FactorCodeFormProps {
  readonly label: string
  readonly submitLabel: string
  /** Ask for the present password too. */
  readonly withPassword?: boolean
  readonly codeHint: string
  readonly tone?: 'primary' | 'danger'
  readonly send: (given: { readonly code: string; readonly password: string }) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for a code of the second factor before something is done to it. */
export function FactorCodeForm({ label, submitLabel, withPassword = false, codeHint, tone = 'primary', send, onCancel }: FactorCodeFormProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const sending = useMutation({ mutationFn: send })
  const refused = sending.isError ? fieldErrorsOf(sending.error) : {}
  const isElsewhere = sending.isError && refused['password'] === undefined && refused['code'] === undefined
  return (
    <form
      className={styles['form']}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && (!withPassword || password !== '') && !sending.isPending) sending.mutate({ code, password })
      }}
    >
      {isElsewhere ? (
        <p className={styles['problem']} role="alert">
          {failureMessage(sending.error)}
        </p>
      ) : null}
      {withPassword ? (
        <TextField label="Current password" type="password" autoComplete="current-password" value={password} onChange={setPassword} errorMessage={refused['password']} autoFocus isRequired />
      ) : null}
      <TextField
        label="Code"
        description={codeHint}
        autoComplete="one-time-code"
        spellCheck="false"
        value={code}
        onChange={setCode}
        errorMessage={refused['code']}
        autoFocus={!withPassword}
        isRequired
      />
      <div className={styles['buttons']}>
        <Button type="submit" variant={tone} isPending={sending.isPending}>
          {submitLabel}
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
