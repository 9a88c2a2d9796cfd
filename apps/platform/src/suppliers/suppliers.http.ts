import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '../http/unavailable.ts'
import { Suppliers } from './suppliers.service.ts'

/** api:U13 */
export const SuppliersHttp = HttpApiBuilder.group(
  DeskApi,
  'suppliers',
  Effect.fn(function* (handlers) {
    const suppliers = yield* Suppliers
    return handlers.handleAll({
      read: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => suppliers.read(caller, params.id))),
    })
  }),
).pipe(Layer.provide(Suppliers.layer))
