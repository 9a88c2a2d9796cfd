import type { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'
import styles from './attempt-outcome.module.css'
import { attemptText } from './attempt-text.ts'

/** One attempt to deliver a message, in words, with the beginning of the answer. */
export function AttemptOutcome({ attempt }: { readonly attempt: DeliveryAttempt }) {
  return (
    <div className={styles['outcome']} role="status">
      <p data-tone={attempt.fault === null ? 'good' : 'bad'}>{attemptText(attempt)}</p>
      {attempt.answer === '' ? null : (
        <pre className={styles['text']} role="region" aria-label="Its answer" tabIndex={0}>
          {attempt.answer}
        </pre>
      )}
    </div>
  )
}
