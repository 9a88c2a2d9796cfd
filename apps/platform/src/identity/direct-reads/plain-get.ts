import type { IncomingMessage } from 'node:http'
import { hashToken } from '../tokens/token.ts'

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/

export interface PlainGet {
  readonly tokenHash: Buffer
  /** Path and query as received. */
  readonly address: string
  readonly path: string
  readonly query: URLSearchParams
}

/** Reads a plain GET with one token and without a body; null when the contract must handle the request. */
export function plainGet({
  method,
  url,
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>): PlainGet | null {
  if (method !== 'GET' || url === undefined || headers.authorization === undefined || !headers['x-requested-with'])
    return null
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null
  const [, token] = BEARER.exec(headers.authorization) ?? []
  const tokenHash = token === undefined ? null : hashToken(token)
  if (!tokenHash || timesNamed(rawHeaders, 'authorization') !== 1) return null
  const [path = '', ...query] = url.split('?')
  return { tokenHash, address: url, path, query: new URLSearchParams(query.join('?')) }
}

// Node gives the first of two; the contract refuses both
function timesNamed(rawHeaders: readonly string[], name: string): number {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) times += 1
  return times
}
