import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkParameters } from './link-parameters.ts'

export type HashVerdict = 'valid' | 'missing' | 'wrong' | 'unchecked'

const HEX_SHA256 = /^[0-9a-f]{64}$/i

/**
 * What a return's hash is made over: its parameters without `hash`, sorted by name (by code unit), as `a=1&b=2` with names
 * and values percent-encoded as encodeURIComponent does.
 */
export function canonicalParameters(parameters: LinkParameters): string {
  return [...parameters]
    .filter(([name]) => name !== 'hash')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

/** HMAC-SHA256 over the canonical parameters, in lower-case hex; the key is the secret's UTF-8 text. */
export function hashParameters(parameters: LinkParameters, secret: string): string {
  return createHmac('sha256', secret).update(canonicalParameters(parameters)).digest('hex')
}

/**
 * Judges a return's `hash` (domain.md §3).
 * @param secrets the account's valid keys, two while one is being replaced
 * @param required the account wants every return hashed
 * @returns `unchecked` when nothing was wanted: no hash is required, and none was given or no key is there to check it
 */
export function judgeHash(parameters: LinkParameters, secrets: readonly string[], required: boolean): HashVerdict {
  const given = parameters.get('hash')
  if (given === undefined || given === '') return required ? 'missing' : 'unchecked'
  if (secrets.length === 0) return required ? 'wrong' : 'unchecked'
  if (!HEX_SHA256.test(given)) return 'wrong'
  const givenBytes = Buffer.from(given, 'hex')
  let matches = false
  // every key is tried, so that the time tells nothing about which one fits
  for (const secret of secrets) {
    const wanted = createHmac('sha256', secret).update(canonicalParameters(parameters)).digest()
    matches = timingSafeEqual(wanted, givenBytes) || matches
  }
  return matches ? 'valid' : 'wrong'
}
