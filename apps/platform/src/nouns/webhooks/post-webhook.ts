import type { WebhookAttempt } from '@desk/schema/webhooks/webhook'
import { Webhook as Signer } from 'standardwebhooks'
import { EGRESS_TIMEOUT_MS, EgressRefused, type Egress, type Posted } from '#kernel/egress/egress'

/** A message to one endpoint. */
export interface WebhookMessage {
  readonly url: string
  /** The endpoint's secret, and the old one while it is being rotated. */
  readonly secrets: readonly string[]
  readonly eventId: string
  readonly body: string
}

/** The part of an answer that the log keeps. */
const ANSWER_KEPT = 2_000

/** Makes one attempt, and says how it went; it never throws, whatever the endpoint does. */
export async function postWebhook(
  egress: Egress,
  { url, secrets, eventId, body }: WebhookMessage,
): Promise<WebhookAttempt> {
  const atMs = Date.now()
  const startedMs = performance.now()
  const told = (status: number | null, fault: string | null, answer: string): WebhookAttempt => ({
    at: new Date(atMs).toISOString(),
    status,
    ms: Math.round(performance.now() - startedMs),
    fault,
    answer,
  })
  try {
    const posted = await egress.post({ url, headers: signedHeaders(secrets, eventId, body, atMs), body })
    // the database takes no NUL
    return told(posted.status, faultOf(posted), posted.text.replaceAll('\0', '').slice(0, ANSWER_KEPT).toWellFormed())
  } catch (error) {
    return told(null, sentenceOf(error), '')
  }
}

function signedHeaders(
  secrets: readonly string[],
  eventId: string,
  body: string,
  atMs: number,
): Readonly<Record<string, string>> {
  const at = new Date(atMs)
  return {
    'content-type': 'application/json',
    'user-agent': 'SampleDesk-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': secrets.map(secret => new Signer(secret).sign(eventId, at, body)).join(' '),
  }
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
  ENOTFOUND: 'The name of the address does not exist.',
  EAI_AGAIN: 'The name of the address could not be looked up.',
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

/** What a person reads of a request that got no answer. */
function sentenceOf(error: unknown): string {
  if (error instanceof EgressRefused) return error.message
  if (!(error instanceof Error)) return 'The request failed.'
  if (error.name === 'TimeoutError') return `The answer was not complete within ${EGRESS_TIMEOUT_MS / 1000} seconds.`
  if (error.name === 'HTTPParserError') return 'Its answer is not HTTP.'
  const code = 'code' in error ? String(error.code) : ''
  return SENTENCES[code] ?? `The request failed${code === '' ? '' : ` (${code})`}.`
}
