import type { SecretKey } from '#kernel/config/secret-file'
import * as sealing from '#kernel/secrets/seal'

/** Derives the key for second factors from the desk's secret key. */
export function factorKey(secretKey: SecretKey): sealing.SealingKey {
  return sealing.keyFor(secretKey, 'sample desk second factor')
}

/** Names a user: another user's row cannot be put in its place. */
export const factorOwner = (userId: number): string => `user ${userId}`

/** Encrypts a user's secret. */
export function seal(key: sealing.SealingKey, userId: number, secret: Uint8Array): Buffer {
  return sealing.seal(key, factorOwner(userId), secret)
}

/** Decrypts it; null when it was changed, is another user's, or was encrypted under another key. */
export function unseal(key: sealing.SealingKey, userId: number, sealed: Buffer): Buffer | null {
  return sealing.unseal(key, factorOwner(userId), sealed)
}
