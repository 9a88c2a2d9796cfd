import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** A connection at rest is given up before the platform does so (65 s): no request meets one that has just been closed. */
const REST_MS = 60_000

/** A server behind the gateway, and the keep-alive connections to it. */
export interface Backend {
  request(options: RequestOptions, answered: (answer: IncomingMessage) => void): ClientRequest
  close(): void
}

/** @param maxSockets the most concurrent requests; further ones wait for a free connection */
export function openBackend(address: string, maxSockets: number): Backend {
  const url = new URL(address)
  const isHttps = url.protocol === 'https:'
  const agent = new (isHttps ? HttpsAgent : HttpAgent)({
    keepAlive: true,
    maxSockets,
    scheduling: 'lifo',
    timeout: REST_MS,
  })
  const make = isHttps ? httpsRequest : httpRequest
  const fixed = { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port || (isHttps ? 443 : 80), agent }
  return {
    request: (options, answered) => make({ ...fixed, ...options }, answered),
    close: () => agent.destroy(),
  }
}
