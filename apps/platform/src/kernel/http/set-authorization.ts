import { Effect } from 'effect'
import { HttpEffect, HttpServerResponse } from 'effect/http'

/** Adds a replacement token to the present answer (§7.4). */
export const setAuthorization = (token: string) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, 'set-authorization', token)),
  )
