import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'

const REQUEST_ID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/
export const REQUEST_ID_HEADER = 'x-request-id'

/** The caller's request id if usable, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : randomUUID()
}

/** Gives a request an id, and answers with it. */
export function identifyRequest(request: IncomingMessage, response: ServerResponse): void {
  const id = requestIdOf(request)
  request.headers[REQUEST_ID_HEADER] = id
  response.setHeader(REQUEST_ID_HEADER, id)
}

/** Middleware that does so for every request. */
export const giveRequestId: RequestHandler = (request, response, next) => {
  identifyRequest(request, response)
  next()
}
