import { failureMessage } from '#runtime/api/api-error.ts'
import styles from './call-failure.module.css'

/** What became of a call that failed, told where it was asked for; nothing while none did. */
export function CallFailure({ error }: { readonly error: unknown }) {
  return error === null ? null : (
    <p role="alert" className={styles['failure']}>
      {failureMessage(error)}
    </p>
  )
}
