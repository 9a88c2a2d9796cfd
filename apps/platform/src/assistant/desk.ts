import type { Caller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Context, Effect } from 'effect'
import { HttpClient, HttpClientError, HttpClientRequest, HttpClientResponse } from 'effect/http'
import { HttpApiClient } from 'effect/http-api'

/** Answers a request as this caller, who was authenticated already. */
export type AnswerAs = (request: Request, caller: Caller) => Promise<Response>

/** The caller that the desk is asked for; null: none, and nothing is answered. */
const AskedFor = Context.Reference<Caller | null>('@desk/platform/assistant/AskedFor', { defaultValue: () => null })

/** The desk's own calls by their names. */
export type DeskCalls = HttpApiClient.ForApi<typeof DeskApi>

const ORIGIN = 'http://desk.invalid'

/** Carries calls to the contract's own handler, within this process. */
const carrier = (answerAs: AnswerAs): HttpClient.HttpClient =>
  HttpClient.make((request, _url, signal, fiber) =>
    Effect.gen(function* () {
      const caller = fiber.getRef(AskedFor)
      if (caller === null) return yield* Effect.die(new Error('The desk was called without a caller.'))
      const sent = yield* HttpClientRequest.toWeb(request, { signal }).pipe(Effect.orDie)
      // the contract demands one, and asks the caller instead
      sent.headers.set('authorization', 'Bearer within')
      const response = yield* Effect.tryPromise({
        try: () => answerAs(sent, caller),
        catch: cause =>
          new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) }),
      })
      return HttpClientResponse.fromWeb(request, response)
    }),
  )

/**
 * The screens' own calls, as a caller makes them: the same permissions, view, tenant and limits hold, since it is the same endpoint that answers.
 */
export class Desk extends Context.Service<
  Desk,
  {
    readonly calls: DeskCalls
    /** Requests by their paths, where the contract has no call. */
    readonly http: HttpClient.HttpClient
  }
>()('@desk/platform/assistant/Desk') {
  static over(answerAs: AnswerAs): Effect.Effect<Desk['Service']> {
    const httpClient = carrier(answerAs)
    return Effect.map(HttpApiClient.makeWith(DeskApi, { httpClient, baseUrl: ORIGIN }), calls => ({
      calls,
      http: HttpClient.mapRequest(httpClient, HttpClientRequest.prependUrl(ORIGIN)),
    }))
  }
}

/** Runs calls of the desk for a caller. */
export const askedFor =
  (caller: Caller) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, AskedFor, caller)
