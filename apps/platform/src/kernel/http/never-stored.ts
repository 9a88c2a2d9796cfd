import type { RequestHandler } from 'express'

/** What a signed-in caller is answered, errors included, is kept by no cache between here and there (S12): said before anything answers, for all. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store')
  next()
}
