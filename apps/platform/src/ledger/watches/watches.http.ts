import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { tellTruth } from '#kernel/http/kept/truth'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Watches } from './watches.service.ts'

/** GET /v1/watches */
export const WatchesHttp = HttpApiBuilder.group(
  DeskApi,
  'watches',
  Effect.fn(function* (handlers) {
    const watches = yield* Watches
    return handlers.handleAll({
      // a crowd that comes back asks all at once what it asked before
      may: ({ query }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { verdict, truth } = yield* watches.may(yield* CurrentCaller, query.topic)
            tellTruth((yield* HttpServerRequest.HttpServerRequest).source, truth)
            return verdict
          }),
        ),
    })
  }),
).pipe(Layer.provide(Watches.layer))
