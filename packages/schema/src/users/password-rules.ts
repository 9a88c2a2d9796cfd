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

/** The rules of each policy about the password by itself, in the order of their messages in §5.25. */
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

/** What is wrong with a password that holds one's own username: it is what is tried first, however long it is. */
export const HOLDS_USERNAME = 'Password must not contain the username'
/** A shorter name before the @ stands in too many words to say anything. */
const LEAST_NAME_LENGTH = 4

/** Says whether a password contains the username, whole or what stands before its @, however the letters are cased. */
export function holdsUsername(password: string, username: string): boolean {
  const [typed, whole] = [password.toLowerCase(), username.trim().toLowerCase()]
  const name = whole.split('@')[0] ?? ''
  return (whole !== '' && typed.includes(whole)) || (name.length >= LEAST_NAME_LENGTH && typed.includes(name))
}

/**
 * Gives every rule that a password must meet in a policy, in the order of their messages (§5.25); the last one is about its user.
 * @param username whose it would be; null when that is not known here: the rule then stands in the list, and the server judges by it
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
 * @param username whose it would be; null when that is not known here
 */
export function passwordFaults(password: string, policy: PasswordPolicy, username: string | null): string[] {
  const faults = PASSWORD_RULES[policy].filter(({ isMet }) => !isMet(password)).map(({ message }) => message)
  return username !== null && holdsUsername(password, username) ? [...faults, HOLDS_USERNAME] : faults
}
