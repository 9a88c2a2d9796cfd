import type { TrustedProxies } from '@desk/schema/addresses/trusted-proxies'
import { TRACEPARENT_HEADER } from '@desk/schema/telemetry/trace-context'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { clientAddressOf, isFromProxy } from './client-address.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/**
 * Headers of one connection, or of the framing of one message on it: each side gets its own. No others are removed: `Connection`
 * may name any header (RFC 9110 §7.6.1), and obeying it would let a client strip headers by which the backend frames or trusts a
 * request.
 */
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
// set again for the backend; `Expect` has been answered here already
const REPLACED: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'expect',
  'x-forwarded-for',
  REQUEST_ID_HEADER,
  // a trace from outside is not joined
  TRACEPARENT_HEADER,
  'tracestate',
  'baggage',
])

/** The headers for the backend: the client's own, its address, and the length of the body. */
export function headersToBackend(
  request: IncomingMessage,
  id: string,
  body: Buffer | null,
  isProxy: TrustedProxies,
  traceparent?: string,
): OutgoingHttpHeaders {
  const from = request.headers
  const headers: OutgoingHttpHeaders = {
    'x-forwarded-for': clientAddressOf(request, isProxy),
    'x-forwarded-host': from.host,
    'x-forwarded-proto': 'http',
    [REQUEST_ID_HEADER]: id,
  }
  const isBelieved = isFromProxy(request, isProxy)
  for (const name in from) {
    if (OF_ONE_CONNECTION.has(name) || REPLACED.has(name)) continue
    if (!isBelieved && (name === 'x-forwarded-host' || name === 'x-forwarded-proto')) continue
    headers[name] = from[name]
  }
  if (traceparent !== undefined) headers[TRACEPARENT_HEADER] = traceparent
  if (body) headers['content-length'] = body.length
  return headers
}

/**
 * The headers for the client. A length stays, since the answer to a HEAD has no body to derive it from; Node chunks answers
 * without one.
 */
export function headersToClient(from: IncomingHttpHeaders, id: string): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const name in from) if (!OF_ONE_CONNECTION.has(name)) headers[name] = from[name]
  headers[REQUEST_ID_HEADER] = id
  headers['x-content-type-options'] = 'nosniff'
  headers['referrer-policy'] = 'no-referrer'
  return headers
}
