import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { History } from './history.service.ts'

/** GET /v1/history/{scope}/{id} */
export const HistoryHttp = HttpApiBuilder.group(
  DeskApi,
  'history',
  Effect.fn(function* (handlers) {
    const history = yield* History
    return handlers.handleAll({
      read: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => history.read(caller, params.scope, params.id, query))),
    })
  }),
).pipe(Layer.provide(History.layer))
