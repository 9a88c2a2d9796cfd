import type { Confirmation } from '@desk/schema/users/confirmation'
import { TextField } from '#ui/text-field.tsx'
import type { ConfirmationErrors } from './not-confirmed.ts'

/** What was typed to confirm that it is the user; kept no longer than what asks for it stands. */
export interface TypedConfirmation {
  readonly password: string
  readonly code: string
}
export const NOTHING_TYPED: TypedConfirmation = { password: '', code: '' }

/** The same as it is sent. */
export const confirmationOf = ({ password, code }: TypedConfirmation): Confirmation => ({
  present_password: password,
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

/** The present password, a code of the second factor, or both: what confirms that it is the user, wherever it is asked for (S8). */
export function ConfirmationFields({
  value,
  onChange,
  asksFor,
  codeHint = 'Of your authenticator app, or one of your recovery codes.',
  errors,
  autoFocus = false,
}: ConfirmationFieldsProps) {
  const hasPassword = asksFor !== 'code'
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
      {asksFor === 'password' ? null : (
        <TextField
          label="Code"
          description={codeHint}
          autoComplete="one-time-code"
          spellCheck="false"
          value={value.code}
          onChange={code => onChange({ ...value, code })}
          errorMessage={errors.code}
          autoFocus={autoFocus && !hasPassword}
          isRequired
        />
      )}
    </>
  )
}
