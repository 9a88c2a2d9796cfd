import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { plainJson } from '#kernel/http/plain-json'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Suppliers } from '../suppliers/suppliers.service.ts'
import { Lookups } from './lookups.service.ts'

/** api:L1–L10 */
export const LookupsHttp = HttpApiBuilder.group(
  DeskApi,
  'lookups',
  Effect.fn(function* (handlers) {
    const lookups = yield* Lookups
    const suppliers = yield* Suppliers
    return handlers.handleAll({
      consultants: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => lookups.consultants(caller, query))),
      statuses: () =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            Effect.catchTag(lookups.codes(caller, 'stream-status'), 'NotFound', Effect.die),
          ),
        ),
      suppliers: ({ query }) =>
        plainJson(dyingUnavailable(Effect.flatMap(CurrentCaller, caller => suppliers.list(caller, query)))),
      languages: () => dyingUnavailable(Effect.flatMap(CurrentCaller, lookups.languages)),
      supplierTypes: () =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            Effect.catchTag(lookups.codes(caller, 'supplier-types'), 'NotFound', Effect.die),
          ),
        ),
      countries: ({ query }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            lookups.countries(
              caller,
              query.autosourceeligible === undefined
                ? null
                : query.autosourceeligible === '1' || query.autosourceeligible === 'true',
            ),
          ),
        ),
      projectSuppliers: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => lookups.projectSuppliers(caller, params.id, query))),
      codesByType: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => lookups.codes(caller, query.type))),
      countryLanguages: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => lookups.countryLanguages(caller, query.country_id))),
      codes: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => lookups.codes(caller, params.id))),
    })
  }),
).pipe(Layer.provide(Layer.merge(Lookups.layer, Suppliers.layer)))
