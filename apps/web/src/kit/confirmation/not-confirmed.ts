import { ApiError, fieldErrorsOf } from '#runtime/api/api-error.ts'

/** The user cancelled the confirmation: nothing was done, and nothing is wrong. */
export class NotConfirmed extends ApiError {
  constructor() {
    super({ status: 0, reason: 'not_confirmed', message: 'Nothing was changed: you did not confirm that it is you.' })
  }
}

/** The server's verdict on a confirmation, by the field that shows it. */
export interface ConfirmationErrors {
  readonly password: string | undefined
  readonly code: string | undefined
  /** Of a sign-on that was given in place of the password. */
  readonly signOn?: string | undefined
}

/** The server's verdict on a confirmation (S8); undefined where the failure is about something else. */
export function confirmationErrors(failure: unknown): ConfirmationErrors {
  const errors = fieldErrorsOf(failure)
  return {
    password: errors['confirmation_present_password'] ?? errors['confirmation'],
    code: errors['confirmation_second_factor_code'],
    signOn: errors['confirmation_single_sign_on_token'],
  }
}

/** Whether the server asks for a confirmation, or for another one: it has judged the rest. */
export function asksForConfirmation(failure: unknown): boolean {
  return Object.values(confirmationErrors(failure)).some(error => error !== undefined)
}

/** Whether the same may be tried again from the dialog: with another confirmation, or later when the server gave no answer to it. */
export function isTriedAgain(failure: unknown): boolean {
  return (
    asksForConfirmation(failure) ||
    (failure instanceof ApiError && (failure.status === 429 || failure.status === 0 || failure.status >= 500))
  )
}
