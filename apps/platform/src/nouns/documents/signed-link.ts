import { createHmac, timingSafeEqual } from 'node:crypto'
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
export function signLink(secretKey: string, { accountId, fileId }: LinkedFile, endsAtMs: number): string {
  const named = `${accountId}.${fileId}.${Math.floor(endsAtMs / 1000)}`
  return `${named}.${signature(secretKey, named)}`
}

/** The file of a signed address; null when it was not signed by us, or its time is over. */
export function readLink(secretKey: string, token: string, nowMs: number): LinkedFile | null {
  const [, accountId, fileId, seconds, given = ''] = TOKEN.exec(token) ?? []
  if (accountId === undefined || fileId === undefined || seconds === undefined) return null
  const right = signature(secretKey, `${accountId}.${fileId}.${seconds}`)
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(given))) return null
  return Number(seconds) * 1000 > nowMs ? { accountId: Number(accountId), fileId } : null
}

function signature(secretKey: string, named: string): string {
  return createHmac('sha256', keyFor(secretKey, 'document links')).update(named).digest('base64url')
}
