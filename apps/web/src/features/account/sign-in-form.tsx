import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { UsernameField } from './username-field.tsx'

export interface SignInFields {
  readonly username: string
  readonly password: string
  readonly remember: boolean
}

export interface SignInFormProps {
  readonly ref?: React.Ref<HTMLFormElement>
  readonly fields: SignInFields
  readonly onChange: (change: Partial<SignInFields>) => void
  /** The form was submitted without username or password. */
  readonly missing?: { readonly username: boolean; readonly password: boolean }
  /** The answer to the last attempt. */
  readonly refusal: { readonly message: string } | null
  /** How long another attempt has to wait. */
  readonly waitMs: number
  readonly isPending: boolean
  readonly onSubmit: () => void
}

/** The form of the sign-in page (§2.2). */
export function SignInForm({ fields, onChange, refusal, missing, ...form }: SignInFormProps) {
  return (
    <AccountForm {...form} problem={refusal?.message ?? null} submitLabel="Sign in">
      <UsernameField
        value={fields.username}
        onChange={username => onChange({ username })}
        errorMessage={missing?.username && fields.username.trim() === '' ? 'Username is required' : undefined}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={fields.password}
        onChange={password => onChange({ password })}
        errorMessage={missing?.password && fields.password === '' ? 'Password is required' : undefined}
        isRequired
      />
      <Checkbox isSelected={fields.remember} onChange={remember => onChange({ remember })}>
        Remember me on this device
      </Checkbox>
    </AccountForm>
  )
}
