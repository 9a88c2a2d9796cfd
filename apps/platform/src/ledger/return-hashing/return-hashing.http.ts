import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { confirming } from '#identity/confirmation/confirming'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { ReturnHashing } from './return-hashing.service.ts'

/** How returns are hashed, and with which keys. */
export const ReturnHashingHttp = HttpApiBuilder.group(
  DeskApi,
  'returnHashing',
  Effect.fn(function* (handlers) {
    const hashing = yield* ReturnHashing
    return handlers.handleAll({
      read: () => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => hashing.read(caller))),
      change: ({ payload }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => hashing.change(caller, payload))),
      makeKey: ({ payload }) =>
        dyingUnavailable(confirming((caller, address) => hashing.newKey(caller, payload.confirmation, address))),
      endKey: ({ params, payload }) =>
        dyingUnavailable(
          confirming((caller, address) => hashing.end(caller, params.id, payload.confirmation, address)),
        ),
      check: ({ payload }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => hashing.check(caller, payload.url))),
    })
  }),
).pipe(Layer.provide(ReturnHashing.layer))
