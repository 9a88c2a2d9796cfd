import { isTraceId, newTraceId } from '@desk/schema/telemetry/trace-context'
import type { RequestHandler } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** The id that the gateway gave the request, which is the id of its trace; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER]
  return isTraceId(given) ? given : newTraceId()
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
