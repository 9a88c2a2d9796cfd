import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage, fieldErrorsOf } from '../../runtime/api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './second-factor.module.css'

export interface ProofFormProps {
  readonly label: string
  readonly submitLabel: string
  readonly asksFor: 'password' | 'code' | 'both'
  readonly codeHint?: string
  readonly tone?: 'primary' | 'danger'
  readonly autoFocus?: boolean
  readonly send: (given: { readonly code: string; readonly password: string }) => Promise<void>
  readonly onCancel?: () => void
}

/** Asks for what proves that it is the user, before something is done to the second factor: the present password, a code, or both. */
export function ProofForm({ label, submitLabel, asksFor, codeHint, tone = 'primary', autoFocus = true, send, onCancel }: ProofFormProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  // What was given stays no longer than the form.
  const sending = useMutation({ mutationFn: send, gcTime: 0 })
  const [hasPassword, hasCode] = [asksFor !== 'code', asksFor !== 'password']
  const refused = sending.isError ? fieldErrorsOf(sending.error) : {}
  const isElsewhere = sending.isError && !(hasPassword && refused['password'] !== undefined) && !(hasCode && refused['code'] !== undefined)
  return (
    <form
      className={styles['form']}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        const isWhole = (!hasCode || code.trim() !== '') && (!hasPassword || password !== '')
        if (isWhole && !sending.isPending) sending.mutate({ code, password })
      }}
    >
      {isElsewhere ? (
        <p className={styles['problem']} role="alert">
          {failureMessage(sending.error)}
        </p>
      ) : null}
      {hasPassword ? (
        <TextField label="Current password" type="password" autoComplete="current-password" value={password} onChange={setPassword} errorMessage={refused['password']} autoFocus={autoFocus} isRequired />
      ) : null}
      {hasCode ? (
        <TextField
          label="Code"
          description={codeHint}
          autoComplete="one-time-code"
          spellCheck="false"
          value={code}
          onChange={setCode}
          errorMessage={refused['code']}
          autoFocus={autoFocus && !hasPassword}
          isRequired
        />
      ) : null}
      <div className={styles['buttons']}>
        <Button type="submit" variant={tone} isPending={sending.isPending}>
          {submitLabel}
        </Button>
        {onCancel === undefined ? null : <Button onPress={onCancel}>Cancel</Button>}
      </div>
    </form>
  )
}
