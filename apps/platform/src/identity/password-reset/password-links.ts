import type { Tx } from '#kernel/db/tx'
import { hashToken, newToken } from '../tokens/token.ts'
import { insertLink } from './password-links.store.ts'

/** How long a mailed link works: a requested one is used at once, a welcome may be read tomorrow. */
export const LINK_LASTS_MS = {
  reset: 60 * 60 * 1000,
  welcome: 72 * 60 * 60 * 1000,
  username: 72 * 60 * 60 * 1000,
} as const

/**
 * Creates a one-time token for a user to set a password; only its hash is stored.
 * @param newUsername the username that using it sets
 * @returns the token, for the mail only
 */
export async function issuePasswordToken(
  tx: Tx,
  userId: number,
  purpose: keyof typeof LINK_LASTS_MS,
  now: Date,
  newUsername: string | null = null,
): Promise<string> {
  const token = newToken()
  const tokenHash = hashToken(token)
  if (!tokenHash) throw new Error('A new token has the wrong form.')
  await insertLink(tx, {
    tokenHash,
    userId,
    purpose,
    newUsername,
    now,
    expiresAt: new Date(now.getTime() + LINK_LASTS_MS[purpose]),
  })
  return token
}
