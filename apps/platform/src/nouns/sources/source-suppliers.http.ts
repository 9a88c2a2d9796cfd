import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { SourceSuppliers } from './source-suppliers.service.ts'

/** api:T11, T12, T14, T15, T18, T19, U1 */
export const SourceSuppliersHttp = HttpApiBuilder.group(
  DeskApi,
  'sourceSuppliers',
  Effect.fn(function* (handlers) {
    const suppliers = yield* SourceSuppliers
    return handlers.handleAll({
      read: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => suppliers.read(caller, params.id))),
      allocate: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            suppliers.replace(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      pricing: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => suppliers.read(caller, params.id))),
      price: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            suppliers.price(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      ofSurvey: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => suppliers.ofSurvey(caller, params.id, query))),
      buyerRate: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => suppliers.buyerRate(caller, params.id))),
      setBuyerRate: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            suppliers.changeBuyerRate(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
    })
  }),
).pipe(Layer.provide(SourceSuppliers.layer))
