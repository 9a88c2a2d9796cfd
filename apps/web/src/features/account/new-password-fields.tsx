import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import { TextField } from '#ui/text-field.tsx'
import { PasswordRequirements } from '#kit/passwords/password-requirements.tsx'
import type { NewPassword } from './new-password.ts'

export interface NewPasswordFieldsProps {
  readonly value: NewPassword
  readonly onChange: (value: NewPassword) => void
  /** The fault under each field. */
  readonly problems: { readonly [Field in keyof NewPassword]?: string | undefined }
  readonly policy: PasswordPolicy
  /** The username; null when it is not known here. */
  readonly username: string | null
  readonly autoFocus?: boolean
}

/** A new password, the rules that it must meet, and the password again (§2.41, §5.25, §5.26). */
export function NewPasswordFields({
  value,
  onChange,
  problems,
  policy,
  username,
  autoFocus = false,
}: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        value={value.proposed}
        onChange={proposed => onChange({ ...value, proposed })}
        errorMessage={problems.proposed}
        autoFocus={autoFocus}
        isRequired
      />
      <PasswordRequirements password={value.proposed} policy={policy} username={username} />
      <TextField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        value={value.again}
        onChange={again => onChange({ ...value, again })}
        errorMessage={problems.again}
        isRequired
      />
    </>
  )
}
