import { TextField } from '#ui/text-field.tsx'

/** The username field of the pages outside a session. */
export function UsernameField({
  value,
  onChange,
  errorMessage,
}: {
  readonly value: string
  readonly onChange: (username: string) => void
  readonly errorMessage?: string | undefined
}) {
  return (
    <TextField
      label="Username"
      name="username"
      type="email"
      autoComplete="username"
      placeholder="name@company.com"
      value={value}
      onChange={onChange}
      errorMessage={errorMessage}
      autoFocus
      isRequired
    />
  )
}
