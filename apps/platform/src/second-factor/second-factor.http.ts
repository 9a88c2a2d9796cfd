import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { requester } from '../http/requester.ts'
import { dyingUnavailable } from '../http/unavailable.ts'
import { SecondFactors } from './second-factor.service.ts'

/** The caller's own second factor. */
export const SecondFactorHttp = HttpApiBuilder.group(
  DeskApi,
  'secondFactor',
  Effect.fn(function* (handlers) {
    const factors = yield* SecondFactors
    return handlers.handleAll({
      read: () => dyingUnavailable(Effect.flatMap(CurrentCaller, factors.read)),
      enrol: ({ payload }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { address } = yield* requester
            return yield* factors.enrol(yield* CurrentCaller, payload.password, address)
          }),
        ),
      confirm: ({ payload }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => factors.confirm(caller, payload.code))),
      newRecoveryCodes: ({ payload }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => factors.renewRecoveryCodes(caller, payload.code))),
      disable: ({ payload }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { address } = yield* requester
            return yield* factors.disable(yield* CurrentCaller, payload, address)
          }),
        ),
    })
  }),
)
