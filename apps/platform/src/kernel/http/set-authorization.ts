import { Effect } from 'effect'
import { HttpEffect, HttpServerResponse } from 'effect/http'

/** Gives the caller a token in place of theirs, with the answer under way (§7.4). */
export const setAuthorization = (token: string) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, 'set-authorization', token)),
  )
