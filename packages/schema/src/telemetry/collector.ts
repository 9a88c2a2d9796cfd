import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** The fate of a message to the collector. */
export type Sent =
  | { readonly kind: 'taken' }
  /** The same message may be taken later. */
  | { readonly kind: 'away'; readonly reason: string; readonly retryAfterMs?: number }
  /** It is not taken, however often it is sent. */
  | { readonly kind: 'refused'; readonly reason: string }

/** The server that takes traces and metrics. */
export interface Collector {
  send(path: string, body: Uint8Array): Promise<Sent>
  /** Aborts the current transfer. */
  close(): void
}

const USER_AGENT = 'sample-desk'
const ANSWER_WITHIN_MS = 10_000
const LATER_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])
const DIGITS = /^\d{1,4}$/

/**
 * Sends to a collector over one connection, with the operator's headers and no others of meaning: no cookie, no authorization of the
 * desk's own. Redirects are not followed, so that the headers reach this server alone.
 */
export function openCollector(endpoint: string, headers: Readonly<Record<string, string>>): Collector {
  const url = new URL(endpoint)
  const isHttps = url.protocol === 'https:'
  const agent = new (isHttps ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 })
  const make = isHttps ? httpsRequest : httpRequest
  const base = url.pathname.replace(/(?<!\/)\/+$/, '')
  const target = {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (isHttps ? 443 : 80),
    method: 'POST',
    agent,
  }
  return {
    send: (path, body) =>
      new Promise(resolve => {
        const request = make(
          {
            ...target,
            path: `${base}${path}`,
            headers: {
              'user-agent': USER_AGENT,
              ...headers,
              'content-type': 'application/json',
              'content-length': body.byteLength,
            },
          },
          answer => {
            answer.on('error', () => undefined) // 'close' follows
            answer.resume()
            resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']))
          },
        )
        const late = setTimeout(
          () => request.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)),
          ANSWER_WITHIN_MS,
        ).unref()
        request.on('error', error => resolve({ kind: 'away', reason: reasonOf(error) }))
        request.on('close', () => {
          clearTimeout(late)
          resolve({ kind: 'away', reason: 'the connection closed early' })
        })
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}

function outcomeOf(status: number, retryAfter: string | undefined): Sent {
  if (status >= 200 && status < 300) return { kind: 'taken' }
  const reason = `status ${status}`
  if (!LATER_STATUSES.has(status)) return { kind: 'refused', reason }
  if (retryAfter === undefined || !DIGITS.test(retryAfter)) return { kind: 'away', reason }
  return { kind: 'away', reason, retryAfterMs: Number(retryAfter) * 1_000 }
}

/** Never the whole error: that of a certificate holds much. */
function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message
}
