import { lookup as lookUpByDns } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, buildConnector, request } from 'undici'
import { addressGuard } from './address-guard.ts'

/** The address of a request lies in our own network, or may only be reached by https. Its message is shown to users, and never says what a name has resolved to. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused'
}

/** A user who has typed a name learns nothing from it of the addresses inside. */
export const LIES_INSIDE = 'Its address lies inside the desk’s own network, where nothing is sent.'

/** The same for a name, whether it exists or not: it would tell which names there are inside. */
export const LEADS_NOWHERE =
  'The name of its address does not exist, or leads into the desk’s own network, where nothing is sent.'

/** Resolves a name as `dns.lookup` does. */
export type Resolve = typeof lookUpByDns

export interface EgressOptions {
  /** The networks of our own that may be reached, by http as well. */
  readonly networks: readonly string[]
  /** The system's resolver unless given. */
  readonly resolve?: Resolve
  /** The longest time of a request from its beginning to the end of its answer. */
  readonly timeoutMs?: number
  /** The most connections to one server; 4 unless given. */
  readonly connections?: number
}

export interface Posting {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Fetching {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

/** An answer; of its body only the beginning is read. */
export interface Posted {
  readonly status: number
  readonly location: string | null
  /** The header Retry-After. */
  readonly retryAfter: string | null
  readonly text: string
}

/** Sends requests to addresses that users have typed. */
export interface Egress {
  /**
   * Posts a text. Redirects are not followed.
   * @throws EgressRefused and whatever the connection fails with; an answer that is not over within the time limit is a TimeoutError
   */
  post(posting: Posting): Promise<Posted>
  /**
   * Asks for a whole document, as `fetch` does. Redirects are not followed.
   * @throws as `post` does, and for an answer of more than 512 KB
   */
  fetch(url: string, options: Fetching): Promise<Response>
  /**
   * Asks for a document that is read while it comes, to its end or until its stream is destroyed. Redirects are not followed.
   * @param signal ends the request; the time limit of the whole is the caller's
   * @throws as `post` does, but for the time limit
   */
  stream(url: string, options: Fetching, signal: AbortSignal): Promise<Streamed>
  close(): Promise<void>
}

/** An answer whose body is read while it comes. */
export interface Streamed {
  readonly status: number
  readonly location: string | null
  readonly contentType: string
  readonly body: Readable
}

const CONNECT_MS = 5_000
export const EGRESS_TIMEOUT_MS = 15_000
const MOST_ANSWER_BYTES = 16_384
const MOST_DOCUMENT_BYTES = 512 * 1024
const CONNECTIONS_AN_ORIGIN = 4
const KEPT_ALIVE_MS = 10_000
const REFUSED_AFTER_MS = 500

/**
 * Makes the one way out. The guard judges the addresses that a name resolves to, at the moment of connecting, and once more the address
 * that the socket has reached: a name that resolves differently the second time gains nothing.
 */
export function openEgress({
  networks,
  resolve = lookUpByDns,
  timeoutMs = EGRESS_TIMEOUT_MS,
  connections = CONNECTIONS_AN_ORIGIN,
}: EgressOptions): Egress {
  const guard = addressGuard(networks)

  const refusalOf = (address: string, protocol: string, isNamed: boolean): EgressRefused | null => {
    if (!guard.isAllowed(address)) return new EgressRefused(isNamed ? LEADS_NOWHERE : LIES_INSIDE)
    if (protocol !== 'https:' && !guard.isOpened(address))
      return new EgressRefused('Only addresses that begin with https:// are sent to.')
    return null
  }

  const lookupFor =
    (protocol: string): LookupFunction =>
    (hostname, options, callback) => {
      const startedMs = performance.now()
      // neither the text nor the time says whether the name exists
      const refuse = (refusal: EgressRefused): void =>
        void setTimeout(callback, Math.max(0, REFUSED_AFTER_MS - (performance.now() - startedMs)), refusal, [])
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return refuse(new EgressRefused(LEADS_NOWHERE))
        for (const { address } of addresses) {
          const refusal = refusalOf(address, protocol, true)
          if (refusal) return refuse(refusal)
        }
        const [first] = addresses
        if (options.all === true || first === undefined) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
    }

  const connectors = {
    'http:': buildConnector({ timeout: CONNECT_MS, lookup: lookupFor('http:') }),
    'https:': buildConnector({ timeout: CONNECT_MS, lookup: lookupFor('https:') }),
  }
  const connect: buildConnector.connector = (options, callback) => {
    const protocol = options.protocol === 'https:' ? 'https:' : 'http:'
    const host = options.hostname.replace(/^\[|\]$/g, '')
    // an address is connected to without a lookup
    const refusal = isIP(host) === 0 ? null : refusalOf(host, protocol, false)
    if (refusal) return callback(refusal, null)
    connectors[protocol](options, (error, socket) => {
      if (error !== null) return callback(error, null)
      const reached = refusalOf(socket.remoteAddress ?? '', protocol, isIP(host) === 0)
      if (reached === null) return callback(null, socket)
      socket.destroy()
      callback(reached, null)
    })
  }
  const agent = new Agent({
    connect,
    connections,
    keepAliveTimeout: KEPT_ALIVE_MS,
    pipelining: 1,
  })

  const send = (
    url: string,
    { method, headers, body }: Fetching,
    signal: AbortSignal = AbortSignal.timeout(timeoutMs),
  ) =>
    request(url, {
      method,
      dispatcher: agent,
      headers,
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal,
    })

  return {
    async post({ url, headers, body }) {
      const answer = await send(url, { method: 'POST', headers, body })
      const { location, 'retry-after': retryAfter } = answer.headers
      return {
        status: answer.statusCode,
        location: typeof location === 'string' ? location : null,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        text: (await beginningOf(answer.body, MOST_ANSWER_BYTES)).toString(),
      }
    },
    async fetch(url, { method, headers, body }) {
      const answer = await send(url, { method, headers, body })
      const bytes = await beginningOf(answer.body, MOST_DOCUMENT_BYTES + 1)
      if (bytes.length > MOST_DOCUMENT_BYTES) throw new Error(`The answer is longer than ${MOST_DOCUMENT_BYTES} bytes.`)
      const { statusCode: status } = answer
      return new Response(BODILESS.has(status) ? null : new Uint8Array(bytes), {
        status,
        headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
          (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(each => [name, each]),
        ),
      })
    },
    async stream(url, fetching, signal) {
      const { statusCode: status, headers, body } = await send(url, fetching, signal)
      const { 'content-type': type, location } = headers
      return {
        status,
        location: typeof location === 'string' ? location : null,
        contentType: typeof type === 'string' ? type : '',
        body,
      }
    },
    close: () => agent.destroy(),
  }
}

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** Reads the beginning of a body; leaving the loop ends a connection that would send more. */
async function beginningOf(body: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= mostBytes) break
  }
  return Buffer.concat(chunks).subarray(0, mostBytes)
}
