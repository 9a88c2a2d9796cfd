/** The rules of a password with their messages (§5.25). The server holds them too, and may hold others. */
export const PASSWORD_RULES: readonly { readonly message: string; readonly isMet: (password: string) => boolean }[] = [
  { message: 'Password must be at least 8 characters', isMet: (password) => Array.from(password).length >= 8 },
  { message: 'Password must contain at least one lowercase letter', isMet: (password) => /\p{Ll}/u.test(password) },
  { message: 'Password must contain at least one uppercase letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { message: 'Password must contain at least one digit', isMet: (password) => /\d/.test(password) },
  { message: 'Password must contain at least one symbol', isMet: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
]

/** What is wrong with the confirmation of a password (§5.26). */
export const PASSWORDS_DIFFER = 'Passwords do not match'
