import type { RequestHandler } from 'express'
import type { ServerResponse } from 'node:http'

/** What a signed-in caller is answered, errors included, is kept by no cache between here and there (S12): said before anything answers, for all. */
export const neverStored: RequestHandler = (_request, response, next) => {
  sayNeverStored(response)
  next()
}

export function sayNeverStored(response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store')
}
