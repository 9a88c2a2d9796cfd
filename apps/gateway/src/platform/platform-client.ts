import type { IncomingHttpHeaders } from 'node:http'
import type { Backend } from '../proxy/backend.ts'

export interface PlatformCall {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly token?: string
  readonly body?: unknown
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface PlatformAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The decoded JSON body; null when there is none or it is no JSON. */
  readonly body: unknown
}

/** The platform gave no answer: names the call and the cause. Retry later. */
export class PlatformAway extends Error {
  override readonly name = 'PlatformAway'
  constructor(path: string, cause: unknown) {
    super(`The platform did not answer ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

const TIMEOUT_MS = 10_000

/** Calls the platform's API on the gateway's own behalf or on a viewer's. */
export class PlatformClient {
  readonly #backend: Backend

  constructor(backend: Backend) {
    this.#backend = backend
  }

  /** Gives the answer of any status; throws PlatformAway when none comes in time. */
  call({ method = 'GET', path, token, body, timeoutMs = TIMEOUT_MS, signal }: PlatformCall): Promise<PlatformAnswer> {
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown): void => reject(new PlatformAway(path.split('?', 1)[0] ?? path, cause))
      let isAnswered = false
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        accept: 'application/json',
        'x-requested-with': 'desk-gateway',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      }
      const request = this.#backend.request({ method, path, headers }, answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('end', () => {
          isAnswered = true
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: readJson(Buffer.concat(chunks).toString()),
          })
        })
      })
      const timer = setTimeout(() => request.destroy(new Error(`nothing within ${timeoutMs} ms`)), timeoutMs)
      const abandon = (): void => void request.destroy(new Error('no longer wanted'))
      signal?.addEventListener('abort', abandon, { once: true })
      request.on('error', fail)
      request.on('close', () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abandon)
        if (!isAnswered) fail(new Error('the connection closed early'))
      })
      if (signal?.aborted) abandon()
      else request.end(payload)
    })
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The message of an error answer, as the platform words it. */
export function messageOf({ status, body }: PlatformAnswer): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' ? message : `The platform answered ${status}.`
}

/** The token that replaces the one asked with (§7.4), or null. */
export function renewedTokenOf({ headers }: PlatformAnswer): string | null {
  const value = headers['set-authorization']
  return typeof value === 'string' ? value : null
}
