import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** A server behind the gateway, and the kept-alive connections to it. */
export interface Backend {
  /** A request that is not answered within the backend's time fails. */
  request(options: RequestOptions, answered: (answer: IncomingMessage) => void): ClientRequest
  close(): void
}

export interface BackendOptions {
  readonly address: string
  /** Requests beyond so many at once wait for a free connection. */
  readonly maxSockets: number
  /** The backend has failed when it has not begun to answer after so long. */
  readonly answerWithinMs: number
}

const LOOK_FOR_LATE_MS = 1_000

export function openBackend({ address, maxSockets, answerWithinMs }: BackendOptions): Backend {
  const url = new URL(address)
  const isHttps = url.protocol === 'https:'
  const agent = new (isHttps ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets, scheduling: 'lifo' })
  const make = isHttps ? httpsRequest : httpRequest
  const fixed = { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port || (isHttps ? 443 : 80), agent }
  // one look a second costs less than a timer for each request
  const sentAtMs = new Map<ClientRequest, number>()
  const looking = setInterval(() => {
    const lateSinceMs = performance.now() - answerWithinMs
    for (const [request, atMs] of sentAtMs) {
      if (atMs > lateSinceMs) break // in the order in which they were sent
      sentAtMs.delete(request)
      request.destroy(new Error(`no answer within ${answerWithinMs} ms`))
    }
  }, LOOK_FOR_LATE_MS).unref()
  return {
    request(options, answered) {
      const request = make({ ...fixed, ...options }, answer => {
        sentAtMs.delete(request)
        answered(answer)
      })
      sentAtMs.set(request, performance.now())
      request.once('close', () => sentAtMs.delete(request))
      return request
    },
    close() {
      clearInterval(looking)
      agent.destroy()
    },
  }
}
