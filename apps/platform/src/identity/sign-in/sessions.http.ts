import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { requester } from '#kernel/http/requester'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Sessions } from './sessions.service.ts'

/** api:A1, and its second step */
export const SignInHttp = HttpApiBuilder.group(
  DeskApi,
  'signIn',
  Effect.fn(function* (handlers) {
    const sessions = yield* Sessions
    return handlers.handleAll({
      giveSecondFactor: ({ payload }) =>
        dyingUnavailable(
          Effect.flatMap(requester, from => sessions.giveSecondFactor(payload.challenge, payload.code, from)),
        ),
      login: ({ payload }) =>
        dyingUnavailable(Effect.flatMap(requester, from => sessions.signIn({ ...payload, ...from }))),
    })
  }),
)

/** api:A2, A3, A4, A9 */
export const SessionHttp = HttpApiBuilder.group(
  DeskApi,
  'session',
  Effect.fn(function* (handlers) {
    const sessions = yield* Sessions
    return handlers.handleAll({
      logout: () => dyingUnavailable(Effect.flatMap(CurrentCaller, sessions.signOut)),
      check: () => Effect.map(CurrentCaller, ({ user }) => user),
      updatePassword: ({ payload }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            return yield* sessions.changePassword(
              yield* CurrentCaller,
              { password: payload.password, newPassword: payload.new_password, code: payload.second_factor_code },
              yield* requester,
            )
          }),
        ),
      switchAccount: ({ payload }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { address, userAgent } = yield* requester
            return yield* sessions.switchAccount(yield* CurrentCaller, payload.pm_dsh_ud, address, userAgent)
          }),
        ),
    })
  }),
)
