import type { SecretKey } from '#kernel/config/secret-file'
import { keyFor, seal, unseal, type SealingKey } from '#kernel/secrets/seal'

/** The key for the secrets of single sign-on at rest. */
export function signOnKey(secretKey: SecretKey): SealingKey {
  return keyFor(secretKey, 'sample desk single sign-on')
}

/** Names an account as the owner of its secrets of single sign-on. */
export const signOnOwner = (accountId: number): string => `single sign-on of account ${accountId}`

/** Encrypts a secret of an account's single sign-on. */
export function sealSecret(key: SealingKey, accountId: number, secret: string): Buffer {
  return seal(key, signOnOwner(accountId), Buffer.from(secret))
}

/** The secret; null when it was sealed under another key of the desk. */
export function openSecret(key: SealingKey, accountId: number, sealed: Buffer): string | null {
  return unseal(key, signOnOwner(accountId), sealed)?.toString() ?? null
}
