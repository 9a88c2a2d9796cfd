import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

const REQUEST_ID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/
export const REQUEST_ID_HEADER = 'x-request-id'

/** Gives every request an id, the caller's when it has a usable one, and answers with it. */
export const giveRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers[REQUEST_ID_HEADER]
  const id = typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : randomUUID()
  request.headers[REQUEST_ID_HEADER] = id
  response.setHeader(REQUEST_ID_HEADER, id)
  next()
}
