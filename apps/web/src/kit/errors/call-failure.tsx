import { NotConfirmed } from '#kit/confirmation/not-confirmed.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import styles from './call-failure.module.css'

/** Shows why a call failed, where it was asked for; nothing when none failed, or when the user cancelled it. */
export function CallFailure({ error }: { readonly error: unknown }) {
  return error === null || error instanceof NotConfirmed ? null : (
    <p role="alert" className={styles['failure']}>
      {failureMessage(error)}
    </p>
  )
}
