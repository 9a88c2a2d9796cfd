import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account.module.css'
import { UsernameField } from './username-field.tsx'
import { waitText } from './wait-text.ts'

export interface SignInFields {
  readonly username: string
  readonly password: string
  readonly remember: boolean
}

export interface SignInFormProps {
  readonly ref?: React.Ref<HTMLFormElement>
  readonly fields: SignInFields
  readonly onChange: (change: Partial<SignInFields>) => void
  /** What the last attempt was answered. */
  readonly refusal: { readonly message: string } | null
  /** How long another attempt has to wait. */
  readonly waitMs: number
  readonly isPending: boolean
  readonly onSubmit: () => void
}

/** The form of the sign-in page (§2.2). */
export function SignInForm({ ref, fields, onChange, refusal, waitMs, isPending, onSubmit }: SignInFormProps) {
  return (
    <form
      ref={ref}
      className={styles['form']}
      aria-labelledby="account-title"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && waitMs === 0) onSubmit()
      }}
    >
      {refusal === null ? null : (
        <p className={styles['problem']} role="alert">
          {refusal.message} {waitMs > 0 ? waitText(waitMs) : ''}
        </p>
      )}
      <UsernameField value={fields.username} onChange={(username) => onChange({ username })} />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" value={fields.password} onChange={(password) => onChange({ password })} isRequired />
      <Checkbox isSelected={fields.remember} onChange={(remember) => onChange({ remember })}>
        Remember me on this device
      </Checkbox>
      <div className={styles['submit']}>
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={waitMs > 0}>
          Sign in
        </Button>
      </div>
    </form>
  )
}
