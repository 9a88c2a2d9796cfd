import { ApiError, fieldErrorsOf } from '#runtime/api/api-error.ts'

/** The user cancelled the confirmation: nothing was sent. */
export class NotConfirmed extends ApiError {
  constructor() {
    super({ status: 0, message: 'Nothing was changed: you did not confirm that it is you.' })
  }
}

/** What a server said of a confirmation, by the field that it stands at. */
export interface ConfirmationErrors {
  readonly password: string | undefined
  readonly code: string | undefined
  /** Of a sign-on that was given in place of the password. */
  readonly signOn?: string | undefined
}

/** What the server said of a confirmation (S8); undefined where the failure is about something else. */
export function confirmationErrors(failure: unknown): ConfirmationErrors {
  const errors = fieldErrorsOf(failure)
  return {
    password: errors['confirmation_present_password'] ?? errors['confirmation'],
    code: errors['confirmation_second_factor_code'],
    signOn: errors['confirmation_single_sign_on_token'],
  }
}

/** Whether it is the confirmation that failed, and another one may be given: it was wrong, or there were too many. */
export function isAskedAgain(failure: unknown): boolean {
  const { password, code, signOn } = confirmationErrors(failure)
  return (
    password !== undefined ||
    code !== undefined ||
    signOn !== undefined ||
    (failure instanceof ApiError && failure.status === 429)
  )
}
