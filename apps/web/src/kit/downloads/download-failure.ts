import { ApiError, failureMessage } from '#runtime/api/api-error.ts'

/** Why a file was not saved: the server's reason, or that its bytes stopped coming. @param failure anything that was thrown */
export const downloadFailure = (failure: unknown): string =>
  failure instanceof ApiError && failure.status === 0
    ? 'The download broke off, and no file was saved. Please try again.'
    : failureMessage(failure)
