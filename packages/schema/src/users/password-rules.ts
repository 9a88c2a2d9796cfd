/** Which rules a password must meet: those of §5.25, or length alone as NIST SP 800-63B-4 advises. */
export type PasswordPolicy = 'desk' | 'nist'

/** One rule with its message, as the requirement list of the user dialog shows it (§2.41). */
export interface PasswordRule {
  readonly message: string
  readonly isMet: (password: string) => boolean
}

/** What is wrong with a confirmation that is not the password (§5.26). */
export const PASSWORDS_DIFFER = 'Passwords do not match'

/** A password is never longer than this. */
export const PASSWORD_MAX_LENGTH = 1000

const atLeast = (length: number): PasswordRule => ({
  message: `Password must be at least ${length} characters`,
  isMet: password => Array.from(password).length >= length,
})

/** The rules of each policy, in the order of their messages in §5.25. */
export const PASSWORD_RULES: Readonly<Record<PasswordPolicy, readonly PasswordRule[]>> = {
  desk: [
    atLeast(8),
    { message: 'Password must contain at least one lowercase letter', isMet: password => /[a-z]/.test(password) },
    { message: 'Password must contain at least one uppercase letter', isMet: password => /[A-Z]/.test(password) },
    { message: 'Password must contain at least one digit', isMet: password => /\d/.test(password) },
    { message: 'Password must contain at least one symbol', isMet: password => /[^A-Za-z0-9\s]/.test(password) },
  ],
  nist: [atLeast(15)],
}

/** Gives the messages of the rules that a password does not meet, in their order (§5.25); empty when it meets all. */
export function passwordFaults(password: string, policy: PasswordPolicy): string[] {
  return PASSWORD_RULES[policy].filter(({ isMet }) => !isMet(password)).map(({ message }) => message)
}
