import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Statuses } from './statuses.service.ts'

/** api:P9, the status menu, and the history */
export const StatusesHttp = HttpApiBuilder.group(
  DeskApi,
  'statuses',
  Effect.fn(function* (handlers) {
    const statuses = yield* Statuses
    return handlers.handleAll({
      change: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => statuses.change(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      options: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => statuses.options(caller, params.scope, params.id))),
      history: ({ params, query }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => statuses.history(caller, params.scope, params.id, query)),
        ),
    })
  }),
).pipe(Layer.provide(Statuses.layer))
