import type { IncomingMessage } from 'node:http'
import { hashToken } from '#identity/tokens/token'

/** Which answers are each other's: those to one token at one address. */
export interface AnswerKey {
  readonly text: string
  readonly tokenHash: Buffer
}

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/

/** Gives the key of a request's answer; null where the contract itself must look at the request. */
export function keyOf({
  method,
  url,
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>): AnswerKey | null {
  if (method !== 'GET' || headers.authorization === undefined || !headers['x-requested-with']) return null
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null
  const [, token] = BEARER.exec(headers.authorization) ?? []
  const tokenHash = token === undefined ? null : hashToken(token)
  if (!tokenHash || timesNamed(rawHeaders, 'authorization') !== 1) return null
  return { text: `${tokenHash.toString('base64')} ${headers.host} ${url}`, tokenHash }
}

// Node gives the first of two; the contract refuses both
function timesNamed(rawHeaders: readonly string[], name: string): number {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) times += 1
  return times
}
