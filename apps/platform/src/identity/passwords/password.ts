import { hash, verify } from '@node-rs/argon2'

// OWASP's second recommendation for Argon2id: 19 MiB, two passes, one lane
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// verified when there is no such user, so that the timing is the same
const NOBODY = hash('no user has this password', ARGON2)

/** Hashes a password with Argon2id. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2)
}

/** Says whether the password is the one of this hash; a user without one never matches, in the same time. */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODY), password).catch(() => false)
  return passwordHash !== null && matches
}
