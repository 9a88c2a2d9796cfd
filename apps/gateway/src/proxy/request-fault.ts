import type { IncomingMessage } from 'node:http'
import { unreadable, type Refusal } from './refusal.ts'

const MAX_HEADERS = 200
const HOST = /^(?:[\w.-]+|\[[\d.:a-f]+\])(?::\d{1,5})?$/i
/** No standard defines a body for them, so one program may read it as a body and the next as another request. */
const BODILESS_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'TRACE'])

/** Balancers ask these by HTTP/1.0 without a Host header, and they are passed on to no one. */
export const HEALTH_PATHS = ['/livez', '/readyz', '/healthz']

const isBareCheck = ({ headers, httpVersion, method, url = '' }: IncomingMessage): boolean =>
  httpVersion === '1.0' && method === 'GET' && headers.host === undefined && HEALTH_PATHS.includes(url)

/** Whether the request says that a body follows. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  )
}

/**
 * Gives why a request cannot be passed on as exactly one request to exactly one host, or null. Node has already refused what it
 * cannot frame: two lengths, a length beside chunks, a header over 16 KB.
 */
export function faultOf(request: IncomingMessage): Refusal | null {
  const { headers, rawHeaders, url, httpVersion } = request
  // Node silently drops headers beyond its own limit
  if (rawHeaders.length > 2 * MAX_HEADERS)
    return { status: 431, tag: 'Unreadable', message: `The request has more than ${MAX_HEADERS} headers.` }
  if (url?.startsWith('/') !== true) return unreadable('The address must be a path of this host, like /v1/status.')
  const isOneHost = headers.host !== undefined && HOST.test(headers.host) && countOf(rawHeaders, 'host') === 1
  if (!isOneHost && !isBareCheck(request)) return unreadable('The request must name one host, in one Host header.')
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && (httpVersion !== '1.1' || encoding.toLowerCase() !== 'chunked'))
    return unreadable('The body of a request must have a length, or be chunked.')
  if (BODILESS_METHODS.has(request.method) && hasBody(request)) return unreadable(`A ${request.method} has no body.`)
  return null
}

function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count += 1
  return count
}
