import type { ServerResponse } from 'node:http'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** Why the front answers by itself. */
export interface Refusal {
  readonly status: number
  readonly tag: 'Unreadable' | 'NotFound' | 'TooMany' | 'Unavailable'
  readonly message: string
  readonly retryAfterSeconds?: number
}

const RETRY_AFTER_SECONDS = 2
/** How long the rest of a refused request's body is read and dropped, so that the answer is not lost with the connection. */
export const LINGER_MS = 2_000

export const AWAY: Refusal = {
  status: 503,
  tag: 'Unavailable',
  message: 'The desk is away for the moment. Please try again.',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}
export const NOTHING_HERE: Refusal = { status: 404, tag: 'NotFound', message: 'There is nothing here.' }

export function unreadable(message: string): Refusal {
  return { status: 400, tag: 'Unreadable', message }
}

/** Answers with the reason, Retry-After, and the request's id. */
export function refuse(
  response: ServerResponse,
  id: string,
  { status, tag, message, retryAfterSeconds }: Refusal,
): void {
  const body = JSON.stringify({
    _tag: tag,
    message,
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    request_id: id,
  })
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    [REQUEST_ID_HEADER]: id,
  })
  response.end(body)
  const { req: request } = response
  if (request.complete) return
  const cut = setTimeout(() => request.socket.destroy(), LINGER_MS).unref()
  request.once('close', () => clearTimeout(cut))
  request.resume()
}
