import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Derives a key for one purpose from the desk's secret key. */
export function keyFor(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES))
}

/** Encrypts a secret with AES-256-GCM, bound to its owner, so that it cannot be put in another one's place: nonce, tag, ciphertext. */
export function seal(key: Buffer, owner: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Decrypts it; null when it was changed, is another owner's, or was encrypted under another key. */
export function unseal(key: Buffer, owner: string, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
