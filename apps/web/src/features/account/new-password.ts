import { passwordFaults, PASSWORDS_DIFFER, type PasswordPolicy } from '@desk/schema/users/password-rules'

/** A new password as it was typed, twice. */
export interface NewPassword {
  readonly proposed: string
  readonly again: string
}

export const NO_PASSWORD: NewPassword = { proposed: '', again: '' }

/**
 * The fault of each of the two fields (§5.25, §5.26); undefined for none.
 * @param username the user's; null when it is not known here
 */
export function newPasswordProblems(
  { proposed, again }: NewPassword,
  policy: PasswordPolicy,
  username: string | null,
): Record<keyof NewPassword, string | undefined> {
  return {
    proposed: passwordFaults(proposed, policy, username)[0],
    again: again === proposed ? undefined : PASSWORDS_DIFFER,
  }
}
