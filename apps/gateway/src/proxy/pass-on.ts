import { loggedPath } from '@desk/api/logged-path'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { clientAddressOf } from './client-address.ts'
import type { Backend } from './backend.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'

export interface PassOnOptions {
  readonly backend: Backend
  readonly trustForwardedFor: boolean
  /** The backend has failed when nothing is heard from it for so long. */
  readonly silenceMs: number
  readonly log: Logger
  /** Told of every answer by its status. */
  readonly count?: (status: number) => void
}

export type PassOn = (request: IncomingMessage, response: ServerResponse) => void

const RETRY_AFTER_SECONDS = 2
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

// they belong to one connection, not to the message
const HOP_BY_HOP: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'])
// made anew for the backend; an expectation is answered here already
const REPLACED: ReadonlySet<string> = new Set(['host', 'expect', 'x-forwarded-for', REQUEST_ID_HEADER])
const PLAIN_CONNECTION = /^(?:keep-alive|close)$/i

/**
 * Passes a request on to the backend and its answer back, both as streams, over kept-alive connections. The backend
 * learns the client's address and the request's id. A backend that is away is answered with 503 and Retry-After.
 */
export function passOn(options: PassOnOptions): PassOn {
  const { backend, trustForwardedFor, silenceMs, log, count } = options

  function send(request: IncomingMessage, response: ServerResponse, id: string, isRetry: boolean): void {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
    const upstream = backend.request({ method: request.method ?? 'GET', path: request.url ?? '/', headers: headersToBackend(request, id, trustForwardedFor), timeout: silenceMs }, answer => {
      const status = answer.statusCode ?? 502
      count?.(status)
      response.writeHead(status, headersToClient(answer.headers, id))
      if (answer.headers['content-length'] === '0') {
        answer.resume()
        response.end()
        return
      }
      // a backend that dies midway must not look like the end of the answer
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    upstream.on('timeout', () => upstream.destroy(new Error(`nothing heard for ${silenceMs} ms`)))
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (response.destroyed) return
      if (response.headersSent) {
        response.destroy()
        return
      }
      // the backend may close a kept connection in the moment in which it is used again
      const isWornOut = upstream.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      if (isWornOut && !isRetry && !hasBody && SAFE_METHODS.has(request.method)) {
        send(request, response, id, true)
        return
      }
      log.warn({ err: error, id, path: loggedPath(request.url) }, 'The platform does not answer')
      count?.(503)
      answerUnavailable(response, id)
    })
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    if (hasBody) request.pipe(upstream)
    else upstream.end()
  }

  return (request, response) => send(request, response, requestIdOf(request), false)
}

/** Answers that the platform is away: 503, when to come again, and the request's id. */
export function answerUnavailable(response: ServerResponse, id: string): void {
  const body = JSON.stringify({
    _tag: 'Unavailable',
    message: 'The desk is away for the moment. Please try again.',
    retry_after_seconds: RETRY_AFTER_SECONDS,
    request_id: id,
  })
  response.writeHead(503, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(RETRY_AFTER_SECONDS),
    'cache-control': 'no-store',
    [REQUEST_ID_HEADER]: id,
  })
  response.end(body)
}

/** A request's path without its query, which may hold what no log should. */
export function pathOf(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? ''
}

function headersToBackend(request: IncomingMessage, id: string, trustForwardedFor: boolean): OutgoingHttpHeaders {
  const from = request.headers
  const headers: OutgoingHttpHeaders = {
    'x-forwarded-for': clientAddressOf(request, trustForwardedFor),
    'x-forwarded-host': from.host,
    'x-forwarded-proto': 'http',
    [REQUEST_ID_HEADER]: id,
  }
  const named = namedByConnection(from)
  for (const name in from) {
    if (HOP_BY_HOP.has(name) || REPLACED.has(name) || named?.has(name)) continue
    if (!trustForwardedFor && (name === 'x-forwarded-host' || name === 'x-forwarded-proto')) continue
    headers[name] = from[name]
  }
  return headers
}

function headersToClient(from: IncomingHttpHeaders, id: string): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  const named = namedByConnection(from)
  for (const name in from) if (!HOP_BY_HOP.has(name) && !named?.has(name)) headers[name] = from[name]
  headers[REQUEST_ID_HEADER] = id
  headers['x-content-type-options'] = 'nosniff'
  headers['referrer-policy'] = 'no-referrer'
  return headers
}

/** The further headers that the sender says belong to its connection. */
function namedByConnection({ connection }: IncomingHttpHeaders): ReadonlySet<string> | null {
  if (connection === undefined || PLAIN_CONNECTION.test(connection)) return null
  return new Set(connection.split(',').map(name => name.trim().toLowerCase()))
}
