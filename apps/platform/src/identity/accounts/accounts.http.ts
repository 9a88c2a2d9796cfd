import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Accounts } from './accounts.service.ts'

/** api:M6, M10, B1, A7, A8 */
export const AccountsHttp = HttpApiBuilder.group(
  DeskApi,
  'accounts',
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    return handlers.handleAll({
      list: ({ query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => accounts.list(caller, query))),
      defaults: () => Effect.flatMap(CurrentCaller, accounts.defaults),
      chooseDefault: ({ payload }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => accounts.chooseDefault(caller, payload.new_default_account)),
        ),
      requireSecondFactor: ({ params, payload }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => accounts.requireSecondFactor(caller, params.id, payload.required)),
        ),
      logo: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => accounts.logo(caller, params.id))),
      whereabouts: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => accounts.whereabouts(caller, query.kind, query.id))),
      businessUnits: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => accounts.businessUnits(caller, params.id, query))),
    })
  }),
).pipe(Layer.provide(Accounts.layer))
