import type { TypedConfirmation } from './confirmation-fields.tsx'
import type { ConfirmationErrors } from './not-confirmed.ts'

/** Says under each field that was left empty that it is wanted, before anything is sent. @param hasPassword false: the user only signs on */
export function missingIn(
  { password, code, signOnToken }: TypedConfirmation,
  asksFor: 'password' | 'code' | 'both',
  hasPassword = true,
): ConfirmationErrors {
  const isOpen = asksFor !== 'code' && password === '' && signOnToken === undefined
  return {
    password: isOpen && hasPassword ? 'Password is required' : undefined,
    code: asksFor !== 'password' && code.trim() === '' ? 'Code is required' : undefined,
    ...(isOpen && !hasPassword ? { signOn: 'Sign on first' } : {}),
  }
}

/** Whether nothing is missing. */
export const isWhole = (missing: ConfirmationErrors): boolean =>
  Object.values(missing).every(each => each === undefined)

/** The text under each field: the missing value, once a try left it out, before the server's answer. */
export const shownErrors = (
  wasTried: boolean,
  missing: ConfirmationErrors,
  refused: ConfirmationErrors,
): ConfirmationErrors =>
  wasTried
    ? {
        password: missing.password ?? refused.password,
        code: missing.code ?? refused.code,
        signOn: missing.signOn ?? refused.signOn,
      }
    : refused

/** Leads to the first field of a form that is empty, or to what it waits for. */
export function focusEmptyField(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll('input')]
  const empty = fields.find(field => field.value.trim() === '')
  if (empty === undefined) form.querySelector<HTMLElement>('button')?.focus()
  else empty.focus()
}
