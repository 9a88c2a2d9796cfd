import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, failureMessage } from '#runtime/api/api-error.ts'
import { ErrorState } from '#ui/error-state.tsx'

/** Replaces a screen that threw an error; the rest of the console goes on. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const requestId = error instanceof ApiError ? (error.requestId ?? undefined) : undefined
  return (
    <ErrorState title="This page could not be shown" requestId={requestId} onRetry={reset}>
      {failureMessage(error)}
    </ErrorState>
  )
}
