import { hash, verify } from '@node-rs/argon2'

// OWASP's second recommendation for Argon2id: 19 MiB, two passes, one lane
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// verified against when no such user exists, so that an answer takes as long either way
const NOBODY = hash('nobody has this password', ARGON2)

/** Hashes a password with Argon2id. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2)
}

/** Says whether the password is the one of this hash; a user without one never matches, and takes as long. */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODY), password).catch(() => false)
  return passwordHash !== null && matches
}
