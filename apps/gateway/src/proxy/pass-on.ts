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

// headers that belong to one connection, not to the message
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'] as const

/**
 * Passes a request on to the backend and its answer back, both as streams, over kept-alive connections. The backend
 * learns the client's address and the request's id. A backend that is away is answered with 503 and Retry-After.
 */
export function passOn(options: PassOnOptions): PassOn {
  const { backend, trustForwardedFor, silenceMs, log, count } = options

  function send(request: IncomingMessage, response: ServerResponse, id: string, isRetry: boolean): void {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
    const upstream = backend.request(
      { method: request.method ?? 'GET', path: request.url ?? '/', headers: headersToBackend(request, id, trustForwardedFor), timeout: silenceMs },
      answer => {
        const status = answer.statusCode ?? 502
        count?.(status)
        response.writeHead(status, headersToClient(answer.headers, id))
        answer.pipe(response)
        // a backend that dies midway must not look like the end of the answer
        answer.on('error', () => response.destroy())
      },
    )
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
      log.warn({ err: error, id, path: pathOf(request.url) }, 'The platform does not answer')
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
  const headers: OutgoingHttpHeaders = withoutHopByHop(request.headers)
  delete headers['expect'] // answered here already
  headers['x-forwarded-for'] = clientAddressOf(request, trustForwardedFor)
  if (!trustForwardedFor || headers['x-forwarded-host'] === undefined) headers['x-forwarded-host'] = request.headers.host
  if (!trustForwardedFor || headers['x-forwarded-proto'] === undefined) headers['x-forwarded-proto'] = 'http'
  headers[REQUEST_ID_HEADER] = id
  delete headers['host']
  return headers
}

function headersToClient(from: IncomingHttpHeaders, id: string): OutgoingHttpHeaders {
  const headers = withoutHopByHop(from)
  headers[REQUEST_ID_HEADER] = id
  headers['x-content-type-options'] = 'nosniff'
  headers['referrer-policy'] = 'no-referrer'
  return headers
}

function withoutHopByHop(from: IncomingHttpHeaders): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { ...from }
  const named = from.connection
  for (const name of HOP_BY_HOP) delete headers[name]
  if (named && named !== 'keep-alive' && named !== 'close') for (const name of named.split(',')) delete headers[name.trim().toLowerCase()]
  return headers
}
