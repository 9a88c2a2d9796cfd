import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '../http/unavailable.ts'
import { Watches } from './watches.service.ts'

/** GET /v1/watches */
export const WatchesHttp = HttpApiBuilder.group(
  DeskApi,
  'watches',
  Effect.fn(function* (handlers) {
    const watches = yield* Watches
    return handlers.handleAll({
      may: ({ query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => watches.may(caller, query.topic))),
    })
  }),
).pipe(Layer.provide(Watches.layer))
