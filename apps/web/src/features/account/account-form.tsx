import { Button } from '#ui/button.tsx'
import styles from './account.module.css'
import { waitText } from './wait-text.ts'

export interface AccountFormProps {
  readonly ref?: React.Ref<HTMLFormElement>
  /** The fault of the whole form; null: none. */
  readonly problem: React.ReactNode
  /** Its fields. */
  readonly children: React.ReactNode
  readonly submitLabel: string
  readonly isPending: boolean
  /** How long another attempt has to wait. */
  readonly waitMs?: number
  readonly onSubmit: () => void
}

/** The form on an account card: its fault, its fields, and the submit button, which sends once at a time. */
export function AccountForm({
  ref,
  problem,
  children,
  submitLabel,
  isPending,
  waitMs = 0,
  onSubmit,
}: AccountFormProps) {
  return (
    <form
      ref={ref}
      className={styles['form']}
      aria-labelledby="account-title"
      onSubmit={event => {
        event.preventDefault()
        if (!isPending && waitMs === 0) onSubmit()
      }}
    >
      {problem === null ? null : (
        <p className={styles['problem']} role="alert">
          {problem} {waitMs > 0 ? waitText(waitMs) : ''}
        </p>
      )}
      {children}
      <div className={styles['submit']}>
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={waitMs > 0}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
