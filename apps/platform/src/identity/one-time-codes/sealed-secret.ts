import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Derives the key for second factors from the desk's secret key. */
export function factorKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'sample desk second factor', KEY_BYTES))
}

// bound to its user: another user's row cannot be put in its place
const ownerOf = (userId: number): Buffer => Buffer.from(`user ${userId}`)

/** Encrypts a user's secret with AES-256-GCM: nonce, tag, ciphertext. */
export function seal(key: Buffer, userId: number, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(ownerOf(userId))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Decrypts it; null when it was changed, is another user's, or was encrypted under another key. */
export function unseal(key: Buffer, userId: number, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(ownerOf(userId))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
