import { keyFor, seal, unseal } from '#kernel/secrets/seal'

/** The key for the secrets of single sign-on at rest. */
export function signOnKey(secretKey: string): Buffer {
  return keyFor(secretKey, 'sample desk single sign-on')
}

const ownerOf = (accountId: number): string => `single sign-on of account ${accountId}`

/** Encrypts a secret of an account's single sign-on. */
export function sealSecret(key: Buffer, accountId: number, secret: string): Buffer {
  return seal(key, ownerOf(accountId), Buffer.from(secret))
}

/** The secret; null when it was sealed under another key of the desk. */
export function openSecret(key: Buffer, accountId: number, sealed: Buffer): string | null {
  return unseal(key, ownerOf(accountId), sealed)?.toString() ?? null
}
