import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpEffect, HttpServerResponse } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { confirming } from '../confirmation/confirming.ts'
import { SET_AUTHORIZATION_HEADER } from '../sign-in/signed-in.ts'
import { Users, type Saved } from './users.service.ts'

/** A token that replaces the caller's goes over set-authorization, as any other (§7.4). */
const handedOver = Effect.fn(function* ({ answer, renewedToken }: Saved) {
  if (renewedToken !== null) {
    yield* HttpEffect.appendPreResponseHandler((_request, response) =>
      Effect.succeed(HttpServerResponse.setHeader(response, SET_AUTHORIZATION_HEADER, renewedToken)),
    )
  }
  return answer
})

/** api:M1–M5 */
export const UsersHttp = HttpApiBuilder.group(
  DeskApi,
  'users',
  Effect.fn(function* (handlers) {
    const users = yield* Users
    return handlers.handleAll({
      list: ({ query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => users.list(caller, query))),
      create: ({ payload }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => Effect.flatMap(users.create(caller, payload), handedOver)),
        ),
      update: ({ params, payload }) =>
        dyingUnavailable(
          confirming((caller, address) =>
            Effect.flatMap(users.update(caller, params.id, payload, address), handedOver),
          ),
        ),
      remove: ({ params }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => Effect.flatMap(users.remove(caller, params.id), handedOver)),
        ),
      removeSecondFactor: ({ params, payload }) =>
        dyingUnavailable(
          confirming((caller, address) => users.removeSecondFactor(caller, params.id, payload.confirmation, address)),
        ),
      roles: ({ query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => users.roles(caller, query.uid))),
    })
  }),
).pipe(Layer.provide(Users.layer))
