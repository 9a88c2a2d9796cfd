import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretKey } from '../config/secret-file.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** The keys of one purpose: the first one seals and signs, any of them opens and verifies. */
export type SealingKey = readonly [present: Buffer, ...previous: Buffer[]]

/** Derives the keys for one purpose from the desk's secret key. */
export function keyFor(secretKey: SecretKey, purpose: string): SealingKey {
  const derive = (from: string): Buffer => Buffer.from(hkdfSync('sha256', from, '', purpose, KEY_BYTES))
  return typeof secretKey === 'string' ? [derive(secretKey)] : [derive(secretKey[0]), derive(secretKey[1])]
}

/** Encrypts a secret with AES-256-GCM, bound to its owner, so that it cannot be put in another one's place: nonce, tag, ciphertext. */
export function seal([key]: SealingKey, owner: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Decrypts it; null when it was changed, is another owner's, or was encrypted under another key. */
export function unseal(keys: SealingKey, owner: string, sealed: Buffer): Buffer | null {
  for (const key of keys) {
    const secret = unsealBy(key, owner, sealed)
    if (secret !== null) return secret
  }
  return null
}

function unsealBy(key: Buffer, owner: string, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
