import type { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'
import { EGRESS_TIMEOUT_MS, EgressRefused, type Egress, type Posted, type Posting } from './egress.ts'

/**
 * An attempt's result, and how long the receiver asks to be left alone, a day at most; null: it says nothing of that.
 */
export interface Attempted {
  readonly attempt: DeliveryAttempt
  readonly retryAfterMs: number | null
}

/** The part of an answer that the log keeps. */
const ANSWER_KEPT = 2_000
const LONGEST_WAIT_MS = 24 * 60 * 60_000

/** Makes one attempt, and says how it went; it never throws, whatever the receiver does. */
export async function attemptPost(egress: Egress, posting: Posting): Promise<Attempted> {
  const atMs = Date.now()
  const startedMs = performance.now()
  const told = (status: number | null, fault: string | null, answer: string): DeliveryAttempt => ({
    at: new Date(atMs).toISOString(),
    status,
    ms: Math.round(performance.now() - startedMs),
    fault,
    answer,
  })
  try {
    const posted = await egress.post(posting)
    // the database takes no NUL
    const answer = posted.text.replaceAll('\0', '').slice(0, ANSWER_KEPT).toWellFormed()
    return { attempt: told(posted.status, faultOf(posted), answer), retryAfterMs: retryAfterMs(posted) }
  } catch (error) {
    return { attempt: told(null, sentenceOf(error), ''), retryAfterMs: null }
  }
}

/** The header Retry-After, in seconds or as a date. */
function retryAfterMs({ retryAfter }: Posted): number | null {
  if (retryAfter === null) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS)
}

/** Why an answer is no delivery; null: it is one. */
function faultOf({ status, location }: Posted): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `It answered with a redirect (${status})${location === null ? '' : ` to ${location.slice(0, 200)}`}: redirects are not followed.`
  return `It answered ${status}; a delivery is any 2xx.`
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: the connection was refused.',
  ECONNRESET: 'The connection was cut before the answer was complete.',
  UND_ERR_SOCKET: 'The connection was cut before the answer was complete.',
  EHOSTUNREACH: 'The address cannot be reached.',
  ENETUNREACH: 'The address cannot be reached.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection came about within 5 seconds.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of its answer are too long.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is another name’s.',
}

/** The sentence for a person about a request that got no answer. */
export function sentenceOf(error: unknown, timeoutMs = EGRESS_TIMEOUT_MS): string {
  if (error instanceof EgressRefused) return error.message
  if (!(error instanceof Error)) return 'The request failed.'
  if (error.name === 'TimeoutError') return `The answer was not complete within ${timeoutMs / 1000} seconds.`
  if (error.name === 'HTTPParserError') return 'Its answer is not HTTP.'
  const code = 'code' in error ? String(error.code) : ''
  return SENTENCES[code] ?? `The request failed${code === '' ? '' : ` (${code})`}.`
}
