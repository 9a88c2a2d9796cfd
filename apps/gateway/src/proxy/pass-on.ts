import { loggedPath } from '@desk/api/logged-path'
import type { TrustedProxies } from '@desk/schema/addresses/trusted-proxies'
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'
import { tooLarge, type BodyLimits, type BodyReader } from './body-reader.ts'
import { clientAddressOf } from './client-address.ts'
import { headersToBackend, headersToClient } from './headers.ts'
import { AWAY, LINGER_MS, refuse, unreadable } from './refusal.ts'
import { Relay } from './relay.ts'
import { hasBody } from './request-fault.ts'
import { requestIdOf } from './request-id.ts'
import { Turns } from './turns.ts'

/**
 * Calls back once, when the answer has been sent or its client has gone. For an answer queued behind others on its connection,
 * Node emits nothing when the connection ends.
 */
function whenGone({ socket }: IncomingMessage, response: ServerResponse, act: () => void): void {
  const gone = (): void => {
    socket.off('close', gone)
    response.off('close', gone)
    act()
  }
  socket.once('close', gone)
  response.once('close', gone)
}

export interface PassOnOptions {
  readonly backend: Backend
  readonly bodies: BodyReader
  /** The limits of a body, by method and path. */
  readonly limitsOf: (method: string | undefined, path: string) => BodyLimits
  /** Bodies are passed on while they arrive, instead of being read whole first; the platform then waits for slow clients. */
  readonly isStreamed?: boolean
  readonly isProxy: TrustedProxies
  /** How many connections to the backend one address may hold at once. */
  readonly maxOfAddress: number
  /** The backend counts as failed when it sends nothing for this long. */
  readonly silenceMs: number
  readonly log: Logger
  /** Called with the status of every answer. */
  readonly count?: (status: number) => void
  /** Gives the `traceparent` for the backend. */
  readonly traceparent?: ((request: IncomingMessage, id: string) => string) | undefined
}

/** Passes on a request without a `faultOf`. Rejects when it cannot; then the front answers. */
export type PassOn = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface Asked {
  readonly id: string
  /** The request itself: its body goes on while it arrives. */
  readonly body: Buffer | IncomingMessage | null
  /** The connection to the backend is free. */
  readonly giveBack: () => void
}

const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Passes a request on to the backend and its answer back, over keep-alive connections. Both are framed again: a body is
 * read whole first, so that no connection to the backend waits for a slow client, and a client's connection headers
 * stay on its own connection. The backend gets the client's address and the request's id. While the backend is away,
 * the answer is 503 with Retry-After.
 */
export function passOn(options: PassOnOptions): PassOn {
  const { backend, bodies, limitsOf, isStreamed = false, isProxy, silenceMs, log, count } = options
  const { traceparent } = options
  const turns = new Turns(options.maxOfAddress)
  const relay = new Relay()

  function ask(
    request: IncomingMessage,
    response: ServerResponse,
    { id, body, giveBack }: Asked,
    isRetry: boolean,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      let isAskedAgain = false
      let answering: IncomingMessage | undefined
      const upstream = backend.request(
        {
          method: request.method ?? 'GET',
          path: request.url ?? '/',
          headers: headersToBackend(
            request,
            id,
            Buffer.isBuffer(body) ? body : null,
            isProxy,
            traceparent?.(request, id),
          ),
          timeout: silenceMs,
        },
        answer => {
          answering = answer
          resolve(answer)
        },
      )
      const fellSilent = (): void => {
        if (answering?.isPaused() !== true) return void upstream.destroy(new Error(`nothing heard for ${silenceMs} ms`))
        // it waits for a client that reads slowly: its silence counts from now on. Node tells a request of its first time-out alone
        upstream.socket?.setTimeout(silenceMs, fellSilent)
      }
      upstream.on('timeout', fellSilent)
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        // the backend may close a keep-alive connection just as it is used again
        const isWornOut = upstream.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        isAskedAgain = isWornOut && !isRetry && !body && SAFE_METHODS.has(request.method)
        if (isAskedAgain) ask(request, response, { id, body, giveBack }, true).then(resolve, reject)
        else reject(error)
      })
      upstream.on('close', () => {
        // the connection serves others
        upstream.socket?.off('timeout', fellSilent)
        if (isAskedAgain) return
        giveBack()
        reject(new Error('the connection closed early'))
      })
      whenGone(request, response, () => {
        if (!response.writableFinished) upstream.destroy()
      })
      if (body === null || Buffer.isBuffer(body)) upstream.end(body ?? undefined)
      else sendOn(body, upstream, limitsOf(request.method, pathOf(request.url)).maxBytes)
    })
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    body: Buffer | IncomingMessage | null,
  ): Promise<void> {
    const giveBack = await turns.take(clientAddressOf(request, isProxy))
    let answer: IncomingMessage
    try {
      // the client left while it waited
      if (request.socket.destroyed) return giveBack()
      answer = await ask(request, response, { id, body, giveBack }, false)
    } catch (error) {
      giveBack()
      // the client left; an answer that waits behind others is not destroyed then
      if (response.destroyed || request.socket.destroyed) return
      if (isUnsendable(error)) return refuse(response, id, unreadable('The request could not be read.'))
      log.warn({ err: error, id, path: loggedPath(request.url) }, 'The platform does not answer')
      count?.(AWAY.status)
      refuse(response, id, AWAY)
      return
    }
    const status = answer.statusCode ?? 502
    count?.(status)
    response.writeHead(status, headersToClient(answer.headers, id))
    // refused before all of it was sent: the rest is dropped, for a while
    if (!request.complete) dropRest(request, response, answer)
    if (answer.headers['content-length'] === '0') {
      // most redirects have no body
      answer.resume()
      response.end()
    } else whenGone(request, response, relay.handOn(answer, response))
  }

  return async (request, response) => {
    const id = requestIdOf(request)
    if (!hasBody(request)) return send(request, response, id, null)
    if (isStreamed) {
      const { maxBytes } = limitsOf(request.method, pathOf(request.url))
      const isTooLarge = Number(request.headers['content-length'] ?? 0) > maxBytes
      if (!isTooLarge) return send(request, response, id, request)
      count?.(413)
      return refuse(response, id, tooLarge(maxBytes))
    }
    const body = await bodies.read(
      request,
      clientAddressOf(request, isProxy),
      limitsOf(request.method, pathOf(request.url)),
    )
    if (body === null) return
    if (!('bytes' in body)) {
      if (body.status === 408) response.shouldKeepAlive = false
      count?.(body.status)
      return refuse(response, id, body)
    }
    try {
      await send(request, response, id, body.bytes)
    } finally {
      body.letGo()
    }
  }
}

/** Passes a body on at the pace of the slower side; one without a length that grows too large is cut off. */
function sendOn(body: IncomingMessage, upstream: ClientRequest, maxBytes: number): void {
  let sent = 0
  body.on('data', (chunk: Buffer) => {
    sent += chunk.length
    if (sent > maxBytes) upstream.destroy(new Error(`the body is larger than ${maxBytes} bytes`))
  })
  body.pipe(upstream)
}

function dropRest(request: IncomingMessage, response: ServerResponse, answer: IncomingMessage): void {
  request.unpipe()
  request.resume()
  response.shouldKeepAlive = false
  response.once('finish', () => {
    // the request to the backend has no end of its own any more
    answer.destroy()
    const cut = setTimeout(() => request.socket.destroy(), LINGER_MS).unref()
    request.once('close', () => clearTimeout(cut))
  })
}

/** Node's errors for a path or header that cannot be sent as received. */
const UNSENDABLE: ReadonlySet<unknown> = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_HTTP_INVALID_HEADER_VALUE',
  'ERR_UNESCAPED_CHARACTERS',
])

/** Whether a request cannot be sent on through the client's fault, not the backend's. */
function isUnsendable(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && UNSENDABLE.has(error.code)
}

/** A request's path without its query, which does not belong in a log. */
export function pathOf(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? ''
}
