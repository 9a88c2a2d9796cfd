import { passwordFaults, PASSWORDS_DIFFER, type PasswordPolicy } from '@desk/schema/users/password-rules'

/** A new password as it was typed, twice. */
export interface NewPassword {
  readonly wished: string
  readonly again: string
}

export const NO_PASSWORD: NewPassword = { wished: '', again: '' }

/**
 * What is wrong with each of the two fields (§5.25, §5.26); undefined where nothing is.
 * @param username whose it would be; null when that is not known here
 */
export function newPasswordProblems(
  { wished, again }: NewPassword,
  policy: PasswordPolicy,
  username: string | null,
): Record<keyof NewPassword, string | undefined> {
  return {
    wished: passwordFaults(wished, policy, username)[0],
    again: again === wished ? undefined : PASSWORDS_DIFFER,
  }
}
