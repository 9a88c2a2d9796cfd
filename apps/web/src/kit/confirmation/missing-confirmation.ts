import type { TypedConfirmation } from './confirmation-fields.tsx'
import type { ConfirmationErrors } from './not-confirmed.ts'

/** Says under each field that was left empty that it is wanted, before anything is sent. */
export function missingIn(
  { password, code }: TypedConfirmation,
  asksFor: 'password' | 'code' | 'both',
): ConfirmationErrors {
  return {
    password: asksFor !== 'code' && password === '' ? 'Password is required' : undefined,
    code: asksFor !== 'password' && code.trim() === '' ? 'Code is required' : undefined,
  }
}

/** Leads to the first field of a form that is empty. */
export function focusEmptyField(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll('input')]
  fields.find(field => field.value.trim() === '')?.focus()
}
