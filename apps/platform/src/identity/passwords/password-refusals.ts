import { passwordFaults, type PasswordPolicy } from '@desk/schema/users/password-rules'
import { readFileSync } from 'node:fs'

export const KNOWN_WEAK = 'This password is one of those that are tried first. Please choose another one.'

/** The most common stolen passwords that meet the rules of one of the policies, in lower case. */
const weakPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./weak-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line !== ''),
)

/**
 * Gives the faults of a new password (§5.25, S7).
 * @param username the user's: a password that contains it is as easily guessed as a listed one
 * @returns messages, those of the rules first; empty when the password may be used
 */
export function passwordRefusals(password: string, policy: PasswordPolicy, username: string): string[] {
  const faults = passwordFaults(password, policy, username)
  return weakPasswords.has(password.toLowerCase()) ? [...faults, KNOWN_WEAK] : faults
}
