/** Which rules a password must meet: those of §5.25, or only a length as NIST SP 800-63B-4 advises. */
export type PasswordPolicy = 'desk' | 'nist'

/** One rule with its message, as the requirement list of the user dialog shows it (§2.41). */
export interface PasswordRule {
  readonly message: string
  readonly isMet: (password: string) => boolean
}

/** The message for a confirmation that differs from the password (§5.26). */
export const PASSWORDS_DIFFER = 'Passwords do not match'

/** A password is never longer than this. */
export const PASSWORD_MAX_LENGTH = 1000

const atLeast = (length: number): PasswordRule => ({
  message: `Password must be at least ${length} characters`,
  isMet: password => Array.from(password).length >= length,
})

/** The rules of each policy that need no username, in the order of §5.25. */
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

/** The message for a password that contains the username: attackers try those first, whatever the length. */
export const HOLDS_USERNAME = 'Password must not contain the username'
/** A shorter name before the @ occurs in too many words to count. */
const LEAST_NAME_LENGTH = 4

/** Says whether a password contains the username or the part before its @, case-insensitively. */
export function holdsUsername(password: string, username: string): boolean {
  const [typed, whole] = [password.toLowerCase(), username.trim().toLowerCase()]
  const name = whole.split('@')[0] ?? ''
  return (whole !== '' && typed.includes(whole)) || (name.length >= LEAST_NAME_LENGTH && typed.includes(name))
}

/**
 * Gives every rule that a password must meet in a policy, in the order of their messages (§5.25); the last one is about
 * the username.
 * @param username the user's; null when it is not known here: the rule stays in the list, and the server checks it
 */
export function passwordRules(policy: PasswordPolicy, username: string | null): readonly PasswordRule[] {
  return [
    ...PASSWORD_RULES[policy],
    {
      message: HOLDS_USERNAME,
      isMet: password => username !== null && password !== '' && !holdsUsername(password, username),
    },
  ]
}

/**
 * Gives the messages of the rules that a password does not meet, in their order (§5.25); empty when it meets all.
 * @param username the user's; null when it is not known here
 */
export function passwordFaults(password: string, policy: PasswordPolicy, username: string | null): string[] {
  const faults = PASSWORD_RULES[policy].filter(({ isMet }) => !isMet(password)).map(({ message }) => message)
  return username !== null && holdsUsername(password, username) ? [...faults, HOLDS_USERNAME] : faults
}
