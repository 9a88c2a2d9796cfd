import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SecretKey } from '#kernel/config/secret-file'
import { keyFor } from '#kernel/secrets/seal'

/** How long a signed address of a file is good for. */
export const LINK_SECONDS = 600
const TOKEN = /^(\d{1,10})\.([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/

/** The file that a signed address names. */
interface LinkedFile {
  readonly accountId: number
  readonly fileId: string
}

/** Signs the file of one version of one document, for some time. */
export function signLink(secretKey: SecretKey, { accountId, fileId }: LinkedFile, endsAtMs: number): string {
  const named = `${accountId}.${fileId}.${Math.floor(endsAtMs / 1000)}`
  const [key] = linkKey(secretKey)
  return `${named}.${signature(key, named)}`
}

/** The file of a signed address; null when it was not signed by us, or its time is over. */
export function readLink(secretKey: SecretKey, token: string, nowMs: number): LinkedFile | null {
  const [, accountId, fileId, seconds, given = ''] = TOKEN.exec(token) ?? []
  if (accountId === undefined || fileId === undefined || seconds === undefined) return null
  const isOurs = linkKey(secretKey).some(key =>
    timingSafeEqual(Buffer.from(signature(key, `${accountId}.${fileId}.${seconds}`)), Buffer.from(given)),
  )
  if (!isOurs) return null
  return Number(seconds) * 1000 > nowMs ? { accountId: Number(accountId), fileId } : null
}

const linkKey = (secretKey: SecretKey) => keyFor(secretKey, 'document links')

function signature(key: Buffer, named: string): string {
  return createHmac('sha256', key).update(named).digest('base64url')
}
