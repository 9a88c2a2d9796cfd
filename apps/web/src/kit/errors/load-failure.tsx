'use no memo'

import { ApiError, failureMessage } from '#runtime/api/api-error.ts'
import { ErrorState } from '#ui/error-state.tsx'

export interface LoadFailureProps {
  /** The part that did not load. */
  readonly title: string
  readonly failure: unknown
  readonly onRetry: () => void
  readonly isRetrying?: boolean
}

/** Replaces data that failed to load: the reason, the request id, and Retry. */
export function LoadFailure({ title, failure, onRetry, isRetrying = false }: LoadFailureProps) {
  return (
    <ErrorState
      title={title}
      requestId={failure instanceof ApiError ? (failure.requestId ?? undefined) : undefined}
      onRetry={onRetry}
      isRetrying={isRetrying}
    >
      {failureMessage(failure)}
    </ErrorState>
  )
}
