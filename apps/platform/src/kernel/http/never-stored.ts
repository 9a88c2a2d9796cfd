import type { RequestHandler } from 'express'
import type { ServerResponse } from 'node:http'

/** Forbids caches to store any answer to a signed-in caller, errors included (S12): set before any handler answers. */
export const neverStored: RequestHandler = (_request, response, next) => {
  sayNeverStored(response)
  next()
}

export function sayNeverStored(response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store')
}
