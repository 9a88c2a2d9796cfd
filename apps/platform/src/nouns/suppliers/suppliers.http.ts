import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Suppliers } from './suppliers.service.ts'

/** api:U3, api:U10–U13 */
export const SuppliersHttp = HttpApiBuilder.group(
  DeskApi,
  'suppliers',
  Effect.fn(function* (handlers) {
    const suppliers = yield* Suppliers
    return handlers.handleAll({
      read: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => suppliers.read(caller, params.id))),
      redirects: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => suppliers.redirects(caller, params.id))),
      create: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => suppliers.create(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      update: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            suppliers.update(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      remove: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => suppliers.remove(caller, params.id))),
    })
  }),
).pipe(Layer.provide(Suppliers.layer))
