import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'
const REQUEST_ID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/

/** Gives the request's id: its own if usable, else a new one, which is set on the request. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER]
  if (typeof given === 'string' && REQUEST_ID_PATTERN.test(given)) return given
  const id = randomUUID()
  request.headers[REQUEST_ID_HEADER] = id
  return id
}
