'use no memo'

import { Button } from './button.tsx'
import styles from './error-state.module.css'

export interface ErrorStateProps {
  /** The failure. */
  title: string
  /** The next step for the user. */
  children: React.ReactNode
  /** The request id in the server's log. */
  requestId?: string | undefined
  onRetry?: () => void
  /** An action to offer instead of Retry. */
  retryLabel?: string
  isRetrying?: boolean
}

/** Something failed: what happened, what to do, the id to quote, and Retry. */
export function ErrorState({
  title,
  children,
  requestId,
  onRetry,
  retryLabel = 'Retry',
  isRetrying = false,
}: ErrorStateProps) {
  return (
    <div className={styles['error']} role="alert">
      <h2>{title}</h2>
      <div className={styles['text']}>{children}</div>
      {requestId ? (
        <p className={styles['request']}>
          Request id <code>{requestId}</code>
        </p>
      ) : null}
      {onRetry ? (
        <Button onPress={onRetry} isPending={isRetrying}>
          {retryLabel}
        </Button>
      ) : null}
    </div>
  )
}
