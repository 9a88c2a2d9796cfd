import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '../http/unavailable.ts'
import { ReturnHashing } from './return-hashing.service.ts'

/** How returns are hashed, and with which keys. */
export const ReturnHashingHttp = HttpApiBuilder.group(
  DeskApi,
  'returnHashing',
  Effect.fn(function* (handlers) {
    const hashing = yield* ReturnHashing
    return handlers.handleAll({
      read: () => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => hashing.read(caller))),
      change: ({ payload }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => hashing.change(caller, payload))),
      makeKey: () => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => hashing.newKey(caller))),
      endKey: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => hashing.end(caller, params.id))),
      check: ({ payload }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => hashing.check(caller, payload.url))),
    })
  }),
).pipe(Layer.provide(ReturnHashing.layer))
