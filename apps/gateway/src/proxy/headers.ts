import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { clientAddressOf } from './client-address.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/**
 * They belong to one connection or say how one message is framed on it: each side's are made anew. Nothing else is left out: `Connection` may
 * name any header as its own (RFC 9110 §7.6.1), and whoever obeys lets a client strip what the next program frames or trusts a request by.
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
// made anew for the backend; an expectation is answered here already
const REPLACED: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'expect',
  'x-forwarded-for',
  REQUEST_ID_HEADER,
])

/** What the backend is sent: the client's headers, who the client is, and the length of the body that was read. */
export function headersToBackend(
  request: IncomingMessage,
  id: string,
  body: Buffer | null,
  trustForwardedFor: boolean,
): OutgoingHttpHeaders {
  const from = request.headers
  const headers: OutgoingHttpHeaders = {
    'x-forwarded-for': clientAddressOf(request, trustForwardedFor),
    'x-forwarded-host': from.host,
    'x-forwarded-proto': 'http',
    [REQUEST_ID_HEADER]: id,
  }
  for (const name in from) {
    if (OF_ONE_CONNECTION.has(name) || REPLACED.has(name)) continue
    if (!trustForwardedFor && (name === 'x-forwarded-host' || name === 'x-forwarded-proto')) continue
    headers[name] = from[name]
  }
  if (body) headers['content-length'] = body.length
  return headers
}

/** What the client is sent. A length stays, since a HEAD's answer has nothing else to tell it by; Node chunks what has none. */
export function headersToClient(from: IncomingHttpHeaders, id: string): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const name in from) if (!OF_ONE_CONNECTION.has(name)) headers[name] = from[name]
  headers[REQUEST_ID_HEADER] = id
  headers['x-content-type-options'] = 'nosniff'
  headers['referrer-policy'] = 'no-referrer'
  return headers
}
