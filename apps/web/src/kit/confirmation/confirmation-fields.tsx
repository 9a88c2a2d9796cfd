import type { Confirmation } from '@desk/schema/users/confirmation'
import { TextField } from '#ui/text-field.tsx'
import { useUser } from '#runtime/hooks/use-session.ts'
import type { ConfirmationErrors } from './not-confirmed.ts'
import { SignOnAgain } from './sign-on-again.tsx'

/** The typed confirmation of the user's identity; it lasts no longer than the form that asks for it. */
export interface TypedConfirmation {
  readonly password: string
  readonly code: string
  /** In place of the password: what a fresh single sign-on gave. */
  readonly signOnToken?: string
}
export const NOTHING_TYPED: TypedConfirmation = { password: '', code: '' }

/** The same as it is sent. */
export const confirmationOf = ({ password, code, signOnToken }: TypedConfirmation): Confirmation => ({
  ...(signOnToken === undefined ? { present_password: password } : { single_sign_on_token: signOnToken }),
  ...(code.trim() === '' ? {} : { second_factor_code: code }),
})

export interface ConfirmationFieldsProps {
  readonly value: TypedConfirmation
  readonly onChange: (value: TypedConfirmation) => void
  readonly asksFor: 'password' | 'code' | 'both'
  readonly codeHint?: string | undefined
  readonly errors: ConfirmationErrors
  readonly autoFocus?: boolean
}

/** The present password or a fresh single sign-on, a code of the second factor, or both: what confirms that it is the user, wherever it is asked for (S8). */
export function ConfirmationFields({
  value,
  onChange,
  asksFor,
  codeHint = 'Of your authenticator app, or one of your recovery codes.',
  errors,
  autoFocus = false,
}: ConfirmationFieldsProps) {
  const by = useUser()?.confirms_by
  const canSignOn = asksFor !== 'code' && by !== undefined
  const hasSignedOn = canSignOn && value.signOnToken !== undefined && errors.signOn === undefined
  const hasPassword = asksFor !== 'code' && !hasSignedOn && by !== 'single_sign_on'
  return (
    <>
      {hasPassword ? (
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={value.password}
          onChange={password => onChange({ ...value, password })}
          errorMessage={errors.password}
          autoFocus={autoFocus}
          isRequired
        />
      ) : null}
      {canSignOn ? (
        <SignOnAgain
          isDone={hasSignedOn}
          isOnly={!hasPassword}
          fault={errors.signOn}
          autoFocus={autoFocus && !hasPassword}
          onDone={signOnToken => onChange({ ...value, signOnToken })}
        />
      ) : null}
      {asksFor === 'password' ? null : (
        <TextField
          label="Code"
          description={codeHint}
          autoComplete="one-time-code"
          spellCheck="false"
          value={value.code}
          onChange={code => onChange({ ...value, code })}
          errorMessage={errors.code}
          autoFocus={autoFocus && asksFor === 'code'}
          isRequired
        />
      )}
    </>
  )
}
