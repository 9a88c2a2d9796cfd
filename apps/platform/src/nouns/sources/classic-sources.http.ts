import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { ClassicSources } from './classic-sources.service.ts'

/** api:U4–U7 */
export const ClassicSourcesHttp = HttpApiBuilder.group(
  DeskApi,
  'classicSources',
  Effect.fn(function* (handlers) {
    const classics = yield* ClassicSources
    return handlers.handleAll({
      create: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => classics.create(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      update: ({ params, query, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            classics.update(caller, params.id, query.test_uid, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      read: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => classics.read(caller, params.id, query.test_uid))),
      classic: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => classics.read(caller, params.id, undefined))),
    })
  }),
).pipe(Layer.provide(ClassicSources.layer))
