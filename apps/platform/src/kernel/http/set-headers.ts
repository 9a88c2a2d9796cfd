import { Effect } from 'effect'
import { HttpEffect, HttpServerResponse } from 'effect/http'

/** Adds headers to the present answer, a refusal too. */
export const setHeaders = (headers: Readonly<Record<string, string>>) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, headers)),
  )
