import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkParameters } from './link-parameters.ts'
import { acceptedTexts, canonicalParameters } from './signed-texts.ts'

export type HashVerdict = 'valid' | 'missing' | 'wrong' | 'unchecked'

const HEX_SHA256 = /^[0-9a-f]{64}$/i

/** HMAC-SHA256 over the canonical parameters, in lower-case hex; the key is the secret's UTF-8 text. */
export function hashParameters(parameters: LinkParameters, secret: string): string {
  return createHmac('sha256', secret).update(canonicalParameters(parameters)).digest('hex')
}

/** The text that a hash was computed over, and its key. */
export interface Signature {
  readonly text: string
  readonly secret: string
}

/**
 * Finds how a return's `hash` was made.
 * @param sent the query or form body that the parameters were read from; null when they came as JSON
 * @returns null when no key gives it over any accepted text of these parameters
 */
export function findSignature(
  parameters: LinkParameters,
  secrets: readonly string[],
  sent: string | null,
): Signature | null {
  const given = parameters.get('hash') ?? ''
  if (!HEX_SHA256.test(given)) return null
  const givenBytes = Buffer.from(given, 'hex')
  let found: Signature | null = null
  const texts = acceptedTexts(parameters, sent)
  // every key and text is tried, so that the timing does not reveal which one matches
  for (const secret of secrets) {
    for (const text of texts)
      if (timingSafeEqual(createHmac('sha256', secret).update(text).digest(), givenBytes)) found = { text, secret }
  }
  return found
}

/**
 * Judges a return's `hash` (domain.md §3).
 * @param secrets the account's valid keys, two while one is being replaced
 * @param required the account wants every return hashed
 * @param sent the query or form body that the parameters were read from; null when they came as JSON
 * @returns `unchecked` when no hash is required, and none was given or there is no key to check it
 */
export function judgeHash(
  parameters: LinkParameters,
  secrets: readonly string[],
  required: boolean,
  sent: string | null,
): HashVerdict {
  const given = parameters.get('hash')
  if (given === undefined || given === '') return required ? 'missing' : 'unchecked'
  if (secrets.length === 0) return required ? 'wrong' : 'unchecked'
  return findSignature(parameters, secrets, sent) === null ? 'wrong' : 'valid'
}
