import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { confirming } from '../confirmation/confirming.ts'
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
        dyingUnavailable(confirming((caller, address) => factors.enrol(caller, payload.confirmation, address))),
      confirm: ({ payload }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => factors.confirm(caller, payload.code))),
      newRecoveryCodes: ({ payload }) =>
        dyingUnavailable(
          confirming((caller, address) => factors.renewRecoveryCodes(caller, payload.confirmation, address)),
        ),
      disable: ({ payload }) =>
        dyingUnavailable(confirming((caller, address) => factors.disable(caller, payload.confirmation, address))),
    })
  }),
)
