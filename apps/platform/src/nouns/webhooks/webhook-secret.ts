import { randomBytes } from 'node:crypto'
import type { SecretKey } from '#kernel/config/secret-file'
import { keyFor, seal, unseal, type SealingKey } from '#kernel/secrets/seal'

const SECRET_BYTES = 32
const ENDS_WITH = 4

/** The prefix of standardwebhooks' secrets. */
const PREFIX = 'whsec_'

/** The key for the endpoints' secrets at rest. */
export function webhookKey(secretKey: SecretKey): SealingKey {
  return keyFor(secretKey, 'sample desk webhooks')
}

/** Names an account as the owner of its webhooks’ secrets. */
export const webhookOwner = (accountId: number): string => `webhooks of account ${accountId}`

/** A secret as it is stored: sealed, and its end, to tell secrets apart. */
export interface StoredSecret {
  readonly sealed: Buffer
  readonly endsWith: string
}

/** Makes a secret, and its stored form. */
export function makeSecret(key: SealingKey, accountId: number): StoredSecret & { readonly secret: string } {
  const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
  const endsWith = secret.replaceAll('=', '').slice(-ENDS_WITH)
  return { secret, endsWith, sealed: seal(key, webhookOwner(accountId), Buffer.from(secret)) }
}

/** The secret; null when it was sealed under another key of the desk. */
export function openSecret(key: SealingKey, accountId: number, sealed: Buffer): string | null {
  return unseal(key, webhookOwner(accountId), sealed)?.toString() ?? null
}
