import * as sealing from '#kernel/secrets/seal'

/** Derives the key for second factors from the desk's secret key. */
export function factorKey(secretKey: string): Buffer {
  return sealing.keyFor(secretKey, 'sample desk second factor')
}

// bound to its user: another user's row cannot be put in its place
const ownerOf = (userId: number): string => `user ${userId}`

/** Encrypts a user's secret. */
export function seal(key: Buffer, userId: number, secret: Uint8Array): Buffer {
  return sealing.seal(key, ownerOf(userId), secret)
}

/** Decrypts it; null when it was changed, is another user's, or was encrypted under another key. */
export function unseal(key: Buffer, userId: number, sealed: Buffer): Buffer | null {
  return sealing.unseal(key, ownerOf(userId), sealed)
}
