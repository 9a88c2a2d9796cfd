import type { SecretKey } from '#kernel/config/secret-file'
import { keyFor, seal, unseal, type SealingKey } from '#kernel/secrets/seal'

const ENDS_WITH = 4
/** Behind the host: of a shorter address the end would say too much. */
const LEAST_HIDDEN = 16

/** The key for the addresses of channels at rest. */
export function channelKey(secretKey: SecretKey): SealingKey {
  return keyFor(secretKey, 'sample desk alert channels')
}

/** Names an account as the owner of its channels’ addresses. */
export const channelOwner = (accountId: number): string => `alert channels of account ${accountId}`

/** A stored address: sealed, and its visible part. */
export interface StoredAddress {
  readonly sealed: Buffer
  readonly hint: string
}

/** Seals the address of a channel: anyone who knows it may post there. */
export function sealAddress(key: SealingKey, accountId: number, url: string): StoredAddress {
  const { host, pathname, search } = new URL(url)
  const hidden = `${pathname}${search}`
  const hint = hidden.length < LEAST_HIDDEN ? host : `${host} …${hidden.slice(-ENDS_WITH)}`
  return { sealed: seal(key, channelOwner(accountId), Buffer.from(url)), hint }
}

/** The address; null when it was sealed under another key of the desk. */
export function openAddress(key: SealingKey, accountId: number, sealed: Buffer): string | null {
  return unseal(key, channelOwner(accountId), sealed)?.toString() ?? null
}
